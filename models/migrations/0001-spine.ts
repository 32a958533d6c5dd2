import type { Migration } from './Migration';

/** Workspaces, connections, assignments with all that publishing writes, and the credit ledger. */
export const spine: Migration = {
  name: '0001-spine',
  up: `
CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  api_key_hash text UNIQUE,
  api_key_prefix text,
  api_key_last4 text,
  api_key_created_at timestamptz,
  webhook_secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE organizations (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  is_root boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX organizations_one_root ON organizations (workspace_id) WHERE is_root;

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
  UNIQUE (organization_id, platform, external_platform_id)
);
CREATE INDEX connections_newest ON connections (workspace_id, created_at DESC, id DESC);

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
  processing_since timestamptz,
  callback_url text,
  idempotency_key text,
  external_id text,
  hold_id uuid NOT NULL,
  platform_post_id text,
  platform_url text,
  published_at timestamptz,
  errors jsonb NOT NULL DEFAULT '[]',
  cleanup text NOT NULL DEFAULT 'none' CHECK (cleanup IN ('none', 'due', 'done', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  tries_began_at timestamptz,
  last_failure jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX assignments_newest ON assignments (workspace_id, created_at DESC, id DESC);
CREATE INDEX assignments_by_connection ON assignments (connection_id, created_at DESC);
CREATE INDEX assignments_by_external_id ON assignments (workspace_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX assignments_open ON assignments (updated_at) WHERE status IN ('pending', 'uploading', 'uploaded', 'processing') OR cleanup = 'due';

CREATE TABLE assignment_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  generation integer NOT NULL,
  status text NOT NULL,
  errors jsonb NOT NULL DEFAULT '[]',
  at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (assignment_id, generation, status)
);

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
  PRIMARY KEY (assignment_id, item)
);

CREATE TABLE transfer_slots (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  slot integer NOT NULL CHECK (slot > 0),
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  holder uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  PRIMARY KEY (workspace_id, slot)
);

CREATE TABLE drafts (
  assignment_id uuid PRIMARY KEY REFERENCES assignments ON DELETE CASCADE,
  draft_id text,
  payload jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE publish_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  generation integer NOT NULL,
  step text NOT NULL CHECK (step IN ('stage', 'publish', 'update')),
  payload jsonb NOT NULL,
  lease_until timestamptz NOT NULL,
  accepted_at timestamptz,
  outcome text CHECK (outcome IN ('happened', 'notHappened')),
  result jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  CHECK ((result IS NOT NULL) = (step = 'publish' AND outcome IS NOT DISTINCT FROM 'happened'))
);
CREATE UNIQUE INDEX publish_attempts_one_blocking ON publish_attempts (assignment_id, (step = 'update')) WHERE outcome IS DISTINCT FROM 'notHappened';

CREATE TABLE idempotency_keys (
  scope_id uuid NOT NULL,
  key text NOT NULL,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  request_hash text NOT NULL,
  assignment_id uuid NOT NULL,
  scheduled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (scope_id, key)
);

CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('start', 'cancel', 'terminate')),
  workflow text NOT NULL,
  subject_id uuid NOT NULL,
  generation integer NOT NULL,
  available_at timestamptz NOT NULL DEFAULT now(),
  claimed_until timestamptz,
  tries integer NOT NULL DEFAULT 0,
  last_error text,
  dispatched_at timestamptz,
  outcome text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX outbox_waiting ON outbox (available_at, id) WHERE dispatched_at IS NULL;
CREATE INDEX outbox_by_subject ON outbox (subject_id, generation);

CREATE TABLE credit_accounts (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  plan text NOT NULL,
  monthly_credits integer NOT NULL CHECK (monthly_credits >= 0),
  first_day date NOT NULL,
  cycle_started_at timestamptz NOT NULL,
  cycle_resets_at timestamptz NOT NULL,
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  posted integer NOT NULL DEFAULT 0 CHECK (posted >= 0),
  purchased integer NOT NULL DEFAULT 0 CHECK (purchased >= 0),
  CHECK (monthly_credits - held - posted >= 0)
);

CREATE TABLE credit_entries (
  id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('grant', 'hold', 'charge', 'release', 'expire', 'purchase', 'adjust')),
  credits integer NOT NULL CHECK (credits >= 0),
  amount integer NOT NULL,
  balance_after integer NOT NULL CHECK (balance_after >= 0),
  operation text,
  assignment_id uuid,
  hold_id uuid,
  cycle_credits integer,
  cycle_started_at timestamptz NOT NULL,
  description text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX credit_entries_one_hold ON credit_entries (hold_id) WHERE type = 'hold';
CREATE UNIQUE INDEX credit_entries_settled_once ON credit_entries (hold_id) WHERE type IN ('charge', 'release');
CREATE INDEX credit_entries_newest ON credit_entries (workspace_id, seq DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT 1 FROM workspaces WHERE id = OLD.workspace_id) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER credit_entries_append_only BEFORE UPDATE OR DELETE ON credit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
`,
  down: `
DROP TABLE credit_entries, credit_accounts, outbox, idempotency_keys, publish_attempts, drafts, transfer_slots, uploads, assignment_events, assignments, connections, organizations, workspaces;
DROP FUNCTION refuse_change();
`,
};
