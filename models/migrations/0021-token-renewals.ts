import type { Migration } from './Migration';

/** Connections know when their tokens were got: what else changes the row does not put their renewal off. */
export const tokenRenewals: Migration = {
  name: '0021-token-renewals',
  up: `
ALTER TABLE connections ADD COLUMN tokens_stored_at timestamptz NOT NULL DEFAULT now();
UPDATE connections SET tokens_stored_at = updated_at;
`,
  down: `
ALTER TABLE connections DROP COLUMN tokens_stored_at;
`,
};
