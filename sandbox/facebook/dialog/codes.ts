import { randomBytes } from 'node:crypto';
import type { FacebookContext } from '../context';
import { refuse } from '../errors';
import type { Params } from '../graph/params';
import type { Consent } from '../records';

const codeLifetimeMs = 600_000;

/** A code for a consent, good for one exchange within ten minutes of the sandbox's clock. */
export function issueCode({ store, clock }: FacebookContext, consent: Consent, redirectUri: string): string {
  const code = `AQ${randomBytes(120).toString('base64url')}`;
  const expiresAtMs = clock() + codeLifetimeMs;
  store.codes.put(code, { code, consentId: consent.id, redirectUri, expiresAtMs, isUsed: false });
  return code;
}

/** The consent that a code stands for; the code is used up. Throws codes 100 and 191, and then it is as good as before. */
export function redeemCode({ store, clock }: FacebookContext, params: Params): Consent {
  const redirectUri = params.get('redirect_uri');
  if (!redirectUri) throw refuse('redirectMissing');
  const code = store.codes.get(params.get('code') ?? '');
  const consent = code && store.consents.get(code.consentId);
  if (!code || !consent || consent.isRevoked) throw refuse('codeInvalid');
  if (code.isUsed) throw refuse('codeUsed');
  if (code.expiresAtMs <= clock()) throw refuse('codeExpired');
  if (code.redirectUri !== redirectUri) throw refuse('redirectDiffers');
  store.codes.put(code.code, { ...code, isUsed: true });
  return consent;
}
