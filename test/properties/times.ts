import type { Time } from './life';

/** The date of each time of a step. */
export const times: Record<Time, Date | null> = {
  now: null,
  past: new Date('2026-01-01T00:00:00Z'),
  later: new Date(Date.now() + 30 * 86_400_000),
};
/** Media may be brought at once, however late their post is. */
export const prepareAheadSeconds = 366 * 86_400;
