import type { StuckList as Found } from './listStuck';
import type { StuckList } from './schema';

/** The list as it is answered. */
export function presentStuck({ total, assignments, receivers }: Found): StuckList {
  return {
    total,
    assignments: assignments.map(({ generation: _generation, work: _work, since, nextAt, ...one }) => ({
      ...one,
      since: since.toISOString(),
      nextAt: nextAt?.toISOString() ?? null,
    })),
    receivers: receivers.map(({ deliveryId: _deliveryId, since, nextAttemptAt, ...one }) => ({
      ...one,
      since: since.toISOString(),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    })),
  };
}
