import type { Migration } from './Migration';

/** Entries that name the runs to start or to end. */
export const outbox: Migration = {
  name: '0011-outbox',
  up: `
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
  created_at timestamptz NOT NULL DEFAULT now(),
  workspace_id uuid NOT NULL,
  line text NOT NULL DEFAULT '',
  is_at_once boolean NOT NULL DEFAULT false,
  traceparent text
);
CREATE INDEX outbox_at_once ON outbox (created_at) WHERE is_at_once;
CREATE INDEX outbox_by_subject ON outbox (subject_id, generation);
CREATE INDEX outbox_in_turn ON outbox (workspace_id, line, available_at, id) WHERE dispatched_at IS NULL;
CREATE INDEX outbox_over ON outbox (dispatched_at) WHERE dispatched_at IS NOT NULL;
CREATE INDEX outbox_places ON outbox (workspace_id, line) WHERE (line <> '') AND ((dispatched_at IS NOT NULL) OR (claimed_until IS NOT NULL));
CREATE INDEX outbox_waiting ON outbox (available_at, id) WHERE dispatched_at IS NULL;
`,
  down: `
DROP TABLE outbox;
`,
};
