import { SignJWT, errors, jwtVerify } from 'jose';
import { sessionHours } from '../domain/limits';
import type { SecretsKeyring } from './secrets';

/** The tokens that a user's session consists of; the service stores none of them (contract.md §7). */
export interface Sessions {
  /** @returns a token that names this user for 24 hours */
  readonly issue: (userId: string) => Promise<string>;
  /** @returns the session of a token, or null for a token that is malformed, foreign or over */
  readonly read: (token: string) => Promise<Session | null>;
}

export interface Session {
  readonly userId: string;
  readonly endsAt: Date;
}

/** One algorithm for signing and for verifying, whatever a token says (RFC 8725 §3.1). */
const algorithm = 'HS256';
const clockToleranceSeconds = 5;

/**
 * Signs and verifies JSON Web Tokens (RFC 7519).
 * @param keyring the first key signs, all verify: a key that is taken out ends its tokens
 * @param issuer the service's address; a token of another issuer is refused
 */
export function createSessions(keyring: SecretsKeyring, issuer: string): Sessions {
  const [newest] = keyring;
  if (newest === undefined) throw new Error('There is no key to sign with.');
  const [newestId, newestKey] = newest;
  const audience = `${issuer}/api/v1`;
  return {
    issue: async (userId) =>
      new SignJWT()
        .setProtectedHeader({ alg: algorithm, typ: 'JWT', kid: newestId })
        .setIssuer(issuer)
        .setAudience(audience)
        .setSubject(userId)
        .setIssuedAt()
        .setExpirationTime(`${sessionHours}h`)
        .sign(newestKey),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, ({ kid }) => keyOf(keyring, kid), {
          algorithms: [algorithm],
          typ: 'JWT',
          issuer,
          audience,
          requiredClaims: ['sub', 'exp', 'iat'],
          maxTokenAge: `${sessionHours}h`,
          clockTolerance: clockToleranceSeconds,
        });
        const { sub: userId, exp } = payload;
        return userId === undefined || exp === undefined ? null : { userId, endsAt: new Date(exp * 1000) };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

function keyOf(keyring: SecretsKeyring, kid: string | undefined) {
  const key = kid === undefined ? undefined : keyring.get(kid);
  if (!key) throw new errors.JWKSNoMatchingKey();
  return key;
}
