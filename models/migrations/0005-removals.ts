import type { Migration } from './Migration';

/** Connections that were removed keep their row and their id; updates of published posts are held for, too. */
export const removals: Migration = {
  name: '0005-removals',
  up: `
ALTER TABLE connections
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN removals integer NOT NULL DEFAULT 0;
CREATE INDEX connections_by_channel ON connections (platform, external_platform_id);
CREATE INDEX connections_to_erase ON connections (removed_at) WHERE removed_at IS NOT NULL AND token_status <> 'missing';

DROP INDEX credit_entries_live_calls;
CREATE INDEX credit_entries_waited_for ON credit_entries (created_at)
  WHERE type = 'hold' AND (assignment_id IS NULL OR operation = 'publish.update');
`,
  down: `
DROP INDEX credit_entries_waited_for;
CREATE INDEX credit_entries_live_calls ON credit_entries (created_at) WHERE type = 'hold' AND assignment_id IS NULL;
DROP INDEX connections_by_channel, connections_to_erase;
ALTER TABLE connections DROP COLUMN removed_at, DROP COLUMN removals;
DELETE FROM outbox WHERE workflow = 'retireConnection';
`,
};
