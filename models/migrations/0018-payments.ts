import type { Migration } from './Migration';

/** Adds Stripe's customers, purchases, and the events of Stripe that are booked (docs/decisions/0030-payments.md). */
export const payments: Migration = {
  name: '0018-payments',
  up: `
CREATE TABLE payment_customers (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  customer_id text NOT NULL UNIQUE,
  last_reading bigint NOT NULL DEFAULT 0,
  written_reading bigint NOT NULL DEFAULT 0,
  subscription_id text,
  plan text CHECK (plan IN ('creator', 'business')),
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'past_due', 'canceled')),
  payment_method text,
  next_invoice_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (written_reading <= last_reading)
);

CREATE TABLE credit_purchases (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  credits integer NOT NULL CHECK (credits > 0),
  price_cents integer NOT NULL CHECK (price_cents > 0),
  paid_cents integer CHECK (paid_cents > 0),
  paid_at timestamptz,
  refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
  taken_back integer NOT NULL DEFAULT 0 CHECK (taken_back BETWEEN 0 AND credits),
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (paid_cents IS NOT NULL OR (paid_at IS NULL AND refunded_cents = 0)),
  CHECK (taken_back = 0 OR paid_at IS NOT NULL)
);
CREATE INDEX credit_purchases_refunded ON credit_purchases (workspace_id) WHERE refunded_cents > 0;

CREATE TABLE booked_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  booked_at timestamptz NOT NULL DEFAULT now()
);
`,
  down: `
DROP TABLE booked_events;
DROP TABLE credit_purchases;
DROP TABLE payment_customers;
`,
};
