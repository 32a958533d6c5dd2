import type { Report } from './startReceiver';

/**
 * Shows that so many webhooks arrived, once each, with good signatures, and nothing else did.
 * @param assignmentIds the assignments of the webhooks, one each, where these are known
 * @throws Error with the numbers where they do not come out
 */
export function checkArrivals(
  { arrivals, refusedCount }: Report,
  count: number,
  assignmentIds: readonly string[] = [],
) {
  const arrived = new Set(arrivals.map(({ assignmentId }) => assignmentId));
  const missing = assignmentIds.filter((id) => !arrived.has(id)).length;
  const deliveries = new Set(arrivals.map(({ id }) => id)).size;
  if (missing === 0 && refusedCount === 0 && deliveries === count && arrivals.length === count) return;
  const good = `${arrivals.length} good requests brought ${deliveries} deliveries`;
  throw new Error(`of ${count} webhooks ${missing} are missing; ${good}, ${refusedCount} had bad signatures`);
}
