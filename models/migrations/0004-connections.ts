import type { Migration } from './Migration';

/** Connected channels with their tokens. */
export const connections: Migration = {
  name: '0004-connections',
  up: `
CREATE TABLE connections (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  platform text NOT NULL,
  external_platform_id text NOT NULL,
  name text NOT NULL,
  thumbnail_url text,
  external_id text,
  is_active boolean NOT NULL DEFAULT true,
  token_status text NOT NULL CHECK (token_status IN ('valid', 'expired', 'missing')),
  access_token text,
  refresh_token text,
  token_expires_at timestamptz,
  token_version integer NOT NULL DEFAULT 1,
  renewal_lease_until timestamptz,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  removals integer NOT NULL DEFAULT 0,
  platform_account text,
  tokens_stored_at timestamptz NOT NULL DEFAULT now(),
  access_ends_at timestamptz,
  publishing text NOT NULL DEFAULT 'staged' CHECK (publishing IN ('staged', 'direct')),
  permissions text[] NOT NULL DEFAULT '{}',
  access_lost_at timestamptz,
  data_erased_at timestamptz,
  erase_posts_until timestamptz,
  UNIQUE (organization_id, platform, external_platform_id)
);
CREATE INDEX connections_by_account ON connections (platform, platform_account);
CREATE INDEX connections_newest ON connections (workspace_id, created_at DESC, id DESC);
CREATE INDEX connections_to_erase ON connections (removed_at) WHERE (removed_at IS NOT NULL) AND (token_status <> 'missing');
CREATE INDEX connections_removed ON connections (removed_at) WHERE data_erased_at IS NULL;
CREATE INDEX connections_access_over ON connections
  (least(access_lost_at, access_ends_at, CASE WHEN refresh_token IS NULL THEN token_expires_at END)) WHERE data_erased_at IS NULL;
CREATE INDEX connections_owing_erasure ON connections (id) WHERE erase_posts_until IS NOT NULL;

CREATE TABLE channel_lists (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  name text NOT NULL,
  items jsonb NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connection_id, name)
);
CREATE INDEX channel_lists_over ON channel_lists (fetched_at);
`,
  down: `
DROP TABLE channel_lists, connections;
`,
};
