import type { Migration } from './Migration';

/** Users, and failed tries at a password. */
export const users: Migration = {
  name: '0001-users',
  up: `
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

CREATE TABLE failure_counts (
  key text PRIMARY KEY,
  failures integer NOT NULL CHECK (failures >= 0),
  ends_at timestamptz NOT NULL,
  in_flight integer NOT NULL DEFAULT 0 CHECK (in_flight >= 0)
);
CREATE INDEX failure_counts_over ON failure_counts (ends_at);
`,
  down: `
DROP TABLE failure_counts, users;
`,
};
