import type { Transaction } from '../../models/database/transaction';
import { countKey, FailureCount } from '../../models/users/FailureCount';
import { tooManyRequests } from './refusals';

/** A cap: the number of times that an action may be tried within so many minutes. */
export interface Cap {
  readonly max: number;
  readonly minutes: number;
}

/**
 * Counts a try of a capped action, whether or not the try fails.
 * @param what the words that name the capped action
 * @param transaction the transaction of the try: a rollback takes the try out of the count
 * @throws ApiError 429
 */
export async function countTry(cap: Cap, what: readonly string[], transaction?: Transaction): Promise<void> {
  const key = countKey('count', ...what);
  if (await FailureCount.countUp(key, cap, transaction)) return;
  const { secondsLeft } = await FailureCount.read(key, transaction);
  const seconds = String(secondsLeft);
  throw tooManyRequests.errorWith({ headers: { 'Retry-After': seconds } }, seconds);
}
