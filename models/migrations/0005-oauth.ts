import type { Migration } from './Migration';

/** Tickets, by which the owner of a channel connects it, and requests of owners to delete the data of their channels. */
export const oauth: Migration = {
  name: '0005-oauth',
  up: `
CREATE TABLE oauth_tickets (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  platform text NOT NULL,
  connection_id uuid REFERENCES connections ON DELETE CASCADE,
  redirect_url text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'consumed', 'granted', 'exchanging', 'exchanged', 'choosing', 'completed', 'failed', 'expired')),
  error text CHECK (error IN ('access_denied', 'ticket_expired', 'platform_error')),
  state_hash text UNIQUE,
  browser_hash text,
  sealed text,
  connected_id uuid REFERENCES connections ON DELETE SET NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  platform_account text,
  reason text,
  created_by uuid REFERENCES users ON DELETE SET NULL,
  features text[] NOT NULL DEFAULT '{}',
  missing text[] NOT NULL DEFAULT '{}',
  CHECK ((error IS NOT NULL) = status IN ('failed', 'expired')),
  CHECK ((sealed IS NULL) OR status NOT IN ('pending', 'exchanging', 'completed', 'failed', 'expired')),
  CHECK ((reason IS NULL) OR (error IS NOT NULL)),
  CHECK (missing <@ features)
);
CREATE INDEX oauth_tickets_by_workspace ON oauth_tickets (workspace_id, created_at DESC);
CREATE INDEX oauth_tickets_open ON oauth_tickets (expires_at) WHERE status NOT IN ('completed', 'failed', 'expired');
CREATE INDEX oauth_tickets_over ON oauth_tickets (created_at);

CREATE TABLE data_deletions (
  code_hash text PRIMARY KEY,
  platform text NOT NULL,
  asked_at timestamptz NOT NULL,
  connections integer NOT NULL CHECK (connections >= 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX data_deletions_over ON data_deletions (created_at);
`,
  down: `
DROP TABLE data_deletions, oauth_tickets;
`,
};
