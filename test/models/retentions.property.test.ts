import { Client } from 'pg';
import { retentionDefaults } from '../../domain/retention';
import { DatabaseClient } from '../../models/database/DatabaseClient';
import { allRemovals, retentions } from '../../models/retentions';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildWorkspace } from '../support/build/workspace';
import { byCounts } from '../support/counts';
import { nodesOf } from '../support/runs/sentStatements';
import type { PlanNode } from '../support/runs/sentStatements';
import { useDatabase } from '../support/servers/database';
import { use } from '../support/use';

/** Rows of each table that a removal reads, no row old enough; as a fifth of that, assignments that have ended. */
const size = byCounts({ few: 20_000, sample: 50_000, full: 1_000_000 });
const database = useDatabase();

const fills: Record<string, string> = {
  failure_counts: `(key, failures, ends_at) SELECT 'key ' || n, 1, now() + interval '10 minutes'`,
  quota_days: `(platform, bucket, day, used) SELECT 'platform ' || n, 'units', current_date, 1`,
  quota_shares: `(platform, bucket, day, workspace_id, used) SELECT 'platform ' || n, 'units', current_date, $1::uuid, 1`,
  publish_attempts: `(assignment_id, generation, step, payload, lease_until, outcome, ended_at)
    SELECT md5('assignment ' || n % ${size / 5} + 1)::uuid, 1, 'publish', '{}', now(), 'notHappened', now() - n * interval '1 second'`,
  idempotency_keys: `(scope_id, workspace_id, key_hash, request_hash, assignment_id) SELECT $1::uuid, $1::uuid, 'key ' || n, '', $2::uuid`,
  outbox: `(kind, workflow, subject_id, generation, workspace_id, dispatched_at, outcome)
    SELECT 'start', 'publishAssignment', md5('assignment ' || n % ${size / 5} + 1)::uuid, 1, $1::uuid, now() - n * interval '1 second', 'sent'`,
  credit_purchases: `(id, workspace_id, credits, price_cents) SELECT gen_random_uuid(), $1::uuid, 1, 1`,
  booked_events: `(id, type) SELECT 'event ' || n, 'charge.refunded'`,
  webhook_deliveries: `(id, workspace_id, organization_id, assignment_id, url, event, body, status, last_attempt_at)
    SELECT md5('delivery ' || n)::uuid, $1::uuid, $3::uuid, $2::uuid, 'https://shop.example', 'published', '{}', 'delivered', now() - n * interval '1 second'`,
  webhook_attempts: `(delivery_id, attempt, round, at, duration_ms, response_body)
    SELECT md5('delivery ' || n)::uuid, 1, 1, now() - n * interval '1 second', 1, 'ok'`,
  oauth_tickets: `(id, workspace_id, organization_id, platform, redirect_url, status, expires_at)
    SELECT gen_random_uuid(), $1::uuid, $3::uuid, 'youtube', '', 'completed', now()`,
  connections: `(id, workspace_id, organization_id, platform, external_platform_id, name, token_status, metadata)
    SELECT md5('connection ' || n)::uuid, $1::uuid, $3::uuid, 'youtube', 'UC ' || n, 'Channel ' || n, 'valid', '{}'`,
  channel_lists: `(connection_id, name, items) SELECT md5('connection ' || n)::uuid, 'playlists', '[]'`,
  channel_snapshots: `(connection_id, day) SELECT md5('connection ' || n)::uuid, current_date`,
  read_posts: `(assignment_id, workspace_id, organization_id, connection_id, platform, published_at, next_reading_at)
    SELECT DISTINCT md5('assignment ' || n % ${size / 5} + 1)::uuid, $1::uuid, $3::uuid,
      md5('connection ' || n % ${size / 5} + 1)::uuid, 'youtube', now(), now()`,
  pictures: `(id, workspace_id, connection_id, read_at, version, bytes)
    SELECT DISTINCT md5('assignment ' || n % ${size / 5} + 1)::uuid, $1::uuid,
      md5('connection ' || n % ${size / 5} + 1)::uuid, now(), 'version', ''::bytea`,
  data_deletions: `(code_hash, platform, asked_at, connections) SELECT 'hash ' || n, 'facebook', now(), 1`,
  mcp_grants: `(id, workspace_id, client_id, consent_id, scopes, powers, resource, redirect_uri, code_hash, code_challenge, code_expires_at, expires_at)
    SELECT md5('grant ' || n)::uuid, $1::uuid, $4::uuid, gen_random_uuid(), '{}', '{}', '', '', 'hash ' || n, '', now(), now() + interval '1 day'`,
  connect_links: `(id, workspace_id, organization_id, grant_id, platform, secret_hash, expires_at)
    SELECT gen_random_uuid(), $1::uuid, $3::uuid, md5('grant ' || n)::uuid, 'youtube', 'hash ' || n, now()`,
  mcp_tokens: `(hash, grant_id, kind, scopes, expires_at)
    SELECT 'hash ' || n, md5('grant ' || n)::uuid, 'access', '{}', now() + interval '10 minutes'`,
};

/** The owners of the rows. */
const owners = use(async () => {
  const workspace = await buildWorkspace();
  const { assignmentId } = await buildAssignment({ ...workspace, ...(await buildConnection(workspace)) });
  const [client] = await database.query<{ id: string }>(
    `INSERT INTO mcp_clients (id, redirect_uris, grant_types, metadata_hash) VALUES (gen_random_uuid(), '{}', '{}', '') RETURNING id`,
  );
  return { ids: [workspace.workspaceId, assignmentId, workspace.organizationId, client!.id], stop: () => undefined };
});
/** A connection without the limits of the pool. */
const writer = use(async () => {
  const client = new Client(database.url);
  await client.connect();
  return { query: async (sql: string) => client.query(sql), stop: async () => client.end() };
});

async function fillAssignments(): Promise<void> {
  const [columns] = await database.query<{ names: string }>(
    `SELECT string_agg(quote_ident(column_name), ', ') AS names FROM information_schema.columns
     WHERE table_name = 'assignments' AND is_generated = 'NEVER'`,
  );
  const { names } = columns!;
  await writer.query(
    `INSERT INTO assignments (${names}) SELECT ${names} FROM generate_series(1, ${size / 5}) n, LATERAL (
       SELECT (jsonb_populate_record(a, jsonb_build_object('id', md5('assignment ' || n), 'status', 'published',
         'platform_post_id', n::text, 'platform_url', '', 'published_at', now()))).*
       FROM assignments a WHERE a.id = '${owners.ids[1]!}') assignment`,
  );
}

async function fill(table: string, columns: string): Promise<void> {
  const select = owners.ids.reduce((sql, id, nth) => sql.replaceAll(`$${nth + 1}`, `'${id}'`), columns);
  await writer.query(`ALTER TABLE ${table} SET (autovacuum_enabled = false)`);
  await writer.query(`INSERT INTO ${table} ${select} FROM generate_series(1, ${size}) n`);
}

// Each fill has a time limit of its own.
beforeAll(fillAssignments);
for (const [table, columns] of Object.entries(fills)) beforeAll(async () => fill(table, columns));

interface Explained {
  'QUERY PLAN': [{ Plan: PlanNode }];
}

/** The nodes of the plans of all statements that the work makes. */
async function plansOf(work: () => Promise<unknown>): Promise<PlanNode[]> {
  const nodes: PlanNode[] = [];
  const { prepared } = DatabaseClient.prototype;
  const explaining = jest.spyOn(DatabaseClient.prototype, 'prepared');
  explaining.mockImplementation(async function (this: DatabaseClient, text, values) {
    const { rows } = await prepared.call(this, `EXPLAIN (FORMAT JSON) ${text}`, values);
    nodes.push(...(rows as Explained[]).flatMap((explained) => nodesOf(explained['QUERY PLAN'][0].Plan)));
    return prepared.call(this, text, values);
  });
  const sequelize = database.sequelize as unknown as { query: (sql: unknown, options?: object) => Promise<unknown> };
  const { query } = sequelize;
  sequelize.query = async (sql, options) => {
    const [explained] = (await query.call(sequelize, `EXPLAIN (FORMAT JSON) ${String(sql)}`, options)) as [Explained];
    nodes.push(...nodesOf(explained['QUERY PLAN'][0].Plan));
    return query.call(sequelize, sql, options);
  };
  try {
    await work();
  } finally {
    sequelize.query = query;
    explaining.mockRestore();
  }
  return nodes;
}

/** @ts-expect-error A table that declares nothing does not compile. */
const incomplete: typeof retentions = { workspaces: { kept: 'people' } };

describe('the retention of each table', () => {
  it('is declared', async () => {
    expect(Object.keys(incomplete)).toEqual(['workspaces']);
    const tables = await database.query<{ name: string }>(
      `SELECT c.relname::text AS name FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition AND c.relname <> 'schema_migrations'`,
    );
    expect(Object.keys(retentions).toSorted()).toEqual(tables.map(({ name }) => name).toSorted());
  });

  it('names indexes that there are', async () => {
    const named = [
      ...allRemovals().map(([, { index }]) => index),
      ...Object.values(retentions).flatMap((retention) => ('index' in retention ? [retention.index] : [])),
    ];
    const found = await database.query<{ name: string }>('SELECT indexname AS name FROM pg_indexes');
    expect(named.filter((index) => !found.some(({ name }) => name === index))).toEqual([]);
  });

  it('that ends with another table is removed by the database with it', async () => {
    for (const [table, retention] of Object.entries(retentions)) {
      if (!('endsWith' in retention)) continue;
      const keys = await database.query<{ action: string }>(
        `SELECT confdeltype AS action FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::regclass AND confrelid = $2::regclass`,
        [table, retention.endsWith],
      );
      expect([table, keys]).toEqual([table, [{ action: 'c' }]]);
    }
  });

  // A table is without statistics after a restore, and after much was written at once. The tests run in this order.
  describe.each([
    ['that has no statistics yet', async () => Promise.resolve()],
    ['that was analysed', async () => writer.query('ANALYZE')],
  ])('of a table %s', (_what, prepare) => {
    beforeAll(prepare);

    it.each(allRemovals())(
      'is kept by a removal that reads no more than its index leads to: %s',
      async (_name, { index, remove }) => {
        let removed = -1;
        const nodes = await plansOf(async () => (removed = await remove(1000, retentionDefaults)));
        expect(removed).toBe(0);
        expect(nodes.map((node) => node['Index Name'])).toContain(index);
        expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
      },
    );
  });
});
