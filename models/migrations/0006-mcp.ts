import type { Migration } from './Migration';

/** Clients of assistants, the clients' grants, and their tokens. */
export const mcp: Migration = {
  name: '0006-mcp',
  up: `
CREATE TABLE mcp_clients (
  id uuid PRIMARY KEY,
  name text,
  redirect_uris text[] NOT NULL,
  grant_types text[] NOT NULL,
  metadata_hash text UNIQUE,
  metadata_url text UNIQUE,
  fresh_until timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((metadata_hash IS NULL) = (metadata_url IS NOT NULL)),
  CHECK ((metadata_url IS NULL) = (fresh_until IS NULL))
);

CREATE TABLE mcp_grants (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  client_id uuid NOT NULL REFERENCES mcp_clients,
  user_id uuid REFERENCES users ON DELETE CASCADE,
  organization_id uuid REFERENCES organizations ON DELETE CASCADE,
  consent_id uuid NOT NULL UNIQUE,
  scopes text[] NOT NULL,
  powers text[] NOT NULL,
  resource text NOT NULL,
  redirect_uri text NOT NULL,
  code_hash text NOT NULL UNIQUE,
  code_challenge text NOT NULL,
  code_expires_at timestamptz NOT NULL,
  code_used_at timestamptz,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  calls bigint NOT NULL DEFAULT 0 CHECK (calls >= 0),
  last_used_at timestamptz,
  credit_limit integer CHECK (credit_limit >= 0),
  credits_used integer NOT NULL DEFAULT 0 CHECK (credits_used >= 0),
  cycle_started_at timestamptz,
  CHECK ((user_id IS NULL) = (organization_id IS NULL))
);
CREATE INDEX mcp_grants_by_workspace ON mcp_grants (workspace_id, id) WHERE ended_at IS NULL;
CREATE INDEX mcp_grants_by_user ON mcp_grants (user_id) WHERE (ended_at IS NULL) AND (user_id IS NOT NULL);
CREATE INDEX mcp_grants_over ON mcp_grants (least(ended_at, expires_at));

CREATE TABLE mcp_tokens (
  hash text PRIMARY KEY,
  grant_id uuid NOT NULL REFERENCES mcp_grants ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('access', 'refresh')),
  scopes text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  pairs integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((used_at IS NULL) OR (kind = 'refresh')),
  CHECK ((pairs > 0) = (used_at IS NOT NULL))
);
CREATE INDEX mcp_tokens_by_grant ON mcp_tokens (grant_id);
CREATE INDEX mcp_tokens_over ON mcp_tokens (expires_at) WHERE kind = 'access';
`,
  down: `
DROP TABLE mcp_tokens, mcp_grants, mcp_clients;
`,
};
