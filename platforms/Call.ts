import type { Spend } from '../domain/cost';

/** Credentials and the moment at which to give up, for one call. */
export interface Call {
  accessToken: string;
  /** The platform's id of the channel that the token speaks for. */
  channelId: string;
  /** Takes the cost of a request from the daily quota, before the request is made. */
  spend: Spend;
  signal: AbortSignal;
  /**
   * The end of the caller's lease, on the clock of `performance.now()`; Infinity for calls without a lease. A mutating
   * request is not written after this end: the adapter compares in the same tick in which it writes, so that a process
   * that was paused cannot act late. `signal` ends the call at the same time.
   */
  notAfterMs: number;
  /** The time that `look` may wait, so that it can ask together with other calls; absent: it asks at once. */
  patienceMs?: number;
}
