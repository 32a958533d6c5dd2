import type { Migration } from './Migration';

/** Tickets, by which a channel's owner lets the service act for it; and an index of the holds of live calls. */
export const tickets: Migration = {
  name: '0003-tickets',
  up: `
CREATE TABLE oauth_tickets (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  platform text NOT NULL,
  connection_id uuid REFERENCES connections ON DELETE CASCADE,
  redirect_url text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN
    ('pending', 'consumed', 'granted', 'exchanging', 'exchanged', 'choosing', 'completed', 'failed', 'expired')),
  error text CHECK (error IN ('access_denied', 'ticket_expired', 'platform_error')),
  state_hash text UNIQUE,
  browser_hash text,
  sealed text,
  connected_id uuid REFERENCES connections ON DELETE SET NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((error IS NOT NULL) = (status IN ('failed', 'expired'))),
  CHECK (sealed IS NULL OR status NOT IN ('pending', 'exchanging', 'completed', 'failed', 'expired'))
);
CREATE INDEX oauth_tickets_by_workspace ON oauth_tickets (workspace_id, created_at DESC);

CREATE INDEX credit_entries_live_calls ON credit_entries (created_at) WHERE type = 'hold' AND assignment_id IS NULL;
`,
  down: `
DROP INDEX credit_entries_live_calls;
DROP TABLE oauth_tickets;
DELETE FROM outbox WHERE workflow = 'connectChannel';
`,
};
