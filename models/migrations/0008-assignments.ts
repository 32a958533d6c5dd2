import type { Migration } from './Migration';

/**
 * Assignments with all that their runs write. Each write to an assignment counts its `version`: a writer that decides
 * on the row it has read writes only if no other writer has changed the row meanwhile
 * (models/assignments/store/storeChange.ts).
 */
export const assignments: Migration = {
  name: '0008-assignments',
  up: `
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE assignments (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  connection_id uuid NOT NULL REFERENCES connections,
  platform text NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'uploading', 'uploaded', 'processing', 'published', 'failed', 'cancelled')),
  generation integer NOT NULL DEFAULT 1 CHECK (generation > 0),
  payload jsonb NOT NULL,
  media_url text,
  media_content_type text,
  media_size_bytes bigint,
  scheduled_at timestamptz,
  prepare_ahead_seconds integer NOT NULL DEFAULT 0 CHECK (prepare_ahead_seconds >= 0),
  prepared_at timestamptz,
  prepare_again_at timestamptz,
  preparations_failed smallint NOT NULL DEFAULT 0,
  preparation_error jsonb,
  preparation_failed_at timestamptz,
  is_media_due boolean NOT NULL DEFAULT false,
  is_prepared_anew boolean NOT NULL DEFAULT false,
  callback_url text,
  callback_events text[] NOT NULL DEFAULT '{}' CHECK (callback_events <@ ARRAY['removal', 'extras']),
  callback_statuses text[] CHECK (callback_statuses <@ ARRAY['uploading', 'uploaded', 'processing', 'published', 'failed', 'cancelled']),
  idempotency_key text,
  external_id text,
  hold_id uuid NOT NULL,
  platform_post_id text,
  platform_url text,
  published_at timestamptz,
  errors jsonb NOT NULL DEFAULT '[]',
  cleanup text NOT NULL DEFAULT 'none' CHECK (cleanup IN ('none', 'due', 'done', 'failed')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  created_by uuid REFERENCES users ON DELETE SET NULL,
  title text GENERATED ALWAYS AS (left(coalesce(payload->>'title', payload->>'message', payload->>'description'), 255)) STORED,
  owes_extras boolean NOT NULL DEFAULT false,
  removal jsonb CHECK ((removal IS NULL) OR (removal->>'state' IN ('due', 'done', 'failed'))),
  absent_since timestamptz,
  is_replaced boolean NOT NULL DEFAULT false,
  media_warnings jsonb,
  version integer NOT NULL DEFAULT 1,
  tries jsonb,
  refusals jsonb,
  busy jsonb,
  is_outdated boolean NOT NULL DEFAULT false,
  next_work text,
  next_at timestamptz
);
CREATE INDEX assignments_by_connection ON assignments (connection_id, created_at DESC);
CREATE INDEX assignments_by_external_id ON assignments (workspace_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX assignments_by_publication ON assignments (organization_id, published_at, id, created_at, scheduled_at);
CREATE INDEX assignments_by_removal ON assignments (organization_id, created_at DESC, id DESC) WHERE removal IS NOT NULL;
CREATE INDEX assignments_by_schedule ON assignments (organization_id, scheduled_at, id, created_at);
CREATE INDEX assignments_by_status ON assignments (organization_id, status, created_at DESC, id DESC, scheduled_at);
CREATE INDEX assignments_by_status_and_publication ON assignments (organization_id, status, published_at, id, created_at, scheduled_at);
CREATE INDEX assignments_by_status_and_schedule ON assignments (organization_id, status, scheduled_at, id, created_at);
CREATE INDEX assignments_by_text ON assignments USING gin (lower(coalesce(title, '') || chr(10) || coalesce(external_id, '')) gin_trgm_ops) WITH (gin_pending_list_limit = 256);
CREATE INDEX assignments_by_type ON assignments (organization_id, type, platform, status, created_at DESC, scheduled_at);
CREATE INDEX assignments_newest ON assignments (workspace_id, created_at DESC, id DESC) INCLUDE (status, platform, connection_id);
CREATE INDEX assignments_newest_of_organization ON assignments (organization_id, created_at DESC, id DESC, scheduled_at);
CREATE INDEX assignments_next ON assignments (coalesce(next_at, '-infinity'::timestamptz)) WHERE next_work IS NOT NULL;
CREATE INDEX assignments_uploading ON assignments (workspace_id) WHERE status = 'uploading';

CREATE TABLE assignment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  generation integer NOT NULL,
  status text NOT NULL,
  errors jsonb NOT NULL DEFAULT '[]',
  at timestamptz NOT NULL DEFAULT now(),
  failed_tries integer NOT NULL DEFAULT 0,
  latest_failures jsonb NOT NULL DEFAULT '[]',
  resolution jsonb CHECK ((resolution IS NULL) OR (status = 'failed')),
  UNIQUE (assignment_id, generation, status)
);

CREATE TABLE idempotency_keys (
  scope_id uuid NOT NULL,
  key_hash text NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  request_hash text NOT NULL,
  assignment_id uuid NOT NULL,
  minutes integer NOT NULL DEFAULT 1440,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope_id, key_hash)
);
CREATE INDEX idempotency_keys_over ON idempotency_keys (created_at);

CREATE TABLE uploads (
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  item smallint NOT NULL CHECK (item >= 0),
  session text,
  source jsonb,
  content_type text,
  size_bytes bigint,
  bytes_transferred bigint NOT NULL DEFAULT 0,
  confirmed_bytes bigint NOT NULL DEFAULT 0,
  source_changes integer NOT NULL DEFAULT 0,
  object_id text,
  updated_at timestamptz NOT NULL DEFAULT now(),
  probe jsonb,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  spare_session text,
  spare_object_id text,
  spare_source jsonb,
  spare_made_at timestamptz,
  PRIMARY KEY (assignment_id, item)
);

CREATE TABLE drafts (
  assignment_id uuid PRIMARY KEY REFERENCES assignments ON DELETE CASCADE,
  draft_id text,
  payload jsonb,
  updated_at timestamptz NOT NULL DEFAULT now(),
  replaced text[] NOT NULL DEFAULT '{}',
  made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE publish_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  generation integer NOT NULL,
  step text NOT NULL CHECK (step IN ('stage', 'publish', 'update', 'remove')),
  payload jsonb NOT NULL,
  lease_until timestamptz NOT NULL,
  accepted_at timestamptz,
  outcome text CHECK (outcome IN ('happened', 'notHappened')),
  result jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  is_lost boolean NOT NULL DEFAULT false,
  restored_at timestamptz,
  is_repeatable boolean NOT NULL DEFAULT false,
  creation jsonb,
  content_key text,
  absent_at timestamptz,
  CHECK ((creation IS NULL) OR (step = 'publish')),
  CHECK ((result IS NOT NULL) = ((step = 'publish') AND (NOT (outcome IS DISTINCT FROM 'happened'))))
);
CREATE INDEX publish_attempts_by_assignment ON publish_attempts (assignment_id);
CREATE INDEX publish_attempts_lost ON publish_attempts (assignment_id) WHERE is_lost;
CREATE UNIQUE INDEX publish_attempts_one_content ON publish_attempts (content_key) WHERE content_key IS NOT NULL AND outcome IS NULL;
CREATE UNIQUE INDEX publish_attempts_one_blocking ON publish_attempts (assignment_id, ((step IN ('update', 'remove')))) WHERE outcome IS DISTINCT FROM 'notHappened';
CREATE INDEX publish_attempts_over ON publish_attempts (ended_at) WHERE ended_at IS NOT NULL;

CREATE TABLE post_extras (
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  field text NOT NULL,
  item text NOT NULL DEFAULT '',
  value text NOT NULL,
  post_id text NOT NULL,
  nth integer NOT NULL DEFAULT 1,
  tries integer NOT NULL DEFAULT 1,
  lease_until timestamptz NOT NULL,
  called_at timestamptz,
  external_id text,
  ended_at timestamptz,
  warning text,
  is_early boolean NOT NULL DEFAULT false,
  CHECK ((warning IS NULL) OR (ended_at IS NOT NULL)),
  PRIMARY KEY (assignment_id, field, item)
);

CREATE TABLE collection_turns (
  connection_id uuid NOT NULL REFERENCES connections ON DELETE CASCADE,
  name text NOT NULL,
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (connection_id, name)
);

CREATE TABLE transfer_slots (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  slot integer NOT NULL CHECK (slot > 0),
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  holder uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, slot)
);

ALTER INDEX assignments_by_text ALTER COLUMN 1 SET STATISTICS 300;
CREATE STATISTICS assignments_tenancy (dependencies) ON workspace_id, organization_id FROM assignments;
CREATE FUNCTION count_version() RETURNS trigger LANGUAGE plpgsql AS
  'BEGIN NEW.version := OLD.version + 1; RETURN NEW; END';
CREATE TRIGGER assignments_version BEFORE UPDATE ON assignments FOR EACH ROW EXECUTE FUNCTION count_version();
`,
  down: `
DROP TABLE transfer_slots, collection_turns, post_extras, publish_attempts, drafts, uploads, idempotency_keys, assignment_events, assignments;
DROP FUNCTION count_version;
DROP EXTENSION pg_trgm;
`,
};
