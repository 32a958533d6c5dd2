import type { Transaction } from '../../models/database';
import { countKey, FailureCount } from '../../models/FailureCount';
import { tooManyRequests } from './refusals';

/** How often something may be done. */
export interface Cap {
  readonly max: number;
  readonly minutes: number;
}

/**
 * Counts something that is capped whether or not it fails.
 * @param what is counted, in words of its own
 * @param transaction that does it: what is rolled back was not counted
 * @throws ApiError 429
 */
export async function countTry(cap: Cap, what: readonly string[], transaction?: Transaction): Promise<void> {
  const key = countKey('count', ...what);
  if (await FailureCount.countUp(key, cap, transaction)) return;
  const { secondsLeft } = await FailureCount.standing(key, transaction);
  const seconds = String(secondsLeft);
  throw tooManyRequests.errorWith({ headers: { 'Retry-After': seconds } }, seconds);
}
