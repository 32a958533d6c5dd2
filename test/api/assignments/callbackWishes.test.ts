import type { AssignmentStatus } from '../../../domain/assignment';
import { sayNext } from '../../support/build/sayNext';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { buildConnection } from '../../support/build/connection';
import { videoBody } from '../../support/build/video';
import { useOperating } from '../../support/runs/operating';

const app = useApp();
const one = useOperating(app);

const callbackUrl = 'https://caller.example/hooks';
const pathOf = (id: string) => `/api/v1/assignments/${id}`;
const patch = async (id: string, body: unknown) => one.call('PATCH', pathOf(id), { body });
const wishesOf = async (id: string) => {
  const { callbackEvents, callbackStatuses } = (await one.call('GET', pathOf(id))).body;
  return { callbackEvents, callbackStatuses };
};
const nothing = { callbackEvents: [], callbackStatuses: null };

describe('create', () => {
  it.each([
    [{}, nothing],
    [{ callbackEvents: null, callbackStatuses: null }, nothing],
    [{ callbackEvents: ['extras', 'removal'] }, { ...nothing, callbackEvents: ['extras', 'removal'] }],
    [{ callbackStatuses: [] }, { ...nothing, callbackStatuses: [] }],
    [{ callbackStatuses: ['failed', 'published'] }, { ...nothing, callbackStatuses: ['failed', 'published'] }],
  ])('notes what its caller wants to hear of: %j', async (wishes, noted) => {
    const { status, body } = await one.create({ callbackUrl, ...wishes });
    expect(status).toBe(201);
    expect(await wishesOf(body.id)).toEqual(noted);
  });

  it('is repeated with the same key as the same request, in which null stands for what is left out', async () => {
    const body = { callbackUrl, callbackEvents: ['removal'], idempotencyKey: 'once' };
    const first = await one.create(body);
    const same = await one.create({ ...body, callbackStatuses: null });
    const other = await one.create({ ...body, callbackEvents: [] });
    expect([same.body.id, other.body.id]).toEqual([first.body.id, first.body.id]);
    expect([same, other].map(({ headers }) => headers.get('idempotency-mismatch'))).toEqual([null, 'true']);
  });

  it('notes it for a user of the console, too', async () => {
    const user = await buildUser(app);
    const { connectionId } = await buildConnection(user);
    const wishes = { callbackEvents: ['removal'], callbackStatuses: ['published'] };
    const { status, body } = await user.call('POST', '/api/v1/console/assignments', {
      body: videoBody(connectionId, { callbackUrl, ...wishes }),
    });
    expect(status).toBe(201);
    expect((await user.call('GET', `/api/v1/console/assignments/${body.id}`)).body).toMatchObject(wishes);
  });
});

const dayMs = 86_400_000;

async function make(status: AssignmentStatus, url: string | null = callbackUrl): Promise<string> {
  const id = await one.make(status, { callbackUrl: url });
  const write = `UPDATE assignments SET scheduled_at = $2, prepared_at = CASE WHEN status = 'uploaded' THEN now() END WHERE id = $1`;
  await app.database.query(write, [id, new Date(Date.now() + dayMs)]);
  await sayNext(id);
  return id;
}

describe.each(['pending', 'uploaded'] as const)('a PATCH in %s', (status) => {
  it('changes what is to be heard of, and nothing else', async () => {
    const id = await make(status);
    const before = await one.row(id);
    const { status: code, body } = await patch(id, { callbackEvents: ['removal'], callbackStatuses: ['failed'] });
    expect([code, body]).toMatchObject([200, { id, status }]);
    expect(await one.row(id)).toEqual({
      ...before,
      callbackEvents: ['removal'],
      callbackStatuses: ['failed'],
      version: before.version + 1,
      updatedAt: expect.any(Date),
    });
    await patch(id, { payload: { title: 'Another' } });
    expect(await wishesOf(id)).toEqual({ callbackEvents: ['removal'], callbackStatuses: ['failed'] });
    await patch(id, { callbackEvents: null, callbackStatuses: null });
    expect(await wishesOf(id)).toEqual(nothing);
  });

  it('asks for nothing where there is no address', async () => {
    const id = await make(status, null);
    for (const [field, list] of [
      ['callbackEvents', ['removal']],
      ['callbackStatuses', []],
    ] as const) {
      const { status: code, body } = await patch(id, { [field]: list });
      expect([code, body.details]).toEqual([400, { [field]: ['needs a callbackUrl'] }]);
    }
    expect((await patch(id, { callbackEvents: null })).status).toBe(200);
    expect(await wishesOf(id)).toEqual(nothing);
  });
});

it.each(['processing', 'failed', 'cancelled'] as const)('a PATCH in %s → 409', async (status) => {
  const id = await one.make(status, { callbackUrl });
  expect((await patch(id, { callbackEvents: ['removal'] })).status).toBe(409);
  expect(await wishesOf(id)).toEqual(nothing);
});

it.each([
  [{}, 409],
  [{ updatePublished: true }, 400],
])('a PATCH of a published post with %j → %d', async (more, code) => {
  const id = await one.make('published', { callbackUrl, platformPostId: 'video' });
  expect((await patch(id, { callbackEvents: ['removal'], ...more })).status).toBe(code);
  expect(await wishesOf(id)).toEqual(nothing);
});
