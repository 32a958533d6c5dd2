import type { Client } from 'pg';

/** So many rows of each table are due to be removed in a pass. */
export const expiredCount = 500;
const mark = 'https://expired.example/';

/** Writes rows of assignments that are there, which a clean-up removes: deliveries with an attempt, orders, attempts to publish, keys. */
export async function addExpired(client: Client): Promise<void> {
  await client.query(
    `CREATE TEMP TABLE expired AS SELECT id, workspace_id, organization_id, gen_random_uuid() AS delivery_id
     FROM assignments WHERE status = 'published' LIMIT ${expiredCount}`,
  );
  await client.query(
    `INSERT INTO webhook_deliveries (id, workspace_id, organization_id, assignment_id, url, event, body, status, attempts, created_at, last_attempt_at, first_attempt_ended_at)
     SELECT delivery_id, workspace_id, organization_id, id, '${mark}' || id, 'published', repeat('x', 500), 'delivered', 1, at, at, at
     FROM expired, (SELECT now() - interval '91 days' AS at) times`,
  );
  await client.query(
    `INSERT INTO webhook_attempts (delivery_id, attempt, round, at, duration_ms, http_status_code)
     SELECT delivery_id, 1, 1, now() - interval '91 days', 5, 204 FROM expired`,
  );
  await client.query(
    `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, created_at, available_at, dispatched_at, outcome)
     SELECT 'start', 'deliverWebhook', delivery_id, 1, workspace_id, at, at, at, 'sent' FROM expired, (SELECT now() - interval '31 days' AS at) times`,
  );
  await client.query(
    `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until, outcome, created_at, ended_at)
     SELECT id, 1, 'publish', '{}', at, 'notHappened', at, at FROM expired, (SELECT now() - interval '31 days' AS at) times`,
  );
  await client.query(
    `INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, assignment_id, created_at)
     SELECT workspace_id, workspace_id, '${mark}' || delivery_id, '', id, now() - interval '25 hours' FROM expired`,
  );
}

/** @throws Error where some of them are still there */
export async function checkRemoved(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT 'deliveries' AS "table" FROM webhook_deliveries WHERE url LIKE '${mark}%'
     UNION SELECT 'orders' FROM outbox WHERE dispatched_at < now() - interval '30 days'
     UNION SELECT 'attempts' FROM publish_attempts WHERE ended_at < now() - interval '30 days'
     UNION SELECT 'keys' FROM idempotency_keys WHERE created_at < now() - interval '1 day'`,
  );
  if (rows.length > 0) throw new Error(`the clean-up has left ${rows.map(({ table }) => table).join(', ')}`);
}
