import type { Migration } from './Migration';

/** Each minute's search for lost deliveries reads those that are pending, not all that ever were. */
export const pendingDeliveries: Migration = {
  name: '0006-pending-deliveries',
  up: `CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (id) WHERE status = 'pending'`,
  down: 'DROP INDEX webhook_deliveries_pending',
};
