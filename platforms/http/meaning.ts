import type { FailureCode, WhoActs } from '../../domain/failures/failures';
import { changeThePost, PublishFailure } from '../../domain/failures/PublishFailure';
import type { Answer } from './exchange';

/** The meaning of an answer other than success, and the words for it. */
export interface Meaning {
  readonly code: FailureCode;
  readonly transient: boolean;
  readonly tokenRefused?: true;
  readonly rateLimited?: true;
  /** The platform no longer has the assignment's objects. */
  readonly isLost?: true;
  /** The words of the answer are unknown, so the refusal may pass or not. */
  readonly isUnfamiliar?: true;
  readonly happened: string;
  /** An order to the party that acts. */
  readonly advice: string;
  /** Absent: the entry of the catalogue for the code. */
  readonly whoActs?: WhoActs;
}

/** A refusal as every platform's table of known answers sees it. */
export interface Refusal extends Pick<Answer, 'from' | 'asked' | 'status'> {
  /** The answer has words in the form of its platform. */
  readonly isReadable: boolean;
}

/**
 * The meaning of an answer (contract.md §2, "Answers of a platform"): the known meaning from its platform's table; else
 * a fault of the platform, or, for a readable 4xx that no token host has given, a refusal in unknown words.
 * @param known the first entry of the table that fits: entries for narrower words stand before entries for wider words,
 *   and, where neither is narrower, final entries before passing entries
 */
export function meaningOf<Known extends Meaning>(known: Known | undefined, refusal: Refusal): Known | Meaning {
  if (known) return known;
  const { from, asked, status, isReadable } = refusal;
  return asked === 'data' && isReadable && familyOf(status) !== 500 ? unfamiliar(from) : ownFault(from);
}

/** The family of a status in a table: 500 stands for every status but 4xx, a stray redirect included. */
export function familyOf(status: number): number {
  return status >= 400 && status < 500 ? status : 500;
}

/** A fault of the platform itself, whatever the answer says: neither caller nor service is at fault, and it passes. */
export function ownFault(platform: string): Meaning {
  return {
    code: 'PLATFORM_UNAVAILABLE',
    transient: true,
    happened: `${platform} answered with an error of its own`,
    advice: 'Retry later.',
  };
}

function unfamiliar(platform: string): Meaning {
  return { ...refusedBy(platform), transient: true, isUnfamiliar: true };
}

/** A definite refusal of the post as it is. */
export function refusedBy(platform: string) {
  return {
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: `${platform} refused the request`,
    advice: changeThePost,
  } as const;
}

interface Said {
  /** The platform's words, quoted; empty where there are none. */
  readonly words: string;
  /** The status and the platform's names for the refusal. */
  readonly where: string;
  readonly advice: string;
  readonly retryAfterMs?: number | undefined;
}

/** The failure that the answer stands for. */
export function failureFrom(meaning: Meaning, { words, where, advice, retryAfterMs }: Said): PublishFailure {
  const { code, happened, whoActs, transient, tokenRefused, rateLimited, isLost, isUnfamiliar } = meaning;
  const quoted = words === '' ? '' : `: "${words}"`;
  const said = { seen: `${happened}${quoted} (${where}).`, todo: advice, ...(whoActs && { whoActs }) };
  return new PublishFailure(code, said, {
    transient,
    tokenRefused: tokenRefused ?? false,
    rateLimited: rateLimited ?? false,
    isLost: isLost ?? false,
    isUnfamiliar: isUnfamiliar ?? false,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
