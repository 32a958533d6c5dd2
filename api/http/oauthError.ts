import { z } from 'zod';
import type { ErrorCode } from './errors';

/** The errors of the authorization server: RFC 6749 §5.2, RFC 6750 §3.1, RFC 7591 §3.2.2, RFC 8707 §2. */
export const oauthErrorCodes = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_token',
  'invalid_scope',
  'invalid_target',
  'unsupported_grant_type',
  'invalid_redirect_uri',
  'invalid_client_metadata',
  'temporarily_unavailable',
  'server_error',
] as const;
export type OAuthErrorCode = (typeof oauthErrorCodes)[number];

export const OAuthErrorBody = z
  .strictObject({
    error: z.enum(oauthErrorCodes),
    error_description: z.string().meta({ description: 'For people, in ASCII' }),
  })
  .meta({ id: 'OAuthError' });
export type OAuthErrorBody = z.infer<typeof OAuthErrorBody>;

/** A refusal of the authorization server as the documentation shows it. */
export interface AnyOAuthRefusal {
  readonly code: OAuthErrorCode;
  readonly status: 400 | 401;
  readonly text: string;
}

/** A refusal of the authorization server to a program: its code, and the only place of its words. */
export class OAuthRefusal<Facts extends unknown[] = []> implements AnyOAuthRefusal {
  readonly code: OAuthErrorCode;
  readonly status: 400 | 401;
  readonly text: string;
  readonly #say: (...facts: Facts) => string;

  /** @param example facts for the text that the documentation shows */
  constructor(code: OAuthErrorCode, say: (...facts: Facts) => string, ...example: Facts) {
    this.code = code;
    this.status = code === 'invalid_token' ? 401 : 400;
    this.#say = say;
    this.text = say(...example);
  }

  error(...facts: Facts): OAuthError {
    return new OAuthError(this, this.#say(...facts));
  }
}

/** One refusal, with its facts. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly refusal: AnyOAuthRefusal;
  readonly body: OAuthErrorBody;

  constructor(refusal: AnyOAuthRefusal, description: string) {
    super(description);
    this.refusal = refusal;
    this.body = { error: refusal.code, error_description: description };
  }
}

/**
 * A refusal of the API as the authorization server words it.
 * @param malformed the error for a body that cannot be read
 */
export function asOAuthError(code: ErrorCode, message: string, malformed: OAuthErrorCode): OAuthErrorBody {
  const passing = code === 'UNAVAILABLE' || code === 'RATE_LIMITED';
  const error = passing ? 'temporarily_unavailable' : code === 'INTERNAL' ? 'server_error' : malformed;
  return { error, error_description: message };
}
