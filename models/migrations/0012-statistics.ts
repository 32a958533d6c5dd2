import type { Migration } from './Migration';

/** Changes that are still to be folded, the figures of days, publish times, and readings of channels. */
export const statistics: Migration = {
  name: '0012-statistics',
  up: `
CREATE TABLE statistic_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  workspace_id uuid NOT NULL,
  organization_id uuid,
  connection_id uuid,
  platform text,
  created_on date,
  day date NOT NULL,
  from_status text,
  to_status text,
  took_ms bigint CHECK (took_ms >= 0),
  credits integer CHECK (credits >= 0)
);
CREATE INDEX statistic_changes_of_workspace ON statistic_changes (workspace_id);

CREATE TABLE daily_statistics (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  scope_id uuid NOT NULL,
  platform text NOT NULL,
  day date NOT NULL,
  measure text NOT NULL,
  amount bigint NOT NULL,
  PRIMARY KEY (workspace_id, scope_id, platform, day, measure)
);

CREATE TABLE publish_times (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  organization_id uuid NOT NULL,
  span text NOT NULL CHECK (span IN ('day', 'month')),
  begins_on date NOT NULL,
  bucket smallint NOT NULL,
  posts bigint NOT NULL CHECK (posts > 0),
  total_ms bigint NOT NULL,
  PRIMARY KEY (workspace_id, organization_id, span, begins_on, bucket)
);

CREATE TABLE channel_snapshots (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  day date NOT NULL,
  subscribers bigint,
  total_views bigint,
  PRIMARY KEY (connection_id, day) INCLUDE (subscribers, total_views)
);
`,
  down: `
DROP TABLE channel_snapshots, publish_times, daily_statistics, statistic_changes;
`,
};
