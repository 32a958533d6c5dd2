import type { Client } from 'pg';
import { writeEnded } from '../growth/fill';
import type { Filling } from '../growth/fill';

/** Deliveries of each assignment, as a published one has them. */
const perAssignment = 4;

/** The statements that write the rows of a day that belong to no assignment, `count` of each. */
function besides({ workspaceId, organizationId }: Filling['owner'], day: number, count: number): string[] {
  const [workspace, organization] = [`'${workspaceId}'::uuid`, `'${organizationId}'::uuid`];
  const each = `FROM generate_series(1, ${count}) n`;
  return [
    `INSERT INTO failure_counts (key, failures, ends_at) SELECT 'bench ${day} ' || n, 1, now() + interval '10 minutes' ${each}`,
    `INSERT INTO quota_days (platform, bucket, day, used) SELECT 'bench ' || n, 'units', now()::date, 1 ${each}`,
    `INSERT INTO quota_shares (platform, bucket, day, workspace_id, used) SELECT 'bench ' || n, 'units', now()::date, ${workspace}, 1 ${each}`,
    `INSERT INTO oauth_tickets (id, workspace_id, organization_id, platform, redirect_url, status, expires_at, created_at, updated_at)
     SELECT gen_random_uuid(), ${workspace}, ${organization}, 'youtube', '', 'completed', now(), now(), now() ${each}`,
    `INSERT INTO credit_purchases (id, workspace_id, credits, price_cents, created_at) SELECT gen_random_uuid(), ${workspace}, 1, 1, now() ${each}`,
    `INSERT INTO booked_events (id, type, booked_at) SELECT gen_random_uuid(), 'charge.refunded', now() ${each}`,
    `WITH granted AS (
       INSERT INTO mcp_grants (id, workspace_id, client_id, consent_id, scopes, resource, redirect_uri, code_hash, code_challenge,
         code_expires_at, expires_at, created_at)
       SELECT gen_random_uuid(), ${workspace}, (SELECT id FROM mcp_clients LIMIT 1), gen_random_uuid(), '{}', '', '', gen_random_uuid(), '',
         now(), now() + interval '1 day', now() ${each} RETURNING id)
     INSERT INTO mcp_tokens (hash, grant_id, kind, scopes, expires_at, created_at)
     SELECT gen_random_uuid(), id, kind, '{}', now() + interval '10 minutes', now() FROM granted, (VALUES ('access'), ('refresh')) kinds (kind)`,
  ];
}

/** Writes an assistant, whom every grant is for. */
export async function addAssistant(client: Client): Promise<void> {
  await client.query(
    `INSERT INTO mcp_clients (id, redirect_uris, grant_types, metadata_hash) VALUES (gen_random_uuid(), '{}', '{}', 'bench')`,
  );
}

/** Writes the rows of the day before the clock's now: so many assignments with all theirs, and as many rows of each other kind. */
export async function writeDay(client: Client, filling: Filling, day: number, count: number): Promise<void> {
  const whole = { first: day * count + 1, last: (day + 1) * count };
  await writeEnded(client, filling, { whole, perAssignment, days: 1 });
  for (const statement of besides(filling.owner, day, count)) await client.query(statement);
}
