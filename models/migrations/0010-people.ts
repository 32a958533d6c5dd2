import type { Migration } from './Migration';

/** Users, their roles in organizations, invitations, failure counts, and when an API key was used last. */
export const people: Migration = {
  name: '0010-people',
  up: `
ALTER TABLE workspaces ADD COLUMN api_key_last_used_at timestamptz;
CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text NOT NULL,
  locale text NOT NULL DEFAULT 'en',
  timezone text NOT NULL DEFAULT 'UTC',
  avatar_url text,
  is_platform_admin boolean NOT NULL DEFAULT false,
  onboarding_steps jsonb NOT NULL DEFAULT '[]',
  onboarding_completed boolean NOT NULL DEFAULT false,
  onboarding_updated_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE memberships (
  id uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('member', 'admin', 'owner')),
  joined_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (organization_id, user_id)
);
CREATE UNIQUE INDEX memberships_one_owner ON memberships (organization_id) WHERE role = 'owner';
CREATE INDEX memberships_by_user ON memberships (user_id, joined_at);

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
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX invitations_newest ON invitations (organization_id, created_at DESC, id DESC);

CREATE TABLE failure_counts (
  key text PRIMARY KEY,
  failures integer NOT NULL CHECK (failures >= 0),
  ends_at timestamptz NOT NULL,
  in_flight integer NOT NULL DEFAULT 0 CHECK (in_flight >= 0)
);
CREATE INDEX failure_counts_over ON failure_counts (ends_at);
`,
  down: `
DROP TABLE failure_counts;
DROP TABLE invitations;
DROP TABLE memberships;
DROP TABLE users;
ALTER TABLE workspaces DROP COLUMN api_key_last_used_at;
`,
};
