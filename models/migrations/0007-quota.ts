import type { Migration } from './Migration';

/** The daily quotas of platforms, and the share of each workspace. */
export const quota: Migration = {
  name: '0007-quota',
  up: `
CREATE TABLE quota_days (
  platform text NOT NULL,
  bucket text NOT NULL,
  day date NOT NULL,
  used integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (platform, bucket, day)
) WITH (fillfactor = 50);
CREATE INDEX quota_days_over ON quota_days (day);

CREATE TABLE quota_shares (
  platform text NOT NULL,
  bucket text NOT NULL,
  day date NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  used integer NOT NULL CHECK (used >= 0),
  PRIMARY KEY (platform, bucket, day, workspace_id)
) WITH (fillfactor = 50);
CREATE INDEX quota_shares_over ON quota_shares (day);
`,
  down: `
DROP TABLE quota_shares, quota_days;
`,
};
