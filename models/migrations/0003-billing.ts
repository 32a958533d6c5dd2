import type { Migration } from './Migration';

/**
 * Credit accounts with their ledger, the limits of members, and payments.
 * Entries of the ledger are only added; they go with their workspace.
 */
export const billing: Migration = {
  name: '0003-billing',
  up: `
CREATE TABLE credit_accounts (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  plan text NOT NULL,
  monthly_credits integer NOT NULL CHECK (monthly_credits >= 0),
  first_day date NOT NULL,
  cycle_started_at timestamptz NOT NULL,
  cycle_resets_at timestamptz NOT NULL,
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  posted integer NOT NULL DEFAULT 0 CHECK (posted >= 0),
  purchased integer NOT NULL DEFAULT 0 CHECK (purchased >= 0),
  purchased_held integer NOT NULL DEFAULT 0 CHECK (purchased_held >= 0),
  next_plan text,
  next_monthly_credits integer CHECK (next_monthly_credits >= 0),
  CHECK (((monthly_credits - held) - posted) >= 0),
  CHECK ((next_plan IS NULL) = (next_monthly_credits IS NULL))
);

CREATE TABLE credit_entries (
  id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('grant', 'hold', 'charge', 'release', 'expire', 'purchase', 'adjust')),
  credits integer NOT NULL CHECK (credits >= 0),
  amount integer NOT NULL,
  balance_after integer NOT NULL CHECK (balance_after >= 0),
  operation text,
  assignment_id uuid,
  hold_id uuid,
  cycle_credits integer,
  cycle_started_at timestamptz NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  user_id uuid,
  grant_id uuid
);
CREATE INDEX credit_entries_by_assignment ON credit_entries (assignment_id) WHERE assignment_id IS NOT NULL;
CREATE INDEX credit_entries_newest ON credit_entries (workspace_id, created_at DESC, seq DESC) INCLUDE (type);
CREATE UNIQUE INDEX credit_entries_one_hold ON credit_entries (hold_id) WHERE type = 'hold';
CREATE UNIQUE INDEX credit_entries_settled_once ON credit_entries (hold_id) WHERE type IN ('charge', 'release');
CREATE INDEX credit_entries_waited_for ON credit_entries (created_at) WHERE (type = 'hold') AND ((assignment_id IS NULL) OR (operation = 'publish.update'));

CREATE TABLE member_credits (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  monthly_limit integer CHECK (monthly_limit >= 0),
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  cycle_started_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);

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
  read_at timestamptz NOT NULL DEFAULT '-infinity'::timestamp with time zone,
  CHECK (written_reading <= last_reading)
);
CREATE INDEX payment_customers_read ON payment_customers (read_at) WHERE (subscription_id IS NOT NULL) AND (status <> 'canceled');

CREATE TABLE credit_purchases (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid REFERENCES users ON DELETE SET NULL,
  credits integer NOT NULL CHECK (credits > 0),
  price_cents integer NOT NULL CHECK (price_cents > 0),
  paid_cents integer CHECK (paid_cents > 0),
  paid_at timestamptz,
  refunded_cents integer NOT NULL DEFAULT 0 CHECK (refunded_cents >= 0),
  taken_back integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  disputed_cents bigint NOT NULL DEFAULT 0 CHECK (disputed_cents >= 0),
  CHECK ((taken_back >= 0) AND (taken_back <= credits)),
  CHECK ((paid_cents IS NOT NULL) OR ((paid_at IS NULL) AND (refunded_cents = 0))),
  CHECK ((taken_back = 0) OR (paid_at IS NOT NULL))
);
CREATE INDEX credit_purchases_taken_back ON credit_purchases (workspace_id) WHERE (refunded_cents > 0) OR (disputed_cents > 0) OR (taken_back > 0);
CREATE INDEX credit_purchases_unpaid ON credit_purchases (created_at) WHERE (paid_cents IS NULL) AND (paid_at IS NULL);

CREATE TABLE purchase_disputes (
  id text PRIMARY KEY,
  purchase_id uuid NOT NULL REFERENCES credit_purchases ON DELETE CASCADE,
  disputed_cents integer NOT NULL CHECK (disputed_cents > 0),
  is_won boolean NOT NULL
);
CREATE INDEX purchase_disputes_purchase ON purchase_disputes (purchase_id);

CREATE TABLE booked_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  booked_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX booked_events_over ON booked_events (booked_at);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM workspaces WHERE id = OLD.workspace_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE ON credit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
`,
  down: `
DROP TABLE booked_events, purchase_disputes, credit_purchases, payment_customers, member_credits, credit_entries, credit_accounts;
DROP FUNCTION refuse_change;
`,
};
