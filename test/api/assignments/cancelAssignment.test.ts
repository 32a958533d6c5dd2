import { workspaceClient } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { useOperating } from '../../support/runs/operating';
import { buildWorkspace } from '../../support/build/workspace';

const callbackUrl = 'https://caller.example/hooks';

const app = useApp();
const one = useOperating(app);

const cancel = async (id: string) => one.call('DELETE', `/api/v1/assignments/${id}`);
const lines = () => app.log.filter(({ msg }) => msg === 'assignment moved');
async function counted(): Promise<number> {
  const { values } = await app.metrics.assignmentsEnded.get();
  return values.find(({ labels }) => labels.status === 'cancelled')?.value ?? 0;
}
const leave = async (id: string, left: { session?: string; object?: string }) =>
  app.database.query('INSERT INTO uploads (assignment_id, item, session, object_id) VALUES ($1, 0, $2, $3)', [
    id,
    left.session ?? null,
    left.object ?? null,
  ]);

describe.each(['pending', 'uploading', 'uploaded'] as const)('an assignment in %s', (status) => {
  it('is cancelled: 204 without a body; its credits come back, its run is cancelled, a webhook is sent', async () => {
    const id = await one.make(status, { callbackUrl });
    const promised = (await one.orders(id)).length;
    const ended = await counted();
    const answer = await cancel(id);

    expect([answer.status, answer.body]).toEqual([204, '']);
    expect(await one.row(id)).toMatchObject({ status: 'cancelled', generation: 1, errors: [], cleanup: 'none' });
    expect((await one.timeline(id)).at(-1)).toBe('1 cancelled');
    expect(await one.credits(id)).toEqual(['hold', 'release']);
    const orders = (await one.orders(id)).slice(promised);
    expect(orders.map(({ what }) => what).toSorted()).toEqual(['cancel 1', 'webhook cancelled']);
    // A webhook after others is dispatched when the webhook before it has been tried.
    const atOnce = orders.filter(({ what }) => what === 'cancel 1' || status === 'pending');
    expect(new Set(app.dispatched.flat())).toEqual(new Set(atOnce.map((order) => order.id)));
    expect(lines()).toMatchObject([{ assignmentId: id, generation: 1, status: 'cancelled' }]);
    expect(await counted()).toBe(ended + 1);
    expect((await one.call('GET', `/api/v1/assignments/${id}`)).body).toMatchObject({
      status: 'cancelled',
      errors: [],
    });
  });

  it('is cancelled also while its preparation waits to be tried again', async () => {
    const id = await one.make(status);
    const write = `UPDATE assignments SET prepare_again_at = now() + interval '5 minutes' WHERE id = $1`;
    await app.database.query(write, [id]);
    expect((await cancel(id)).status).toBe(204);
    expect(await one.row(id)).toMatchObject({ status: 'cancelled', prepareAgainAt: null });
  });

  it('sends no webhook where none was asked for', async () => {
    const id = await one.make(status);
    await cancel(id);
    expect((await one.orders(id)).map(({ what }) => what)).toEqual(['cancel 1']);
  });

  it.each([
    ['an open session', { session: 'sealed' }],
    ['an object', { object: 'video-1' }],
  ])('that has %s on the platform owes its removal', async (_what, left) => {
    const id = await one.make(status);
    await leave(id, left);
    expect((await cancel(id)).status).toBe(204);
    expect(await one.row(id)).toMatchObject({ status: 'cancelled', cleanup: 'due' });
  });

  it('is cancelled once, however many ask at once', async () => {
    const id = await one.make(status, { callbackUrl });
    const answers = await Promise.all(Array.from({ length: 20 }, async () => cancel(id)));
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 409)).toHaveLength(19);
    expect(await one.credits(id)).toEqual(['hold', 'release']);
    expect((await one.orders(id)).filter(({ what }) => /cancel/.test(what))).toHaveLength(2);
  });

  it('of another workspace is not found, and stays as it is', async () => {
    const id = await one.make(status);
    const before = await one.all(id);
    const other = workspaceClient(app, await buildWorkspace());
    expect(await other('DELETE', `/api/v1/assignments/${id}`)).toMatchObject({ status: 404 });
    expect(await one.all(id)).toEqual(before);
  });
});

describe.each(['processing', 'published', 'failed', 'cancelled'] as const)('an assignment in %s', (status) => {
  it('cannot be cancelled: 409, and stays as it is', async () => {
    const id = await one.make(status, { callbackUrl });
    const before = await one.all(id);
    const answer = await cancel(id);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ error: 'CONFLICT', message: expect.stringContaining(status), details: {} });
    expect(await one.all(id)).toEqual(before);
    expect([app.dispatched, lines()]).toEqual([[], []]);
  });
});

it('a repeat of create answers the assignment that is cancelled, and makes no other one', async () => {
  const body = {
    connectionId: one.connectionId,
    type: 'video',
    payload: { title: 'Coast path' },
    mediaUrl: 'https://media.example/a.mp4',
    idempotencyKey: 'once',
  };
  const first = await one.call('POST', '/api/v1/assignments', { body });
  await cancel(first.body.id);
  const repeat = await one.call('POST', '/api/v1/assignments', { body });
  expect([repeat.status, repeat.body]).toEqual([201, { ...first.body, status: 'cancelled' }]);
  expect(repeat.headers.get('x-credits-used')).toBe('0');
  expect((await one.row(first.body.id)).status).toBe('cancelled');
});

describe('an assignment whose post may be public', () => {
  it.each(['pending', 'uploading', 'uploaded'] as const)(
    'is not cancelled in %s: 409, and nothing changes',
    async (status) => {
      const id = await one.make(status, { callbackUrl });
      await one.callToPublish(id);
      const before = await one.all(id);
      const answer = await cancel(id);
      expect(answer.status).toBe(409);
      expect(answer.body.message).toContain('has no known outcome');
      expect(await one.all(id)).toEqual(before);
      expect(lines()).toEqual([]);
    },
  );
});
