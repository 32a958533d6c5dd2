import type { Migration } from './Migration';

/** Workspaces with their secrets, organizations, members and invitations. */
export const organizations: Migration = {
  name: '0002-organizations',
  up: `
CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  api_key_hash text UNIQUE,
  api_key_prefix text,
  api_key_last4 text,
  api_key_created_at timestamptz,
  webhook_secret text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  previous_webhook_secret text,
  previous_secret_expires_at timestamptz,
  api_key_last_used_at timestamptz,
  post_statistics boolean NOT NULL DEFAULT true
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

CREATE TABLE memberships (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('member', 'admin', 'owner')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, user_id)
);
CREATE INDEX memberships_by_user ON memberships (user_id, joined_at);
CREATE UNIQUE INDEX memberships_one_owner ON memberships (organization_id) WHERE role = 'owner';

CREATE TABLE invitations (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL CHECK (role IN ('member', 'admin')),
  token_hash text NOT NULL UNIQUE,
  sealed_token text,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  mail_status text NOT NULL DEFAULT 'pending' CHECK (mail_status IN ('pending', 'sent', 'refused')),
  mail_round integer NOT NULL DEFAULT 1,
  mail_lease_until timestamptz,
  mail_ended_at timestamptz,
  mail_error text,
  invited_by uuid REFERENCES users ON DELETE SET NULL,
  CONSTRAINT invitations_mail_ended CHECK ((mail_status = 'pending') = (mail_ended_at IS NULL)),
  CONSTRAINT invitations_mail_sealed CHECK ((mail_status = 'pending') OR (sealed_token IS NULL))
);
CREATE INDEX invitations_newest ON invitations (organization_id, created_at DESC, id DESC);
CREATE INDEX invitations_sealed ON invitations (id) WHERE sealed_token IS NOT NULL;
`,
  down: `
DROP TABLE invitations, memberships, organizations, workspaces;
`,
};
