import type { Migration } from './Migration';

/**
 * Adds the user of credits, limits of members, plans that change at the end of a cycle, and the order in which lists of
 * the ledger are read (docs/decisions/0026-members-and-their-credits.md).
 */
export const memberCredits: Migration = {
  name: '0015-member-credits',
  up: `
ALTER TABLE credit_entries ADD COLUMN user_id uuid, ALTER COLUMN created_at SET DEFAULT clock_timestamp();
DROP INDEX credit_entries_newest;
CREATE INDEX credit_entries_newest ON credit_entries (workspace_id, created_at DESC, seq DESC) INCLUDE (type);

ALTER TABLE credit_accounts
  ADD COLUMN purchased_held integer NOT NULL DEFAULT 0 CHECK (purchased_held >= 0),
  ADD COLUMN next_plan text,
  ADD COLUMN next_monthly_credits integer CHECK (next_monthly_credits >= 0),
  ADD CHECK ((next_plan IS NULL) = (next_monthly_credits IS NULL));
UPDATE credit_accounts a SET purchased_held = coalesce((
  SELECT sum(h.credits - h.cycle_credits) FROM credit_entries h
  WHERE h.workspace_id = a.workspace_id AND h.type = 'hold' AND NOT EXISTS (
    SELECT 1 FROM credit_entries s WHERE s.hold_id = h.hold_id AND s.type IN ('charge', 'release'))), 0);

CREATE TABLE member_credits (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  monthly_limit integer CHECK (monthly_limit >= 0),
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  cycle_started_at timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, user_id)
);
`,
  down: `
DROP TABLE member_credits;
ALTER TABLE credit_accounts DROP COLUMN purchased_held, DROP COLUMN next_plan, DROP COLUMN next_monthly_credits;
DROP INDEX credit_entries_newest;
CREATE INDEX credit_entries_newest ON credit_entries (workspace_id, seq DESC);
ALTER TABLE credit_entries DROP COLUMN user_id, ALTER COLUMN created_at SET DEFAULT now();
`,
};
