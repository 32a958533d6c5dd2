import type { Transaction } from '../../models/database/transaction';
import { countKey, FailureCount } from '../../models/users/FailureCount';
import { tooManyRequests } from './refusals';

/** The number of times that something may be done within so many minutes. */
export interface Cap {
  readonly max: number;
  readonly minutes: number;
}

/**
 * Counts a try of something that is capped whether or not it fails.
 * @param what the words that name the capped thing
 * @param transaction the one in which the try is made: a rollback takes it out of the count
 * @throws ApiError 429
 */
export async function countTry(cap: Cap, what: readonly string[], transaction?: Transaction): Promise<void> {
  const key = countKey('count', ...what);
  if (await FailureCount.countUp(key, cap, transaction)) return;
  const { secondsLeft } = await FailureCount.read(key, transaction);
  const seconds = String(secondsLeft);
  throw tooManyRequests.errorWith({ headers: { 'Retry-After': seconds } }, seconds);
}
