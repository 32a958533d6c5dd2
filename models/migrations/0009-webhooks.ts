import type { Migration } from './Migration';

/**
 * Webhook deliveries with their attempts.
 * A statement that has waited for the row of an assignment sees in `is_first_attempt_open` the commits made meanwhile:
 * whether a webhook of the assignment has not ended its first attempt.
 */
export const webhooks: Migration = {
  name: '0009-webhooks',
  up: `
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  seq bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  assignment_id uuid NOT NULL REFERENCES assignments ON DELETE CASCADE,
  url text NOT NULL,
  event text NOT NULL,
  body text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed')),
  round integer NOT NULL DEFAULT 1 CHECK (round > 0),
  round_attempts integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  http_status_code integer,
  last_attempt_at timestamptz,
  last_error text,
  first_attempt_ended_at timestamptz,
  next_attempt_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (assignment_id, seq);
CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (workspace_id, status, seq DESC);
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (workspace_id, seq DESC);
CREATE INDEX webhook_deliveries_over ON webhook_deliveries (coalesce(last_attempt_at, created_at)) WHERE status <> 'pending';
CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (id) WHERE status = 'pending';

CREATE TABLE webhook_attempts (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  delivery_id uuid NOT NULL REFERENCES webhook_deliveries ON DELETE CASCADE,
  attempt integer NOT NULL,
  round integer NOT NULL,
  at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  http_status_code integer,
  error text,
  response_body text,
  UNIQUE (delivery_id, attempt)
);
CREATE INDEX webhook_attempts_answered ON webhook_attempts (at) WHERE response_body IS NOT NULL;

CREATE FUNCTION is_first_attempt_open(uuid) RETURNS boolean LANGUAGE plpgsql VOLATILE AS
  'BEGIN RETURN EXISTS (SELECT 1 FROM webhook_deliveries WHERE assignment_id = $1 AND first_attempt_ended_at IS NULL); END';
`,
  down: `
DROP TABLE webhook_attempts, webhook_deliveries;
DROP FUNCTION is_first_attempt_open;
`,
};
