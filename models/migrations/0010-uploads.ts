import type { Migration } from './Migration';

/** Upload sessions, the files that assignments use, and the locks of sessions. */
export const uploads: Migration = {
  name: '0010-uploads',
  up: `
CREATE TABLE upload_sessions (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  organization_id uuid REFERENCES organizations ON DELETE CASCADE,
  file_name text NOT NULL,
  media_content_type text NOT NULL,
  media_size_bytes bigint NOT NULL,
  duration_seconds double precision,
  status text NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'complete', 'expired')),
  is_begun boolean NOT NULL DEFAULT false,
  error jsonb,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz,
  removed_at timestamptz,
  link_hash text,
  link_grant_id uuid REFERENCES mcp_grants ON DELETE SET NULL,
  source_url text,
  next_try_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((media_size_bytes > 0) OR ((media_size_bytes = 0) AND (status <> 'complete'))),
  CHECK ((source_url IS NULL) = (next_try_at IS NULL)),
  CHECK ((source_url IS NULL) OR (status = 'open')),
  CHECK ((status <> 'complete') OR (completed_at IS NOT NULL)),
  CHECK ((removed_at IS NULL) OR (status = 'expired'))
);
CREATE INDEX upload_sessions_complete ON upload_sessions (completed_at) WHERE status = 'complete';
CREATE INDEX upload_sessions_importing ON upload_sessions (next_try_at) WHERE source_url IS NOT NULL;
CREATE INDEX upload_sessions_of_grant ON upload_sessions (link_grant_id) WHERE link_grant_id IS NOT NULL;
CREATE UNIQUE INDEX upload_sessions_link ON upload_sessions (link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX upload_sessions_open ON upload_sessions (expires_at) WHERE status = 'open';
CREATE INDEX upload_sessions_removed ON upload_sessions (removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX upload_sessions_stored ON upload_sessions (workspace_id) INCLUDE (media_size_bytes) WHERE removed_at IS NULL;
CREATE INDEX upload_sessions_to_remove ON upload_sessions (id) WHERE (status = 'expired') AND (removed_at IS NULL);

CREATE TABLE upload_uses (
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  upload_session_id uuid NOT NULL REFERENCES upload_sessions,
  is_late boolean NOT NULL DEFAULT false,
  PRIMARY KEY (assignment_id, upload_session_id)
);
CREATE INDEX upload_uses_by_session ON upload_uses (upload_session_id);

CREATE TABLE upload_locks (
  upload_session_id uuid PRIMARY KEY REFERENCES upload_sessions ON DELETE CASCADE,
  holder uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  is_wanted boolean NOT NULL DEFAULT false
);
`,
  down: `
DROP TABLE upload_locks, upload_uses, upload_sessions;
`,
};
