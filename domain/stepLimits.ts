import { paced } from './pace';

/** A try of a step that asks a platform is cut after so many milliseconds, and counts as failed (contract.md §2). */
export const stepLimitMs = 150_000;

/** Temporal gives a try up later, and knows nothing of counts: no try is to be under way by then. */
export const stepGivenUpAfterMs = stepLimitMs + 30_000;

/** The tries end after so many refusals in unknown words from a platform (contract.md §2). */
export const unfamiliarTriesMax = 3;

/** These tries begin within two minutes: the wait for each is so long at most, in milliseconds. */
export const unfamiliarWaitMsMax = 40_000;

/** For this long, in milliseconds, a call that changes something on a platform belongs to its assignment alone. */
export const callLeaseMs = () => paced(30_000);
