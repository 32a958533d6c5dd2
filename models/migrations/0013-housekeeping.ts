import type { Migration } from './Migration';

/** The lease, the pause and the last run of each minute task. */
export const housekeeping: Migration = {
  name: '0013-housekeeping',
  up: `
CREATE TABLE minute_tasks (
  name text PRIMARY KEY,
  holder text,
  held_since timestamptz,
  lease_until timestamptz,
  due_at timestamptz NOT NULL DEFAULT now(),
  asked_at timestamptz,
  paused_at timestamptz,
  began_at timestamptz,
  ended_at timestamptz,
  took_ms bigint CHECK (took_ms >= 0),
  result jsonb,
  error text
);
`,
  down: `
DROP TABLE minute_tasks;
`,
};
