import { v7 as uuidv7 } from 'uuid';
import { inTransaction } from '../../models/database';
import { IdempotencyKey } from '../../models/IdempotencyKey';
import { useDatabase } from '../support/database';
import { buildWorkspace } from '../support/build/workspace';
import { interleave } from '../support/interleave';
import { buildJobs } from '../support/jobs';
import { use } from '../support/use';
import { Tenant } from '../../models/Tenant';

const database = useDatabase({ poolSize: 20 });
const workspace = use(async () => buildWorkspace());

type Parts = { tenant?: Tenant; assignmentId?: string };

const own = use(async () => new Tenant(workspace.workspaceId, null));
const claimOf = (key: string, { tenant: _tenant, ...parts }: Parts = {}) => ({
  key,
  requestHash: 'hash',
  assignmentId: uuidv7(),
  ...parts,
});
const claim = async (key: string, parts: Parts = {}): Promise<boolean> =>
  inTransaction(database.sequelize, (transaction) =>
    IdempotencyKey.claim(parts.tenant ?? own, claimOf(key, parts), transaction),
  );

async function holderOf(key: string): Promise<unknown> {
  const [row] = await database.query<{ assignment_id: string }>(
    'SELECT assignment_id FROM idempotency_keys WHERE workspace_id = $1 AND key = $2',
    [workspace.workspaceId, key],
  );
  return row?.assignment_id;
}

describe('claim', () => {
  it('takes a key once', async () => {
    const first = uuidv7();
    expect(await claim('once', { assignmentId: first })).toBe(true);
    expect(await claim('once')).toBe(false);
    expect(await holderOf('once')).toBe(first);
  });

  it('knows keys by workspace, for users by organization, and by every character', async () => {
    const { workspaceId: other } = await buildWorkspace();
    expect(await claim('same')).toBe(true);
    expect(await claim('same', { tenant: new Tenant(other, null) })).toBe(true);
    for (const organization of [uuidv7(), uuidv7()]) {
      const tenant = new Tenant(workspace.workspaceId, organization);
      expect([await claim('same', { tenant }), await claim('same', { tenant })]).toEqual([true, false]);
    }
    for (const key of ['Same', 'same ', ' same', 'samé', "sa'me"]) expect(await claim(key)).toBe(true);
  });

  /** Claims, lets the key be that old by the database's clock, and claims again, all in one moment of that clock. */
  async function claimAgainAfter(age: string): Promise<boolean> {
    const key = `after ${age}`;
    return inTransaction(database.sequelize, async (transaction) => {
      expect(await IdempotencyKey.claim(own, claimOf(key), transaction)).toBe(true);
      await database.sequelize.query('UPDATE idempotency_keys SET created_at = now() - $1::interval WHERE key = $2', {
        bind: [age, key],
        transaction,
      });
      return IdempotencyKey.claim(own, claimOf(key), transaction);
    });
  }

  it.each([
    ['23 hours 59 minutes 59.999999 seconds', false],
    ['24 hours', true],
    ['24 hours 1 microsecond', true],
  ])('after %s the key can be taken again: %s', async (age, isFree) => {
    expect(await claimAgainAfter(age)).toBe(isFree);
  });

  it('counts 24 hours anew from the second claim', async () => {
    await claim('renewed');
    await database.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = 'renewed'`);
    const second = uuidv7();
    expect(await claim('renewed', { assignmentId: second })).toBe(true);
    expect(await claim('renewed')).toBe(false);
    expect(await holderOf('renewed')).toBe(second);
  });

  it('leaves the key free when its transaction is rolled back', async () => {
    const refused = inTransaction(database.sequelize, async (transaction) => {
      await IdempotencyKey.claim(own, claimOf('refused'), transaction);
      throw new Error('402');
    });
    await expect(refused).rejects.toThrow('402');
    expect(await claim('refused')).toBe(true);
  });

  it('is granted to one of 50 twins, be the key new or run out', async () => {
    for (const key of ['twins, new', 'twins, run out']) {
      if (key.endsWith('out')) await claim(key);
      await database.query(`UPDATE idempotency_keys SET created_at = now() - interval '25 hours' WHERE key = $1`, [
        key,
      ]);
      const results = await Promise.all(Array.from({ length: 50 }, async () => claim(key)));
      expect(results.filter(Boolean)).toHaveLength(1);
    }
  });

  const insertKey = (key: string) =>
    `INSERT INTO idempotency_keys (scope_id, workspace_id, key, request_hash, assignment_id)
     VALUES ('${workspace.workspaceId}', '${workspace.workspaceId}', '${key}', 'hash', gen_random_uuid())`;

  it('waits for the twin that came first, and is refused when that commits', async () => {
    const first = async (client: { query: (sql: string) => Promise<unknown> }) => client.query(insertKey('waited'));
    expect(await interleave(database, first, async () => claim('waited'))).toBe(false);
  });
});

describe('originalOf', () => {
  it('tells the assignment as it is now', async () => {
    const jobs = await buildJobs(database);
    const { assignmentId } = await jobs.pending();
    await claim('answered', { tenant: new Tenant(jobs.workspaceId, null), assignmentId });
    const scheduledAt = new Date('2030-01-02T03:04:05.678Z');
    const [before] = await database.query<{ created_at: Date }>('SELECT created_at FROM assignments WHERE id = $1', [
      assignmentId,
    ]);
    await database.query(`UPDATE assignments SET scheduled_at = $2, status = 'failed', generation = 3 WHERE id = $1`, [
      assignmentId,
      scheduledAt,
    ]);
    const answer = await inTransaction(database.sequelize, (transaction) =>
      IdempotencyKey.originalOf(new Tenant(jobs.workspaceId, null), 'answered', transaction),
    );
    expect(answer).toEqual({
      id: assignmentId,
      status: 'failed',
      connectionId: jobs.connectionId,
      platform: 'youtube',
      type: 'video',
      scheduledAt,
      createdAt: before!.created_at,
      requestHash: 'hash',
    });
  });

  it("of another workspace's key is an error, never that workspace's assignment", async () => {
    const jobs = await buildJobs(database);
    const { assignmentId } = await jobs.pending();
    await claim('foreign', { assignmentId });
    const answer = inTransaction(database.sequelize, (transaction) =>
      IdempotencyKey.originalOf(own, 'foreign', transaction),
    );
    await expect(answer).rejects.toThrow('has no assignment');
  });
});
