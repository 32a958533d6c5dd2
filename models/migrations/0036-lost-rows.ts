import type { Migration } from './Migration';

/** A repeat with a known idempotency key answers the assignment as it is, so its key keeps no time of its own. */
export const lostRows: Migration = {
  name: '0036-lost-rows',
  up: 'ALTER TABLE idempotency_keys DROP COLUMN scheduled_at',
  down: 'ALTER TABLE idempotency_keys ADD COLUMN scheduled_at timestamptz',
};
