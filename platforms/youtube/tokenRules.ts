import { ownFault } from '../http/meaning';
import { tooFast } from './rule';
import type { Rule } from './rule';

/** The meaning of words by which Google refuses this service itself. */
const refusedApp = {
  code: 'INTERNAL',
  transient: false,
  happened: 'Google refuses this service as a client',
  advice: 'Check its client id and secret.',
} as const;

/**
 * Sources: RFC 6749 §5.2, Google's pages on OAuth 2.0 and its answers recorded in the wild. The passing answers are the
 * answers after which Google's own client repeats a request (googleapis/google-auth-library-python, `_can_retry`).
 */
export const knownOfTokens: readonly Rule[] = [
  {
    // The grant is refused, not this service: by Google, or by the administrator of the account.
    reasons: ['invalid_grant', 'admin_policy_enforced'],
    code: 'TOKEN_EXPIRED',
    transient: false,
    happened: 'Google refuses us access to the channel',
    advice: 'Connect the channel again, then retry.',
  },
  {
    ...refusedApp,
    reasons: [
      'invalid_client',
      'unauthorized_client',
      'deleted_client',
      'disabled_client',
      'org_internal',
      'invalid_request',
      'invalid_scope',
      'invalid_token',
      'unsupported_grant_type',
      'redirect_uri_mismatch',
    ],
  },
  { reasons: ['internal_failure', 'server_error', 'temporarily_unavailable'], ...ownFault('Google') },
  { reasons: ['rate_limit_exceeded'], ...tooFast },
  { statuses: [429], ...tooFast },
];
