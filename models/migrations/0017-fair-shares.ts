import type { Migration } from './Migration';

/**
 * Adds the use of a platform's daily quota, by all workspaces together and by each, and the workspace of an order to
 * Temporal, so that workspaces take turns.
 */
export const fairShares: Migration = {
  name: '0017-fair-shares',
  up: `
CREATE TABLE quota_days (
  platform text NOT NULL,
  bucket text NOT NULL,
  day date NOT NULL,
  used integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (platform, bucket, day)
) WITH (fillfactor = 50);

CREATE TABLE quota_shares (
  platform text NOT NULL,
  bucket text NOT NULL,
  day date NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  used integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (platform, bucket, day, workspace_id)
) WITH (fillfactor = 50);

-- Orders from before take turns as if they were those of one workspace.
ALTER TABLE outbox ADD COLUMN workspace_id uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000';
ALTER TABLE outbox ALTER COLUMN workspace_id DROP DEFAULT;
CREATE INDEX outbox_in_turn ON outbox (workspace_id, available_at, id) WHERE dispatched_at IS NULL;

CREATE INDEX assignments_uploading ON assignments (workspace_id) WHERE status = 'uploading';
`,
  down: `
DROP INDEX assignments_uploading;
ALTER TABLE outbox DROP COLUMN workspace_id;
DROP TABLE quota_shares;
DROP TABLE quota_days;
`,
};
