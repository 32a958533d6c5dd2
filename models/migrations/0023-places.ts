import type { Migration } from './Migration';

/**
 * An order to Temporal knows the line in which it waits for a place of its workspace, so that a backlog waits in the
 * outbox and not in Temporal.
 */
export const places: Migration = {
  name: '0023-places',
  up: `
-- Orders from before need no place.
ALTER TABLE outbox ADD COLUMN line text NOT NULL DEFAULT '';
DROP INDEX outbox_in_turn;
CREATE INDEX outbox_in_turn ON outbox (workspace_id, line, available_at, id) WHERE dispatched_at IS NULL;
CREATE INDEX outbox_places ON outbox (workspace_id, line)
  WHERE line <> '' AND (dispatched_at IS NOT NULL OR claimed_until IS NOT NULL);
`,
  down: `
ALTER TABLE outbox DROP COLUMN line;
CREATE INDEX outbox_in_turn ON outbox (workspace_id, available_at, id) WHERE dispatched_at IS NULL;
`,
};
