import { failureMessageLengthMax } from './failures';
import type { FailureCode } from './failures';
import { withoutUnstorable } from './text';

export interface FailureTraits {
  /** Whether the same step may succeed later. */
  transient: boolean;
  /** Somebody named a time to wait. */
  retryAfterMs?: number;
  /** The access token was refused: renew it, then try again. */
  tokenRefused?: boolean;
  /** The platform asks for fewer requests, and has not done what it was asked to. */
  rateLimited?: boolean;
  /** Nothing happened, even if the same step may succeed later: the request was refused, or was not made. */
  isRefusal?: boolean;
  /** The platform no longer has what the job has made there. */
  isLost?: boolean;
  /** It does not find it, and says no more: it may have it all the same (domain/absence.ts). */
  isAbsent?: boolean;
  /** The platform refused in words that nobody knows: it may pass, and is tried a few times only (contract.md §2). */
  isUnfamiliar?: boolean;
  cause?: unknown;
}

/** A step of a publish said no, or could not be asked. The message is fit for the caller and holds no credential. */
export class PublishFailure extends Error {
  override readonly name = 'PublishFailure';
  readonly code: FailureCode;
  readonly transient: boolean;
  readonly retryAfterMs: number | undefined;
  readonly tokenRefused: boolean;
  readonly rateLimited: boolean;
  readonly isRefusal: boolean;
  readonly isLost: boolean;
  readonly isAbsent: boolean;
  readonly isUnfamiliar: boolean;

  constructor(code: FailureCode, message: string, traits: FailureTraits) {
    super(withoutUnstorable(message.slice(0, failureMessageLengthMax)), { cause: traits.cause });
    this.code = code;
    this.transient = traits.transient;
    this.retryAfterMs = traits.retryAfterMs;
    this.tokenRefused = traits.tokenRefused ?? false;
    this.rateLimited = traits.rateLimited ?? false;
    this.isRefusal = traits.isRefusal ?? (this.rateLimited || (!traits.transient && code !== 'OUTCOME_UNKNOWN'));
    this.isAbsent = traits.isAbsent ?? false;
    this.isLost = this.isAbsent || (traits.isLost ?? false);
    this.isUnfamiliar = traits.isUnfamiliar ?? false;
  }
}

/**
 * Does the work before a call that changes something.
 * @throws what `work` throws, as a refusal: that call was not made
 */
export async function beforeTheCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PublishFailure ? notMade(error) : error;
  }
}

function notMade(failure: PublishFailure): PublishFailure {
  const { code, message, retryAfterMs, transient, tokenRefused, rateLimited, isLost, isAbsent, isUnfamiliar } = failure;
  const flags = { transient, tokenRefused, rateLimited, isLost, isAbsent, isUnfamiliar };
  const traits = { ...flags, isRefusal: true, cause: failure };
  return new PublishFailure(code, message, { ...traits, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}
