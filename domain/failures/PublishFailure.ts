import { failureKinds, failureMessageLengthMax } from './failures';
import type { FailureCode, WhoActs } from './failures';
import { withoutUnstorable } from '../payload/text';

/** An assignment has one post, of any number of media, on one channel. */
export type FailureItem = 'medium' | 'post' | 'channel' | 'platform' | 'service';

/** The item that a failure of each code is about, where its words name no other. */
const items: Readonly<Record<FailureCode, FailureItem>> = {
  QUOTA_EXCEEDED: 'channel',
  UPLOAD_FAILED: 'medium',
  TOKEN_EXPIRED: 'channel',
  TOKEN_MISSING: 'channel',
  CONNECTION_INACTIVE: 'channel',
  MEDIA_DOWNLOAD_FAILED: 'medium',
  MEDIA_BLOCKED_ADDRESS: 'medium',
  MEDIA_TOO_LARGE: 'medium',
  MEDIA_INVALID: 'medium',
  PLATFORM_REJECTED: 'post',
  PLATFORM_UNAVAILABLE: 'platform',
  PERMISSION_DENIED: 'channel',
  DUPLICATE_CONTENT: 'post',
  PROCESSING_FAILED: 'post',
  PROCESSING_TIMEOUT: 'post',
  OUTCOME_UNKNOWN: 'post',
  INTERNAL: 'service',
};

/** The words of a failure, each part whole sentences. The message is made of them alone. */
export interface FailureWords {
  readonly seen: string;
  /** The next step, as an order to the party that acts. */
  readonly todo: string;
  /** Left out: as the catalogue has it for the code. */
  readonly whoActs?: WhoActs;
  /** Left out: the item that failures of the code are about. */
  readonly item?: FailureItem;
  /** The name of the item in the request, such as `mediaUrl`, where it is known. */
  readonly named?: string;
}

export interface FailureTraits {
  /** Whether the same step may succeed later. */
  transient: boolean;
  /** The time to wait before another try, where it is known. */
  retryAfterMs?: number;
  /** The access token was refused: renew it, then try again. */
  tokenRefused?: boolean;
  /** The platform asks for fewer requests, and has not done the requested work. */
  rateLimited?: boolean;
  /** Nothing happened, even if the same step may succeed later: the request was refused, or was not made. */
  isRefusal?: boolean;
  /** The platform no longer has the objects that the assignment has made there. */
  isLost?: boolean;
  /** The platform does not find an object, and says no more: it may have it all the same (domain/absence.ts). */
  isAbsent?: boolean;
  /** The platform cannot use the media as they are. */
  isUseless?: boolean;
  /** The platform will not keep the media until the time of the post. */
  isShortLived?: boolean;
  /** The platform takes no drafts on this channel: the post may be made public by the call that makes it. */
  refusesDrafts?: boolean;
  /** The platform refused in unknown words: the refusal may pass, and is tried a few times only (contract.md §2). */
  isUnfamiliar?: boolean;
  cause?: unknown;
}

/**
 * A step of a publish said no, or could not be asked. The message is fit for the caller and holds no credential. It
 * names the item, the fact that was seen, the party that acts and its next step.
 */
export class PublishFailure extends Error {
  override readonly name = 'PublishFailure';
  readonly code: FailureCode;
  readonly words: FailureWords;
  readonly transient: boolean;
  readonly retryAfterMs: number | undefined;
  readonly tokenRefused: boolean;
  readonly rateLimited: boolean;
  readonly isRefusal: boolean;
  readonly isLost: boolean;
  readonly isAbsent: boolean;
  readonly isUnfamiliar: boolean;
  readonly isUseless: boolean;
  readonly isShortLived: boolean;
  readonly refusesDrafts: boolean;

  constructor(code: FailureCode, words: FailureWords, traits: FailureTraits) {
    super(messageOf(code, words), { cause: traits.cause });
    this.code = code;
    this.words = words;
    this.transient = traits.transient;
    this.retryAfterMs = traits.retryAfterMs;
    const has = (trait: Exclude<keyof FailureTraits, 'transient' | 'retryAfterMs' | 'cause'>): boolean =>
      traits[trait] === true;
    this.tokenRefused = has('tokenRefused');
    this.rateLimited = has('rateLimited');
    this.isRefusal = traits.isRefusal ?? (this.rateLimited || (!traits.transient && code !== 'OUTCOME_UNKNOWN'));
    this.isAbsent = has('isAbsent');
    this.isLost = this.isAbsent || has('isLost');
    this.isUnfamiliar = has('isUnfamiliar');
    this.isUseless = has('isUseless');
    this.isShortLived = has('isShortLived');
    this.refusesDrafts = has('refusesDrafts');
  }
}

/** The words as they go to the caller. A sight that is too long is cut, never within a character. */
function messageOf(
  code: FailureCode,
  { seen, todo, named, whoActs = failureKinds[code].whoActs }: FailureWords,
): string {
  const before = named === undefined ? '' : `${named}: `;
  const after = ` ${addresses[whoActs]}${todo}`;
  const room = failureMessageLengthMax - before.length - after.length;
  return withoutUnstorable(`${before}${seen.slice(0, Math.max(0, room))}${after}`.slice(0, failureMessageLengthMax));
}

/** An order without an address is for the caller, who reads it. */
const addresses: Readonly<Record<WhoActs, string>> = {
  caller: '',
  'channel owner': 'For the owner of the channel: ',
  operator: 'For the operator of this service: ',
  nobody: '',
};

/** The same failure in another place: the given values replace its own, and the old failure becomes the cause. */
export function restate(
  failure: PublishFailure,
  {
    code = failure.code,
    words,
    ...traits
  }: Partial<FailureTraits> & { code?: FailureCode; words?: Partial<FailureWords> },
): PublishFailure {
  const { transient, retryAfterMs, tokenRefused, rateLimited, isLost, isAbsent, isUnfamiliar } = failure;
  const { isUseless, isShortLived, refusesDrafts } = failure;
  return new PublishFailure(
    code,
    { ...failure.words, ...words },
    {
      transient,
      tokenRefused,
      rateLimited,
      isLost,
      isAbsent,
      isUnfamiliar,
      isUseless,
      isShortLived,
      refusesDrafts,
      ...(retryAfterMs !== undefined && { retryAfterMs }),
      cause: failure,
      ...traits,
    },
  );
}

/** The same failure, naming the medium that was under way; a failure of neither medium nor post stays as it is. */
export function ofMedium(failure: PublishFailure, named: string): PublishFailure {
  const { item = items[failure.code] } = failure.words;
  if (item !== 'medium' && item !== 'post') return failure;
  return restate(failure, { isRefusal: failure.isRefusal, words: { item: 'medium', named }, cause: failure.cause });
}

/** The order to an operator of a service that has a fault. */
export const reportIt = 'Report it, with the assignment id and the log.';
/** The order to a caller whose post is refused as it is: a failed assignment keeps its content. */
export const changeThePost = 'Change the post accordingly, and send it as another assignment.';
/** The order to an owner whose access is gone. */
export const connectAgain = 'Connect the channel again, then retry.';

/** A fault that callers are not shown: it is logged whole where it is caught. */
export function internalFault(cause: unknown): PublishFailure {
  const words = {
    seen: 'A fault of this service.',
    todo: 'It is logged with the assignment id; retry, and tell the operator if it stays.',
    whoActs: 'caller',
  } as const;
  return new PublishFailure('INTERNAL', words, { transient: true, cause });
}

/**
 * Does the work before a call that changes something.
 * @throws PublishFailure of `work`, as a refusal: the call was not made. Other errors of `work` pass unchanged.
 */
export async function beforeTheCall<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof PublishFailure ? restate(error, { isRefusal: true }) : error;
  }
}

/** The words for a call that may have published the post. @param seen the last thing that was seen of it, in sentences */
export function mayBePublic(platform: string, seen: string): FailureWords {
  return {
    seen: `${platform} may have published the post, and has not said whether it did. ${seen}`,
    todo: 'Look at the channel; retry asks again.',
  };
}

/** The failure of a post that may be public, whatever else fails: a caller with the fault alone would post twice. */
export function ofOpenOutcome(
  fault: { code: FailureCode; message: string },
  platform: string,
): { code: FailureCode; message: string } {
  if (fault.code === 'OUTCOME_UNKNOWN') return fault;
  const { code, message } = new PublishFailure('OUTCOME_UNKNOWN', mayBePublic(platform, fault.message), {
    transient: false,
  });
  return { code, message };
}
