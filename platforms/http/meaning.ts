import type { FailureCode, WhoActs } from '../../domain/failures/failures';
import { changeThePost, PublishFailure } from '../../domain/failures/PublishFailure';
import type { Answer } from './exchange';

/** What an answer other than success means, and what to say of it. */
export interface Meaning {
  readonly code: FailureCode;
  readonly transient: boolean;
  readonly tokenRefused?: true;
  readonly rateLimited?: true;
  /** The platform no longer has what the assignment has made there. */
  readonly isLost?: true;
  /** Nobody knows the words, so it may pass or not. */
  readonly isUnfamiliar?: true;
  readonly happened: string;
  /** An order to the one who acts. */
  readonly advice: string;
  /** Left out: as the catalogue has it for the code. */
  readonly whoActs?: WhoActs;
}

/** A refusal as every platform's table of known answers sees it. */
export interface Refusal extends Pick<Answer, 'from' | 'asked' | 'status'> {
  /** The answer says something in the form of its platform. */
  readonly isReadable: boolean;
}

/**
 * What the answer means (contract.md §2, "Answers of a platform"): what its platform's table knows of it; else a fault of the
 * platform, unless it is a 4xx that can be read and that no token host has given: then nobody knows.
 * @param known the first entry of the table that fits: entries for narrower words stand before those for wider ones, and,
 *   where neither is narrower, final ones before passing ones
 */
export function meaningOf<Known extends Meaning>(known: Known | undefined, refusal: Refusal): Known | Meaning {
  if (known) return known;
  const { from, asked, status, isReadable } = refusal;
  return asked === 'data' && isReadable && familyOf(status) !== 500 ? unfamiliar(from) : ownFault(from);
}

/** A status in a table: 500 stands for all that are no 4xx, a stray redirect included. */
export function familyOf(status: number): number {
  return status >= 400 && status < 500 ? status : 500;
}

/** A fault of the platform itself, whatever it says: nobody here is to blame, and it passes. */
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

/** A definite no to the post as it is. */
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
