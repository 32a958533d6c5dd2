import type { Client } from 'pg';
import { connectionsPerPlatform } from '../consoleList/fill';

/** The assignments that are multiplied, by their end. */
export interface Templates {
  readonly published: string;
  readonly failed: string;
  readonly cancelled: string;
  /** It stands by for its time. */
  readonly waiting: string;
}

/** The owner of most rows, with the channels of its posts. */
export interface Owner {
  readonly workspaceId: string;
  readonly organizationId: string;
  /** The channel of the templates, which has a token. */
  readonly connectionId: string;
  /** Channels without a token, the YouTube ones first. */
  readonly connectionIds: readonly string[];
}

/** A run of numbers, of which each is an assignment. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/** Every second assignment is of one of these; all others are of the large workspace. */
const otherWorkspaces = 200;

/** `hash` is the same for the same number, and has no pattern: a column says nothing of another column. */
const hash = (salt: number, below: number) => `(abs(hashint8extended(n, ${salt})) % ${below})`;

/** A UUID of version 7 of that moment (RFC 9562), as the service gives them. */
const idAt = (at: string) =>
  `(lpad(to_hex((extract(epoch FROM ${at}) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3) || '8' || substr(md5(random()::text), 1, 15))::uuid`;

/** Writes small workspaces, with a channel and an account each, as copies of the large one. */
export async function addOtherWorkspaces(client: Client, { workspaceId, organizationId }: Owner): Promise<void> {
  await client.query(
    `CREATE TABLE bench_others AS SELECT n AS nth, gen_random_uuid() AS workspace_id, gen_random_uuid() AS organization_id,
       gen_random_uuid() AS connection_id FROM generate_series(1, ${otherWorkspaces}) n`,
  );
  await client.query(
    `INSERT INTO workspaces (id, name, webhook_secret) SELECT o.workspace_id, 'Bench ' || nth, t.webhook_secret
     FROM bench_others o, workspaces t WHERE t.id = $1`,
    [workspaceId],
  );
  await client.query(
    `INSERT INTO organizations (id, workspace_id, name, slug, is_root) SELECT o.organization_id, o.workspace_id, 'Bench ' || nth, 'bench-' || nth, true
     FROM bench_others o, organizations t WHERE t.id = $1`,
    [organizationId],
  );
  await client.query(
    `INSERT INTO connections (id, workspace_id, organization_id, platform, external_platform_id, name, token_status, metadata)
     SELECT connection_id, workspace_id, organization_id, 'youtube', 'bench-' || nth, 'Channel ' || nth, 'missing', '{}' FROM bench_others`,
  );
  await client.query(
    `INSERT INTO credit_accounts (workspace_id, plan, monthly_credits, first_day, cycle_started_at, cycle_resets_at)
     SELECT o.workspace_id, plan, monthly_credits, first_day, cycle_started_at, cycle_resets_at
     FROM bench_others o, credit_accounts t WHERE t.workspace_id = $1`,
    [workspaceId],
  );
}

/** The order in which `made` knows the templates. */
const kinds = ['published', 'failed', 'cancelled', 'waiting'] as const;

/**
 * Names the new assignments in the temporary table `made`, in the order of their creation, the last one of `whole` now: eight
 * of ten are published, one failed and one was cancelled, or all of them wait for their time.
 */
export async function nameMade(
  client: Client,
  { templates, owner, areWaiting, whole, part, days }: Made,
): Promise<void> {
  await client.query('DROP TABLE IF EXISTS pg_temp.made');
  const channel = areWaiting
    ? '$2::uuid'
    : `CASE WHEN is_large THEN ($1::uuid[])[channel] ELSE others.connection_id END`;
  await client.query(
    `CREATE TEMP TABLE made AS
     SELECT n, at, ${idAt('at')} AS id, gen_random_uuid() AS hold_id, gen_random_uuid() AS delivery_id, t.id AS template, at - t.created_at AS shift,
            CASE WHEN is_large THEN '${owner.workspaceId}' ELSE others.workspace_id END AS workspace_id,
            CASE WHEN is_large THEN '${owner.organizationId}' ELSE others.organization_id END AS organization_id,
            ${channel.replace('$1', sqlArray(owner.connectionIds)).replace('$2', `'${owner.connectionId}'`)} AS connection_id,
            CASE WHEN is_facebook THEN 'facebook' ELSE 'youtube' END AS platform,
            CASE WHEN is_facebook THEN (ARRAY['video', 'image', 'reel', 'story'])[1 + ${hash(4, 4)}]
                 WHEN ${hash(3, 4)} = 0 AND NOT ${areWaiting} THEN 'short' ELSE 'video' END AS type,
            CASE WHEN ${areWaiting} THEN now() + make_interval(days => 200, secs => n) END AS scheduled_at,
            concat_ws(' ', 'Post', n, CASE WHEN ${hash(6, 3)} = 0 THEN 'coast' END, CASE WHEN ${hash(7, 30)} = 0 THEN 'harbour' END,
                      CASE WHEN ${hash(8, 1000)} = 0 THEN 'zephyr' END) AS title
     FROM (SELECT *, is_large AND channel > ${connectionsPerPlatform} AND NOT ${areWaiting} AS is_facebook FROM (
       SELECT n, now() - (${whole.last} - n) * interval '${days} days' / ${whole.last - whole.first + 1} AS at,
              ${areWaiting} OR ${hash(9, 2)} = 0 AS is_large, 1 + ${hash(10, otherWorkspaces)} AS other,
              1 + ${hash(1, 2 * connectionsPerPlatform)} AS channel,
              CASE WHEN ${areWaiting} THEN 4 ELSE (ARRAY[1, 1, 1, 1, 1, 1, 1, 1, 2, 3])[1 + ${hash(2, 10)}] END AS kind
       FROM generate_series(${part.first}, ${part.last}) n) drawn) sorted
     JOIN bench_others others ON others.nth = other
     JOIN LATERAL (SELECT id, created_at FROM assignments WHERE id = (${sqlArray(kinds.map((kind) => templates[kind]))})[kind]) t ON true
     ORDER BY n`,
  );
  await client.query('ANALYZE pg_temp.made');
}

interface Made {
  readonly templates: Templates;
  readonly owner: Owner;
  readonly areWaiting: boolean;
  /** All that are made in these days before now. */
  readonly whole: Span;
  readonly days: number;
  /** Those of them that are named now. */
  readonly part: Span;
}

function sqlArray(ids: readonly string[]): string {
  return `ARRAY[${ids.map((id) => `'${id}'`).join(', ')}]::uuid[]`;
}
