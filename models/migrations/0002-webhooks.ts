import type { Migration } from './Migration';

/** Webhook deliveries with their attempts, and the secret before the last rotation. */
export const webhooks: Migration = {
  name: '0002-webhooks',
  up: `
ALTER TABLE workspaces
  ADD COLUMN previous_webhook_secret text,
  ADD COLUMN previous_secret_expires_at timestamptz;

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
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (workspace_id, seq DESC);
CREATE INDEX webhook_deliveries_in_order ON webhook_deliveries (assignment_id, seq);

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
`,
  down: `
DROP TABLE webhook_attempts, webhook_deliveries;
DELETE FROM outbox WHERE workflow = 'deliverWebhook';
ALTER TABLE workspaces DROP COLUMN previous_webhook_secret, DROP COLUMN previous_secret_expires_at;
`,
};
