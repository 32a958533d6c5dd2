import { createHash, randomBytes } from 'node:crypto';
import type { YoutubeContext } from '../../context';
import { refuseOauth } from '../../errors';
import type { AuthorizationCode, Grant } from '../../records';
import type { AuthorizationRequest } from './authorizationRequest';

const codeLifetimeMs = 600_000;

/** A code for a grant, good for one exchange within ten minutes of the sandbox's clock. Forgets codes that have run out. */
export function issueCode({ store, clock }: YoutubeContext, request: AuthorizationRequest, grant: Grant): string {
  const now = clock();
  for (const old of store.authorizationCodes.values()) {
    if (old.expiresAtMs <= now) store.authorizationCodes.delete(old.code);
  }
  const code = `4/0sandbox-${randomBytes(48).toString('base64url')}`;
  store.authorizationCodes.put(code, {
    code,
    refreshToken: grant.refreshToken,
    redirectUri: request.redirectUri,
    codeChallenge: request.codeChallenge,
    expiresAtMs: now + codeLifetimeMs,
  });
  return code;
}

/**
 * The grant a code stands for; the code is used up. Throws 400 invalid_request, invalid_grant or redirect_uri_mismatch,
 * and then the code is as good as before.
 */
export function redeemCode({ store, clock }: YoutubeContext, form: URLSearchParams): Grant {
  const [code, redirectUri] = [form.get('code'), form.get('redirect_uri')];
  if (!code) throw refuseOauth('invalid_request', 'Missing required parameter: code');
  if (!redirectUri) throw refuseOauth('invalid_request', 'Missing parameter: redirect_uri');
  const issued = store.authorizationCodes.get(code);
  const grant = store.grants.get(issued?.refreshToken ?? '');
  if (!issued || !grant || grant.isRevoked || issued.expiresAtMs <= clock())
    throw refuseOauth('invalid_grant', 'Malformed auth code.');
  if (issued.redirectUri !== redirectUri) throw refuseOauth('redirect_uri_mismatch');
  assertVerifier(issued.codeChallenge, form.get('code_verifier'));
  store.authorizationCodes.delete(code);
  return grant;
}

/** RFC 7636, 4.6. Throws 400 invalid_grant. */
function assertVerifier(challenge: AuthorizationCode['codeChallenge'], verifier: string | null): void {
  if (!challenge && verifier) throw refuseOauth('invalid_grant', 'code_verifier or verifier is not needed.');
  if (!challenge) return;
  if (!verifier) throw refuseOauth('invalid_grant', 'Missing code verifier.');
  const proof = challenge.method === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  if (proof !== challenge.value) throw refuseOauth('invalid_grant', 'Invalid code verifier.');
}
