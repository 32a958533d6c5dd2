import type { Model, ModelStatic } from 'sequelize';
import { assignmentStatuses } from '../../../domain/assignment';
import { creditEntryTypes } from '../../../domain/credits';
import { mailStatuses } from '../../../domain/mail';
import { tokenStatuses } from '../../../models/connections/Connection';
import { defaultDatabaseLimits } from '../../../models/openDatabase';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';

const database = useDatabase({ limits: defaultDatabaseLimits });

interface Column {
  table_name: string;
  column_name: string;
  data_type: string;
  is_nullable: 'YES' | 'NO';
}

/** PostgreSQL's names of the types that our models declare. */
const typeNames: Record<string, string> = {
  UUID: 'uuid',
  TEXT: 'text',
  INTEGER: 'integer',
  SMALLINT: 'smallint',
  BIGINT: 'bigint',
  BOOLEAN: 'boolean',
  JSONB: 'jsonb',
  BLOB: 'bytea',
  'DOUBLE PRECISION': 'double precision',
  DATE: 'timestamp with time zone',
  DATEONLY: 'date',
  ARRAY: 'ARRAY',
};

const models = (): ModelStatic<Model>[] => Object.values(database.sequelize.models);
const tableOf = (model: ModelStatic<Model>): string => model.getTableName() as string;

async function columnsOf(table: string): Promise<Column[]> {
  return database.query<Column>(
    `SELECT table_name, column_name, data_type, is_nullable FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = $1`,
    [table],
  );
}

describe('the tables', () => {
  it('have a model each', async () => {
    const tables = await database.query<{ name: string }>(
      `SELECT c.relname::text AS name FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relname <> 'schema_migrations' ORDER BY 1`,
    );
    expect(models().map(tableOf).sort()).toEqual(tables.map(({ name }) => name));
  });

  it('have the columns of their models, of the same types', async () => {
    for (const model of models()) {
      const columns = await columnsOf(tableOf(model));
      const inTable = columns.map(({ column_name, data_type }) => `${column_name} ${data_type}`).sort();
      const inModel = Object.values(model.getAttributes()).map(
        ({ field, type }) => `${field} ${typeNames[(type as { key: string }).key]}`,
      );
      expect({ table: tableOf(model), columns: inModel.sort() }).toEqual({ table: tableOf(model), columns: inTable });
    }
  });

  it('have the primary keys of their models', async () => {
    for (const model of models()) {
      const keys = await database.query<{ name: string }>(
        `SELECT a.attname AS name FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY(i.indkey[0:i.indnkeyatts - 1])
         WHERE i.indrelid = $1::regclass AND i.indisprimary`,
        [tableOf(model)],
      );
      const inModel = model.primaryKeyAttributes.map((name) => String(model.getAttributes()[name]!.field));
      expect(new Set(inModel)).toEqual(new Set(keys.map(({ name }) => name)));
    }
  });

  it('refuse null where the model says that there is always a value', async () => {
    // Columns that may be null, typed by hand from the models' declarations.
    const nullable: Record<string, string[]> = {
      workspaces: [
        'api_key_hash',
        'api_key_prefix',
        'api_key_last4',
        'previous_webhook_secret',
        'previous_secret_expires_at',
        'api_key_created_at',
        'api_key_last_used_at',
      ],
      organizations: [],
      users: ['avatar_url'],
      memberships: [],
      invitations: ['invited_by', 'sealed_token', 'mail_lease_until', 'mail_ended_at', 'mail_error', 'accepted_at'],
      failure_counts: [],
      connections: [
        'thumbnail_url',
        'external_id',
        'platform_account',
        'access_token',
        'refresh_token',
        'token_expires_at',
        'renewal_lease_until',
        'removed_at',
        'access_ends_at',
        'access_lost_at',
        'data_erased_at',
        'erase_posts_until',
      ],
      assignments: [
        'created_by',
        'title',
        'media_url',
        'media_content_type',
        'media_size_bytes',
        'scheduled_at',
        'next_work',
        'next_at',
        'callback_url',
        'callback_statuses',
        'idempotency_key',
        'external_id',
        'platform_post_id',
        'platform_url',
        'preparation_error',
        'preparation_failed_at',
        'prepare_again_at',
        'prepared_at',
        'published_at',
        'tries',
        'refusals',
        'removal',
        'busy',
        'absent_since',
        'media_warnings',
      ],
      assignment_events: ['resolution'],
      uploads: [
        'session',
        'source',
        'content_type',
        'size_bytes',
        'object_id',
        'probe',
        'spare_session',
        'spare_object_id',
        'spare_source',
        'spare_made_at',
      ],
      transfer_slots: [],
      drafts: ['draft_id', 'payload'],
      publish_attempts: [
        'accepted_at',
        'outcome',
        'result',
        'ended_at',
        'restored_at',
        'creation',
        'content_key',
        'absent_at',
      ],
      outbox: ['claimed_until', 'last_error', 'dispatched_at', 'outcome', 'traceparent'],
      credit_accounts: ['next_plan', 'next_monthly_credits'],
      credit_entries: ['operation', 'assignment_id', 'user_id', 'grant_id', 'hold_id', 'cycle_credits'],
      member_credits: ['monthly_limit'],
      statistic_changes: [
        'organization_id',
        'connection_id',
        'platform',
        'created_on',
        'from_status',
        'to_status',
        'took_ms',
        'credits',
      ],
      daily_statistics: [],
      publish_times: [],
      channel_snapshots: ['subscribers', 'total_views'],
      pictures: ['assignment_id', 'channel_id', 'next_at', 'read_at', 'version', 'bytes'],
      read_posts: ['next_reading_at', 'gone_at', 'read_at', 'views', 'likes', 'comments', 'shares'],
      post_readings: ['reach', 'watch_time_seconds'],
      minute_tasks: [
        'holder',
        'held_since',
        'lease_until',
        'asked_at',
        'paused_at',
        'began_at',
        'ended_at',
        'took_ms',
        'result',
        'error',
      ],
    };
    for (const [table, names] of Object.entries(nullable)) {
      const columns = await columnsOf(table);
      const found = columns.filter(({ is_nullable }) => is_nullable === 'YES').map(({ column_name }) => column_name);
      expect({ table, nullable: found.sort() }).toEqual({ table, nullable: names.sort() });
    }
  });
});

/** The values that the check constraint of a column names. */
async function allowedIn(table: string, column: string): Promise<string[]> {
  const constraints = await database.query<{ definition: string }>(
    `SELECT pg_get_constraintdef(c.oid) AS definition FROM pg_constraint c
     JOIN pg_attribute a ON a.attrelid = c.conrelid AND c.conkey = ARRAY[a.attnum]
     WHERE c.conrelid = $1::regclass AND a.attname = $2 AND c.contype = 'c'`,
    [table, column],
  );
  return constraints.flatMap(({ definition }) => Array.from(definition.matchAll(/'([^']*)'/g), ([, value]) => value!));
}

describe('the check constraints', () => {
  it.each([
    ['assignments', 'status', assignmentStatuses],
    ['credit_entries', 'type', creditEntryTypes],
    ['connections', 'token_status', tokenStatuses],
    ['assignments', 'cleanup', ['none', 'due', 'done', 'failed']],
    ['invitations', 'mail_status', mailStatuses],
    ['outbox', 'kind', ['start', 'cancel', 'terminate']],
    ['publish_attempts', 'outcome', ['happened', 'notHappened']],
  ] as const)('of %s.%s name the values that the code has', async (table, column, values) => {
    expect((await allowedIn(table, column)).sort()).toEqual([...values].sort());
  });
});

describe('the database connection', () => {
  it('reads numbers, dates and JSON as such', async () => {
    const [row] = await database.query(
      `SELECT 274877906944::bigint AS big, count(*) AS count, '{"a":1}'::jsonb AS json, true AS yes,
              '2026-02-03T04:05:06.789+02'::timestamptz AS at`,
    );
    expect(row).toEqual({
      big: 274_877_906_944,
      count: expect.any(Number),
      json: { a: 1 },
      yes: true,
      at: new Date('2026-02-03T02:05:06.789Z'),
    });
  });

  it('gives up on a lock or a statement that takes too long, and on a transaction that idles', async () => {
    const [limits] = await database.query(
      `SELECT current_setting('lock_timeout') AS lock, current_setting('statement_timeout') AS statement,
              current_setting('idle_in_transaction_session_timeout') AS idle`,
    );
    expect(limits).toEqual({ lock: '8s', statement: '10s', idle: '15s' });
  });

  it('stores text and JSON as they are, and binds, never quotes', async () => {
    const assignments = await buildAssignments(database);
    const text = `Robert'); DROP TABLE assignments;-- $1 \\ " 😀 \u2028`;
    const assignment = await assignments.pending({ externalId: text, payload: { title: text, tags: [text] } });
    expect(await assignments.row(assignment)).toMatchObject({
      external_id: text,
      payload: { title: text, tags: [text] },
    });
  });
});

describe('a workspace that is removed', () => {
  it('takes all with it that was its own, and nothing of others', async () => {
    const [assignments, others] = [await buildAssignments(database), await buildAssignments(database)];
    const mine = await assignments.walked('published');
    const theirs = await others.walked('failed');
    await assignments.leave(mine, { session: 'sealed' });
    await database.query(
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until) VALUES ($1, 1, 'publish', '{}', now())`,
      [mine.assignmentId],
    );
    await database.query(
      `INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, assignment_id) VALUES ($1, $1, 'key', 'hash', $2)`,
      [assignments.workspaceId, mine.assignmentId],
    );
    await database.query(
      `WITH ada AS (INSERT INTO users (id, email, email_key, name, password_hash)
                    VALUES (gen_random_uuid(), 'ada@example.com', 'ada@example.com', 'Ada', '') RETURNING id)
       INSERT INTO member_credits (workspace_id, user_id, cycle_started_at) SELECT $1, id, now() FROM ada RETURNING used`,
      [assignments.workspaceId],
    );
    await database.query('DELETE FROM workspaces WHERE id = $1', [assignments.workspaceId]);
    const credits = ['credit_accounts', 'credit_entries', 'member_credits'];
    const tables = ['organizations', 'connections', 'assignments', 'pictures', 'idempotency_keys', ...credits];
    const expectNone = async (table: string, column: string, id: string) => {
      expect([table, await database.query(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [id])]).toEqual([table, []]);
    };
    for (const table of tables) await expectNone(table, 'workspace_id', assignments.workspaceId);
    const parts = ['assignment_events', 'uploads', 'drafts', 'publish_attempts'];
    for (const table of parts) await expectNone(table, 'assignment_id', mine.assignmentId);
    expect(await others.timeline(theirs)).toEqual(['1 pending', '1 uploading', '1 failed']);
    expect(await others.entries(theirs)).toEqual(['hold', 'release']);
  });
});
