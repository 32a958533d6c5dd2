import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { aheadOf } from '../../../domain/assignment/spread';
import { publishCredits } from '../../../domain/credits';
import { Assignment } from '../../../models/assignments/Assignment';
import { create } from '../../../models/assignments/store/create';
import type { NewAssignment } from '../../../models/assignments/store/create';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { inTransaction } from '../../../models/database/transaction';
import { MemberCredits } from '../../../models/billing/MemberCredits';
import { Tenant } from '../../../models/database/Tenant';
import { nextInBoth } from '../../properties/load';
import { videoAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';
import { interleave } from '../../support/runs/interleave';
import { buildAssignments } from '../../support/runs/assignments';
import { timelineOf } from '../../support/runs/timeline';
import { useEach } from '../../support/use';

const database = useDatabase({ poolSize: 20 });
const assignments = useEach(async () => buildAssignments(database));
const tenant = () => new Tenant(assignments.workspaceId, null);

type Parts = { key?: string; uploads?: string[]; hasToken?: boolean; tenant?: Tenant } & Partial<NewAssignment>;

const newAssignment = (parts: Partial<NewAssignment> = {}): NewAssignment => ({
  ...videoAssignment,
  id: uuidv7(),
  connectionId: assignments.connectionId,
  platform: 'youtube',
  holdId: uuidv7(),
  ...parts,
});
const beside = { requestHash: 'hash', uploads: [], hasPicture: false, hasToken: true };
const make = async ({ key, uploads = [], hasToken = true, tenant: asked = tenant(), ...own }: Parts = {}) =>
  create(asked, newAssignment({ idempotencyKey: key ?? null, ...own }), { ...beside, uploads, hasToken });

/** All that the workspace has in the tables that a creation writes. */
async function stored(): Promise<unknown> {
  const tables = ['assignments', 'credit_accounts', 'credit_entries', 'idempotency_keys', 'member_credits', 'outbox'];
  const ofWorkspace = [...tables, 'statistic_changes'].map(
    (table) => `(SELECT json_agg(to_jsonb(t)) FROM ${table} t WHERE workspace_id = $1) AS ${table}`,
  );
  const ofAssignments = ['assignment_events', 'upload_uses'].map(
    (table) =>
      `(SELECT count(*) FROM ${table} t JOIN assignments a ON a.id = t.assignment_id WHERE workspace_id = $1) AS ${table}`,
  );
  return database.query(`SELECT ${[...ofWorkspace, ...ofAssignments].join(', ')}`, [assignments.workspaceId]);
}

const update = async (table: string, values: string) =>
  database.query(`UPDATE ${table} SET ${values} WHERE workspace_id = $1`, [assignments.workspaceId]);
const after = async (...change: Parameters<typeof update>): Promise<Parts> => {
  await update(...change);
  return {};
};

async function upload(status = 'complete', workspaceId = assignments.workspaceId): Promise<string> {
  const id = randomUUID();
  await database.query(
    `INSERT INTO upload_sessions (id, workspace_id, file_name, media_content_type, media_size_bytes, status, expires_at, completed_at)
     VALUES ($1, $2, 'a.mp4', 'video/mp4', 9, $3, now() + interval '1 day', now())`,
    [id, workspaceId, status],
  );
  return id;
}

async function member(): Promise<string> {
  const [user] = await database.query<{ id: string }>(
    `WITH made AS (INSERT INTO users (id, email, email_key, name, password_hash)
       SELECT id, id::text, id::text, 'Ada', '' FROM gen_random_uuid() AS id RETURNING id)
     INSERT INTO memberships (id, organization_id, user_id, role)
     SELECT gen_random_uuid(), $1, id, 'member' FROM made RETURNING user_id AS id`,
    [assignments.organizationId],
  );
  return user!.id;
}

describe('create', () => {
  it('writes a pending assignment of generation 1, as it was asked for, with its first event at the same moment', async () => {
    const assignment = newAssignment({
      payload: { title: 'T', tags: ['a'], madeForKids: false },
      mediaContentType: 'video/mp4',
      mediaSizeBytes: 274_877_906_944,
      scheduledAt: new Date('2030-01-02T03:04:05.678Z'),
      prepareAheadSeconds: 900,
      callbackUrl: 'https://caller.example/hook',
      callbackEvents: ['removal'],
      callbackStatuses: ['published', 'failed'],
      idempotencyKey: 'key',
      externalId: 'mine',
    });
    const before = await CreditAccount.balance(tenant());
    const written = await create(tenant(), assignment, beside);
    const createdAt = written?.createdAt;
    expect(written).toEqual({
      createdAt: expect.any(Date),
      outboxId: expect.any(Number),
      balance: before - publishCredits.video,
    });
    expect(await Assignment.ofTenant(tenant(), assignment.id)).toEqual({
      ...assignment,
      workspaceId: assignments.workspaceId,
      organizationId: assignments.organizationId,
      title: 'T',
      status: 'pending',
      generation: 1,
      version: 1,
      cleanup: 'none',
      errors: [],
      tries: null,
      refusals: null,
      removal: null,
      busy: null,
      nextWork: 'upload',
      nextAt: new Date(assignment.scheduledAt!.getTime() - aheadOf(assignment.id, 900).spreadMs),
      preparedAt: null,
      prepareAgainAt: null,
      preparationsFailed: 0,
      preparationError: null,
      preparationFailedAt: null,
      isMediaDue: false,
      isOutdated: false,
      isPreparedAnew: false,
      owesExtras: false,
      isReplaced: false,
      absentSince: null,
      mediaWarnings: null,
      platformPostId: null,
      platformUrl: null,
      publishedAt: null,
      createdAt,
      updatedAt: createdAt,
    });
    expect(await timelineOf(assignment.id)).toEqual([{ status: 'pending', errors: [], at: createdAt }]);
  });

  it.each([
    ['without a time', null, 0],
    ['with a time that lies far ahead', 7200, 900],
    ['with a time so near that its preparation begins now', 901, 900],
    ['with a time that has passed', -60, 900],
    ['of a post without media, with a time', 7200, 0],
  ])('says what is next, and when: %s', async (_when, dueInSeconds, prepareAheadSeconds) => {
    const scheduledAt = dueInSeconds === null ? null : new Date(Date.now() + dueInSeconds * 1000);
    const assignment = newAssignment({ scheduledAt, prepareAheadSeconds });
    await create(tenant(), assignment, beside);
    const { row, pure } = await nextInBoth(assignment.id);
    expect(row).toEqual(pure);
  });

  it('orders the start of its run with it', async () => {
    const assignment = newAssignment();
    const written = await create(tenant(), assignment, beside);
    const orders = await database.query(
      `SELECT id, kind, workflow, generation, claimed_until > clock_timestamp() AS "isClaimed" FROM outbox WHERE subject_id = $1`,
      [assignment.id],
    );
    const order = { kind: 'start', workflow: 'publishAssignment', generation: 1, isClaimed: true };
    expect(orders).toEqual([{ id: written?.outboxId, ...order }]);
  });

  it.each(['expired', 'missing'])('orders no start where the token of the channel is %s', async (status) => {
    await update('connections', `token_status = '${status}'`);
    expect(await make({ hasToken: false })).toMatchObject({ outboxId: null });
    expect(await database.query('SELECT 1 FROM outbox WHERE workspace_id = $1', [assignments.workspaceId])).toEqual([]);
  });

  it('counts the use of the member who asks, and refers to the files', async () => {
    const [createdBy, uploads] = [await member(), [await upload(), await upload()]];
    await MemberCredits.limit(tenant(), createdBy, publishCredits.video);
    const assignment = newAssignment({ createdBy });
    expect(await create(tenant(), assignment, { ...beside, uploads })).not.toBeNull();
    const own =
      'SELECT used, (SELECT user_id FROM credit_entries WHERE hold_id = $2) FROM member_credits WHERE user_id = $1';
    expect(await database.query(own, [createdBy, assignment.holdId])).toEqual([{ used: 10, user_id: createdBy }]);
    const uses = 'SELECT upload_session_id AS id, is_late FROM upload_uses WHERE assignment_id = $1 ORDER BY 1';
    expect(await database.query(uses, [assignment.id])).toEqual(
      uploads.toSorted().map((id) => ({ id, is_late: false })),
    );
  });

  it('is undone with its transaction', async () => {
    const before = await stored();
    const refused = inTransaction(database.sequelize, 'test', async (transaction) => {
      expect(await create(tenant(), newAssignment({ idempotencyKey: 'key' }), beside, transaction)).not.toBeNull();
      throw new Error('undone');
    });
    await expect(refused).rejects.toThrow('undone');
    expect(await stored()).toEqual(before);
  });

  it('knows keys by workspace, for users by organization, and by every character; the table has none of them', async () => {
    const made = async (key: string, parts: Parts = {}) => (await make({ key, ...parts })) !== null;
    expect([await made('same'), await made('same')]).toEqual([true, false]);
    const other = await buildWorkspace();
    const elsewhere = { tenant: new Tenant(other.workspaceId, null), ...(await buildConnection(other)) };
    expect([await made('same', elsewhere), await made('same', elsewhere)]).toEqual([true, false]);
    const ofUser = { tenant: new Tenant(assignments.workspaceId, assignments.organizationId) };
    expect([await made('same', ofUser), await made('same', ofUser)]).toEqual([true, false]);
    for (const key of ['Same', 'same ', ' same', 'samé', "sa'me"]) expect(await made(key)).toBe(true);
    const kept = await database.query('SELECT to_jsonb(k)::text AS row FROM idempotency_keys k');
    expect(JSON.stringify(kept)).not.toMatch(/sam?e/i);
  });
});

describe('create writes nothing', () => {
  it.each<[string, () => Promise<Parts | null>]>([
    ['the connection is unknown', async () => ({ connectionId: randomUUID() })],
    ['the connection is of another workspace', async () => buildConnection(await buildWorkspace())],
    [
      'the connection is of another organization',
      async () => ({ tenant: new Tenant(assignments.workspaceId, randomUUID()) }),
    ],
    ['the connection was removed', async () => after('connections', 'removed_at = now()')],
    ['the connection is inactive', async () => after('connections', 'is_active = false')],
    ['the platform is another one', async () => ({ platform: 'facebook' })],
    ['the token is not valid any more', async () => after('connections', `token_status = 'expired'`)],
    ['the token is valid again', async () => ({ hasToken: false })],
    ['a file is unfinished', async () => ({ uploads: [await upload(), await upload('open')] })],
    ['a file was removed', async () => ({ uploads: [await upload('expired')] })],
    [
      'a file is of another workspace',
      async () => ({ uploads: [await upload('complete', (await buildWorkspace()).workspaceId)] }),
    ],
    ['the credits do not suffice', async () => after('credit_accounts', 'monthly_credits = 9')],
    ['their cycle has ended', async () => after('credit_accounts', 'cycle_resets_at = now()')],
    [
      'the limit of the member does not suffice',
      async () => {
        const createdBy = await member();
        await MemberCredits.limit(tenant(), createdBy, publishCredits.video - 1);
        return { createdBy };
      },
    ],
    ['the key is in use', async () => (await make({ key: 'key' })) && {}],
  ])('where %s', async (_what, prepare) => {
    const parts = { key: 'key', ...(await prepare()) };
    const before = await stored();
    expect(await make(parts)).toBeNull();
    expect(await stored()).toEqual(before);
  });

  const insertKey = async (client: { query: (sql: string) => Promise<unknown> }) => {
    // A twin has the account before it has the key.
    await client.query(`SELECT 1 FROM credit_accounts WHERE workspace_id = '${assignments.workspaceId}' FOR UPDATE`);
    await client.query(
      `INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, assignment_id)
       VALUES ('${assignments.workspaceId}', '${assignments.workspaceId}', encode(sha256('twin'), 'hex'), 'hash', gen_random_uuid())`,
    );
  };

  it.each<[string, Parts | (() => Promise<Parts>), string | typeof insertKey]>([
    ['the connection is removed', {}, `UPDATE connections SET removed_at = now()`],
    ['the connection is deactivated', {}, `UPDATE connections SET is_active = false`],
    ['the token expires', {}, `UPDATE connections SET token_status = 'expired'`],
    ['a file is removed', async () => ({ uploads: [await upload()] }), `UPDATE upload_sessions SET status = 'expired'`],
    ['the credits are taken', {}, `UPDATE credit_accounts SET held = monthly_credits - 9`],
    ['a twin uses the key', { key: 'twin' }, insertKey],
  ])('where %s while it waits', async (_what, given, change) => {
    const parts = typeof given === 'function' ? await given() : given;
    const first =
      typeof change === 'string' ? async (client: Parameters<typeof insertKey>[0]) => client.query(change) : insertKey;
    expect(await interleave(database, first, async () => make(parts))).toBeNull();
    expect(await Assignment.count({ where: { workspaceId: assignments.workspaceId } })).toBe(0);
    expect(await CreditAccount.count({ where: { workspaceId: assignments.workspaceId, purchasedHeld: 0 } })).toBe(1);
    const holds = `SELECT 1 FROM credit_entries WHERE workspace_id = $1 AND type = 'hold'`;
    expect(await database.query(holds, [assignments.workspaceId])).toEqual([]);
  });

  it('in a transaction either: a used key aborts it', async () => {
    const before = await interleave(database, insertKey, async () =>
      inTransaction(database.sequelize, 'test', async (transaction) => {
        await database.sequelize.query(`UPDATE workspaces SET name = 'Changed'`, { transaction });
        return create(tenant(), newAssignment({ idempotencyKey: 'twin' }), beside, transaction);
      }),
    );
    expect(before).toBeNull();
    expect(await database.query(`SELECT 1 FROM workspaces WHERE name = 'Changed'`)).toEqual([]);
  });

  it('more than once for a key: one of 50 twins', async () => {
    const written = await Promise.all(Array.from({ length: 50 }, async () => make({ key: 'twins' })));
    expect(written.filter((one) => one !== null)).toHaveLength(1);
    expect(await Assignment.count({ where: { workspaceId: assignments.workspaceId } })).toBe(1);
  });
});
