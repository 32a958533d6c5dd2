import { randomUUID } from 'node:crypto';
import { moveOn } from '../../support/build/moveOn';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { addMember, buildUser } from '../../support/callers/people';
import { useEach } from '../../support/use';

const app = useApp();
const scene = useEach(async () => {
  const owner = await buildUser(app);
  const parent = { ...owner, ...(await buildConnection(owner)) };
  return {
    owner,
    parent,
    get: async (path = '') => owner.call('GET', `/api/v1/console/transactions${path}`),
    /** Moves entries to other times, which only a test can. */
    date: async (sql: string) => {
      await app.database.query('ALTER TABLE credit_entries DISABLE TRIGGER credit_entries_append_only');
      await app.database.query(`UPDATE credit_entries SET created_at = ${sql} WHERE workspace_id = $1 RETURNING id`, [
        owner.workspaceId,
      ]);
      await app.database.query('ALTER TABLE credit_entries ENABLE TRIGGER credit_entries_append_only');
    },
  };
});

const post = { platformPostId: 'a', platformUrl: 'https://www.youtube.com/watch?v=a' };

async function publish(): Promise<string> {
  const { assignmentId } = await buildAssignment(scene.parent);
  for (const to of ['uploading', 'uploaded', 'processing'] as const) await moveOn(assignmentId, { to });
  await moveOn(assignmentId, { to: 'published', post });
  return assignmentId;
}

describe('searchTransactions', () => {
  const found = async (query: string) =>
    (await scene.get(query)).body.items.map(({ description }: { description: string }) => description);

  it('finds a part of the description in any case, or all of an assignment', async () => {
    const assignmentId = await publish();
    await buildAssignment(scene.parent);
    expect(await found('?search=CHARGED')).toEqual(['Charged for publish.video']);
    expect(await found(`?search=${assignmentId}`)).toEqual(['Charged for publish.video', 'Held for publish.video']);
    expect(await found('?search=publish.video&type=hold')).toHaveLength(2);
    expect((await scene.get()).body).toMatchObject({ total: 4, page: 1, limit: 20 });
  });

  it.each(['%', '_', String.raw`\\`, "' OR 1=1 --", 'publish_video'])('takes %p for a text alone', async (search) => {
    await buildAssignment(scene.parent);
    expect(await found(`?search=${encodeURIComponent(search)}`)).toEqual([]);
  });

  it.each(['search=', `search=${'x'.repeat(256)}`, 'search=a%00b'])('answers 400 to %s', async (query) => {
    expect(await scene.get(`?${query}`)).toMatchObject({
      status: 400,
      body: { details: { search: [expect.any(String)] } },
    });
  });
});

describe('exportTransactions', () => {
  it('has all that the list finds with the same words and kind', async () => {
    const assignmentId = await publish();
    await buildAssignment(scene.parent);
    for (const [query, count] of [
      ['', 4],
      ['?type=hold', 2],
      ['?search=CHARGED', 1],
      [`?search=${assignmentId}`, 2],
      ['?search=publish.video&type=hold', 2],
      ['?search=publish_video', 0],
    ] as const) {
      const { body } = await scene.get(`/export${query}`);
      const ids = body
        .split('\r\n')
        .slice(1, -1)
        .map((line: string) => line.split(',')[0]);
      const { items } = (await scene.get(query)).body;
      expect([query, ids]).toEqual([query, items.map(({ id }: { id: string }) => id)]);
      expect(ids).toHaveLength(count);
    }
  });

  it.each(['search=', 'type=gift'])('answers 400 to %s', async (query) => {
    expect((await scene.get(`/export?${query}`)).status).toBe(400);
  });
});

describe('getTransaction', () => {
  it('answers one as the list has it', async () => {
    const { items } = (await scene.get()).body;
    expect(await scene.get(`/${items[0].id}`)).toMatchObject({ status: 200, body: items[0] });
  });

  it('answers 404 to an unknown and to a foreign one, alike', async () => {
    const other = await buildUser(app);
    const foreign = (await other.call('GET', '/api/v1/console/transactions')).body.items[0].id;
    const [one, two] = [await scene.get(`/${foreign}`), await scene.get(`/${randomUUID()}`)];
    expect([one.status, one.body]).toEqual([404, two.body]);
  });

  it('answers 400 to what is no id', async () => {
    expect(await scene.get('/nothing')).toMatchObject({
      status: 400,
      body: { details: { transactionId: [expect.any(String)] } },
    });
  });
});

describe('getTransactionOverview', () => {
  const today = () => new Date().toISOString().slice(0, 10);

  it('adds up what was granted, charged and released, by operation and by day', async () => {
    await publish();
    await publish();
    const failed = await buildAssignment(scene.parent);
    await moveOn(failed.assignmentId, { to: 'failed', error: { code: 'INTERNAL', message: 'x' } });
    const { status, body } = await scene.get('/overview');
    expect([status, body]).toEqual([
      200,
      {
        granted: 500,
        charged: 20,
        released: 10,
        purchased: 0,
        byOperation: [{ operation: 'publish.video', credits: 20, count: 2 }],
        byDay: [{ date: today(), credits: 20 }],
      },
    ]);
  });

  it('has a point for each day of its time, in UTC, and none before the first transaction', async () => {
    await publish();
    await scene.date(
      `CASE type WHEN 'grant' THEN '2026-02-26T23:59:59.999999Z'::timestamptz ELSE '2026-03-01T00:00:00Z' END`,
    );
    const days = async (query: string) => (await scene.get(`/overview${query}`)).body.byDay;
    expect(await days('?dateTo=2026-03-03')).toEqual([
      { date: '2026-02-26', credits: 0 },
      { date: '2026-02-27', credits: 0 },
      { date: '2026-02-28', credits: 0 },
      { date: '2026-03-01', credits: 10 },
      { date: '2026-03-02', credits: 0 },
    ]);
    expect(await days('?dateFrom=0001-01-01&dateTo=2026-03-01')).toHaveLength(3);
    expect(await days('?dateFrom=2026-03-01&dateTo=2026-03-01T00:00:00.001Z')).toEqual([
      { date: '2026-03-01', credits: 10 },
    ]);
    expect(await days('?dateFrom=9999-12-31')).toEqual([]);
    expect((await scene.get('/overview?dateFrom=2026-03-01&dateTo=2026-03-02')).body).toMatchObject({
      granted: 0,
      charged: 10,
    });
  });
});

it('is not for a member, whether or not the transaction exists', async () => {
  const member = await buildUser(app);
  await addMember(scene.owner.organizationId, member.userId, 'member');
  const headers = { 'X-Organization-Id': scene.owner.organizationId };
  const { id } = (await scene.get()).body.items[0];
  const paths = ['', '/overview', '/export', `/${id}`, `/${randomUUID()}`];
  const answers = await Promise.all(
    paths.map(async (path) => member.call('GET', `/api/v1/console/transactions${path}`, { headers })),
  );
  expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 403));
});
