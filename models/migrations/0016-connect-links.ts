import type { Migration } from './Migration';

/** Addresses at which a person connects a channel that an assistant has asked for. */
export const connectLinks: Migration = {
  name: '0016-connect-links',
  up: `
CREATE TABLE connect_links (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  grant_id uuid NOT NULL REFERENCES mcp_grants ON DELETE CASCADE,
  created_by uuid REFERENCES users ON DELETE CASCADE,
  platform text NOT NULL,
  connection_id uuid REFERENCES connections ON DELETE CASCADE,
  features text[] NOT NULL DEFAULT '{}',
  secret_hash text NOT NULL UNIQUE,
  ticket_id uuid REFERENCES oauth_tickets ON DELETE SET NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX connect_links_over ON connect_links (expires_at);
`,
  down: `
DROP TABLE connect_links;
`,
};
