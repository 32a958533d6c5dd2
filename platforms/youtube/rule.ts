import type { Meaning, Refusal as AnyRefusal } from '../http/meaning';

/** YouTube's answer when it refuses a request. */
export interface Refusal extends AnyRefusal {
  /** Both are empty where the answer names none. */
  readonly reason: string;
  readonly words: string;
}

/**
 * An answer that is known, and its meaning. A field that is left out fits everything; the first entry that fits decides. A
 * reason is known with any 4xx: YouTube documents one status for each, and gives it with others. With a 5xx no reason is
 * known: a server that fails refuses nothing for good.
 */
export interface Rule extends Meaning {
  readonly statuses?: readonly number[];
  /** '' stands for none. */
  readonly reasons?: readonly string[];
  readonly words?: RegExp;
  /** It passes at the end of YouTube's day. */
  readonly resetsDaily?: true;
}

/** It passes at the end of YouTube's day. */
export const dailyQuota = {
  code: 'QUOTA_EXCEEDED',
  transient: true,
  rateLimited: true,
  happened: "The service's daily YouTube quota is used up",
  resetsDaily: true,
  advice: 'It resets at midnight Pacific time; retry after that.',
} as const;

/** It passes within minutes. */
export const tooFast = {
  code: 'PLATFORM_UNAVAILABLE',
  transient: true,
  rateLimited: true,
  happened: 'YouTube asks for fewer requests',
  advice: 'Retry later.',
} as const;
