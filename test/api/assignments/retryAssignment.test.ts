import { Connection } from '../../../models/connections/Connection';
import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { buildWorkspace } from '../../support/build/workspace';
import { startOperating, useOperating } from '../../support/runs/operating';

const callbackUrl = 'https://caller.example/hooks';

const app = useApp();
const one = useOperating(app);

const retry = async (id: string, by = one) => by.call('POST', `/api/v1/assignments/${id}/retry`);
const lines = () => app.log.filter(({ msg }) => msg === 'assignment moved');
const owe = async (id: string, cleanup: string) =>
  app.database.query('UPDATE assignments SET cleanup = $2 WHERE id = $1', [id, cleanup]);

it('is pending again, in its next generation, for a new hold; no webhook is sent, the old errors stay in the timeline', async () => {
  const id = await one.make('failed', { callbackUrl });
  const before = await one.row(id);
  const promised = (await one.orders(id)).length;
  const { status, body, headers } = await retry(id);

  expect([status, body]).toEqual([200, { id, status: 'pending' }]);
  expect([headers.get('x-credits-used'), headers.get('x-credits-balance')]).toEqual(['10', '990']);
  const after = await one.row(id);
  const fresh = { status: 'pending', generation: 2, errors: [], cleanup: 'none', tries: null, nextWork: 'upload' };
  const changed = { ...fresh, holdId: expect.any(String), updatedAt: expect.any(Date) };
  expect(after).toEqual({ ...before, ...changed, version: before.version + 1 });
  expect(after.holdId).not.toBe(before.holdId);
  expect(await one.timeline(id)).toEqual(['1 pending', '1 uploading', '1 failed', '2 pending']);
  const errors = await app.database.query(
    `SELECT jsonb_array_length(errors) AS errors FROM assignment_events WHERE assignment_id = $1 AND status = 'failed'`,
    [id],
  );
  expect(errors).toEqual([{ errors: 1 }]);
  expect(await one.credits(id)).toEqual(['hold', 'release', 'hold']);
  const orders = (await one.orders(id)).slice(promised);
  expect(orders.map(({ what }) => what)).toEqual(['start 2']);
  expect(app.dispatched).toEqual([orders.map((order) => order.id)]);
  expect(lines()).toMatchObject([{ assignmentId: id, generation: 2, status: 'pending' }]);
  const detail = await one.call('GET', `/api/v1/assignments/${id}`);
  expect(detail.body).toMatchObject({ status: 'pending', errors: [] });
});

it.each([
  ['due', 'due', ['terminate 1', 'start 2']],
  ['failed', 'due', ['start 2']],
  ['done', 'none', ['start 2']],
  ['none', 'none', ['start 2']],
])('with a clean-up that is %s: it is %s then', async (cleanup, next, ordered) => {
  const id = await one.make('failed');
  await owe(id, cleanup);
  expect((await retry(id)).status).toBe(200);
  expect((await one.row(id)).cleanup).toBe(next);
  expect((await one.orders(id)).map(({ what }) => what)).toEqual(ordered);
  expect(app.dispatched.flat()).toHaveLength(ordered.length);
});

it('is taken up also where its post may be public', async () => {
  const id = await one.make('failed');
  await one.callToPublish(id);
  expect((await retry(id)).body).toEqual({ id, status: 'pending' });
  expect(await one.row(id)).toMatchObject({ status: 'pending', generation: 2 });
});

it('counts tries and changes of its source anew, and keeps what the platform has', async () => {
  const id = await one.make('failed');
  await app.database.query(
    `INSERT INTO uploads (assignment_id, item, session, object_id, confirmed_bytes, source_changes)
     VALUES ($1, 0, 'sealed', 'video-1', 700, 1)`,
    [id],
  );
  await retry(id);
  const [upload] = await app.database.query('SELECT * FROM uploads WHERE assignment_id = $1', [id]);
  const kept = { session: 'sealed', object_id: 'video-1' };
  expect(upload).toMatchObject({ ...kept, confirmed_bytes: 0, source_changes: 0 });
});

it.each(['pending', 'uploading', 'uploaded', 'processing', 'published', 'cancelled'] as const)(
  'answers 409 while it is %s, and changes nothing',
  async (status) => {
    const id = await one.make(status);
    const before = await one.all(id);
    const answer = await retry(id);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ error: 'CONFLICT', message: expect.stringContaining(status), details: {} });
    expect(await one.all(id)).toEqual(before);
    expect([app.dispatched, lines()]).toEqual([[], []]);
  },
);

it.each([
  ['inactive', { isActive: false }],
  ['removed', { removedAt: new Date(), isActive: false }],
])('answers 409 while its connection is %s, and changes nothing', async (_what, connection) => {
  const id = await one.make('failed');
  await Connection.update(connection, { where: { id: one.connectionId } });
  const before = await one.all(id);
  const answer = await retry(id);
  expect(answer).toMatchObject({ status: 409, body: { error: 'CONFLICT', details: {} } });
  expect(await one.all(id)).toEqual(before);
});

it('answers 402 without credits enough, and changes nothing', async () => {
  const poor = await startOperating(app, { credits: 19 });
  const [id, other] = [await poor.make('failed'), await poor.make('pending')];
  expect(await poor.credits(other)).toEqual(['hold']);
  const before = await poor.all(id);
  const { status, body, headers } = await retry(id, poor);
  expect([status, body]).toEqual([402, { error: 'INSUFFICIENT_CREDITS', required: 10, balance: 9 }]);
  expect([headers.get('x-credits-required'), headers.get('x-credits-balance')]).toEqual(['10', '9']);
  expect(await poor.all(id)).toEqual(before);
  expect([app.dispatched, lines()]).toEqual([[], []]);
});

it('is done once, however many ask at once', async () => {
  const id = await one.make('failed');
  const answers = await Promise.all(Array.from({ length: 20 }, async () => retry(id)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  expect((await one.row(id)).generation).toBe(2);
  expect(await one.credits(id)).toEqual(['hold', 'release', 'hold']);
  expect((await one.orders(id)).map(({ what }) => what)).toEqual(['start 2']);
});

it('of another workspace is not found, and stays as it is', async () => {
  const id = await one.make('failed');
  const before = await one.all(id);
  const other = workspaceClient(app, await buildWorkspace());
  expect(await other('POST', `/api/v1/assignments/${id}/retry`)).toMatchObject({ status: 404 });
  expect(await one.all(id)).toEqual(before);
});

it('can be cancelled, which releases the new hold', async () => {
  const id = await one.make('failed');
  await owe(id, 'due');
  await app.database.query(`INSERT INTO uploads (assignment_id, item, session) VALUES ($1, 0, 'sealed')`, [id]);
  await retry(id);
  expect((await one.call('DELETE', `/api/v1/assignments/${id}`)).status).toBe(204);
  expect(await one.row(id)).toMatchObject({ status: 'cancelled', generation: 2, cleanup: 'due' });
  expect(await one.credits(id)).toEqual(['hold', 'release', 'hold', 'release']);
});

describe.each(['expired', 'missing'] as const)('while the token is %s', (tokenStatus) => {
  const code = tokenStatus === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_MISSING';
  const failing = async (credits = 1000) => {
    const channel = await startOperating(app, { credits });
    const id = await channel.make('failed', { callbackUrl });
    await Connection.update({ tokenStatus }, { where: { id: channel.connectionId } });
    app.forget();
    return { channel, id };
  };

  it('answers as create does, costs nothing and fails again at once', async () => {
    const { channel, id } = await failing();
    const { status, body, headers } = await retry(id, channel);

    expect([status, body]).toEqual([200, { id, status: 'pending' }]);
    expect([headers.get('x-credits-used'), headers.get('x-credits-balance')]).toEqual(['0', '1000']);
    expect(await channel.row(id)).toMatchObject({ status: 'failed', generation: 2, errors: [{ code }] });
    expect(await channel.timeline(id)).toEqual(['1 pending', '1 uploading', '1 failed', '2 pending', '2 failed']);
    expect(await channel.credits(id)).toEqual(['hold', 'release', 'hold', 'release']);
    expect((await channel.orders(id)).map(({ what }) => what)).not.toContain('start 2');
    expect(lines()).toMatchObject([{ status: 'pending' }, { status: 'failed', code }]);
  });

  it.each([
    ['due', ['terminate 1', 'start 2']],
    ['failed', ['start 2']],
  ])('leaves a clean-up that is %s to a run', async (cleanup, ordered) => {
    const { channel, id } = await failing();
    await owe(id, cleanup);
    await retry(id, channel);

    expect(await channel.row(id)).toMatchObject({ status: 'pending', cleanup: 'due' });
    expect((await channel.orders(id)).map(({ what }) => what)).toEqual(expect.arrayContaining(ordered));
  });
});
