import type { Migration } from './Migration';

/**
 * Jobs that a restored database cannot know about (`models/publishing/restoredRows.ts`). Disputes of payments, and when the subscription of a
 * customer was last read. A repeat with a known idempotency key answers
 * the assignment as it is, so its key keeps no time of its own.
 */
export const lostRows: Migration = {
  name: '0036-lost-rows',
  up: `
ALTER TABLE idempotency_keys DROP COLUMN scheduled_at;

ALTER TABLE publish_attempts ADD COLUMN restored_at timestamptz;

ALTER TABLE payment_customers ADD COLUMN read_at timestamptz NOT NULL DEFAULT '-infinity';
CREATE INDEX payment_customers_read ON payment_customers (read_at)
  WHERE subscription_id IS NOT NULL AND status <> 'canceled';

ALTER TABLE credit_purchases ADD COLUMN disputed_cents bigint NOT NULL DEFAULT 0 CHECK (disputed_cents >= 0);
CREATE TABLE purchase_disputes (
  id text PRIMARY KEY,
  purchase_id uuid NOT NULL REFERENCES credit_purchases ON DELETE CASCADE,
  disputed_cents integer NOT NULL CHECK (disputed_cents > 0),
  is_won boolean NOT NULL
);
CREATE INDEX purchase_disputes_purchase ON purchase_disputes (purchase_id);
DROP INDEX credit_purchases_refunded;
CREATE INDEX credit_purchases_taken_back ON credit_purchases (workspace_id)
  WHERE refunded_cents > 0 OR disputed_cents > 0 OR taken_back > 0;
`,
  down: `
DROP INDEX credit_purchases_taken_back;
CREATE INDEX credit_purchases_refunded ON credit_purchases (workspace_id) WHERE refunded_cents > 0;
DROP TABLE purchase_disputes;
ALTER TABLE credit_purchases DROP COLUMN disputed_cents;
DROP INDEX payment_customers_read;
ALTER TABLE payment_customers DROP COLUMN read_at;
ALTER TABLE publish_attempts DROP COLUMN restored_at;
ALTER TABLE idempotency_keys ADD COLUMN scheduled_at timestamptz;
`,
};
