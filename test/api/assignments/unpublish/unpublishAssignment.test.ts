import { randomUUID } from 'node:crypto';
import { removalModes } from '../../../../domain/platform';
import { Connection } from '../../../../models/connections/Connection';
import { useSandbox } from '../../../support/servers/sandbox';
import { startApp } from '../../../support/callers/app';
import { startOperating } from '../../../support/runs/operating';
import { use, useEach } from '../../../support/use';

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
const one = useEach(async () => {
  const operating = await startOperating(app, { grant: await sandbox.grant() });
  app.forget();
  return operating;
});

const published = async () =>
  one.make('published', { platformPostId: 'video', callbackUrl: 'https://caller.example/hooks' });
const unpublish = async (id: string, body?: object) =>
  one.call('POST', `/api/v1/assignments/${id}/unpublish`, body === undefined ? {} : { body });
const detail = async (id: string) => (await one.call('GET', `/api/v1/assignments/${id}`)).body;
const connectionOf = async (id: string, set: object) =>
  Connection.update(set, { where: { id: (await one.row(id)).connectionId } });
/** The removal comes to this end, as its run reports it. */
const ends = async (id: string, end: object) =>
  app.database.query('UPDATE assignments SET removal = removal || $2::jsonb, next_work = NULL WHERE id = $1', [
    id,
    JSON.stringify({ endedAt: 1_800_000_000_000, ...end }),
  ]);

describe('a published post', () => {
  it.each([
    [undefined, 'delete'],
    [{}, 'delete'],
    [{ mode: 'delete' }, 'delete'],
    [{ mode: 'private' }, 'private'],
  ])('is to be taken down by the next run, %j', async (body, mode) => {
    const id = await published();
    const before = await one.orders(id);
    const { status, body: answer, headers } = await unpublish(id, body);
    const removal = { mode, status: 'due', requestedBy: 'apiKey', endedAt: null, error: null };
    expect([status, answer]).toMatchObject([202, { id, status: 'published', removal }]);
    expect(headers.get('x-credits-used')).toBeNull();
    expect((await detail(id)).removal).toEqual(answer.removal);
    expect((await one.orders(id)).slice(before.length).map(({ what }) => what)).toEqual(['start 2']);
    expect(app.dispatched).toHaveLength(1);
    expect(await one.credits(id)).toEqual(['hold', 'charge']);
    expect(app.log).toContainEqual(
      expect.objectContaining({ msg: 'a post is to be taken down', assignmentId: id, mode }),
    );
  });

  it('that is being taken down is so, asked again; a deletion takes the place of the other way, and not the reverse', async () => {
    const id = await published();
    const first = await unpublish(id, { mode: 'private' });
    const before = await one.all(id);
    const again = await unpublish(id, { mode: 'private' });
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(await one.all(id)).toEqual(before);
    expect((await unpublish(id, { mode: 'delete' })).body.removal).toMatchObject({ mode: 'delete', status: 'due' });
    expect((await unpublish(id, { mode: 'private' })).status).toBe(409);
  });

  it('that is deleted is answered as it is', async () => {
    const id = await published();
    await unpublish(id);
    await ends(id, { state: 'done' });
    const before = await one.all(id);
    for (const mode of removalModes)
      expect(await unpublish(id, { mode })).toMatchObject({
        status: 200,
        body: { removal: { mode: 'delete', status: 'done' } },
      });
    expect(await one.all(id)).toEqual(before);
  });

  it('that is private is deleted, asked for that; what has failed begins a new round', async () => {
    const id = await published();
    await unpublish(id, { mode: 'private' });
    await ends(id, { state: 'done' });
    expect((await unpublish(id, { mode: 'private' })).status).toBe(200);
    expect((await unpublish(id, { mode: 'delete' })).body.removal).toMatchObject({ mode: 'delete', status: 'due' });
    await ends(id, { state: 'failed', error: { code: 'PLATFORM_REJECTED', message: 'No.' } });
    expect((await detail(id)).removal).toMatchObject({ status: 'failed', error: { code: 'PLATFORM_REJECTED' } });
    expect(await unpublish(id)).toMatchObject({
      status: 202,
      body: { removal: { status: 'due', error: null, endedAt: null } },
    });
  });

  it('is not changed while it is taken down, nor once it is deleted', async () => {
    const id = await published();
    const update = async () =>
      one.call('PATCH', `/api/v1/assignments/${id}`, { body: { updatePublished: true, payload: { title: 'Other' } } });
    await unpublish(id);
    expect(await update()).toMatchObject({ status: 409 });
    await ends(id, { state: 'done' });
    expect(await update()).toMatchObject({ status: 409 });
  });

  it('is taken down although its connection is inactive', async () => {
    const id = await published();
    await connectionOf(id, { isActive: false });
    expect((await unpublish(id)).status).toBe(202);
  });
});

it.each([
  ['pending', /cancel it/],
  ['uploading', /cancel it/],
  ['uploaded', /cancel it/],
  ['processing', /wait/],
  ['failed', /retry/],
  ['cancelled', /Nothing was published/],
] as const)('an assignment that is %s is refused, and told what to do', async (status, next) => {
  const id = await one.make(status);
  const before = await one.all(id);
  expect(await unpublish(id)).toMatchObject({ status: 409, body: { message: expect.stringMatching(next) as string } });
  expect(await one.all(id)).toEqual(before);
});

it('an assignment with an unknown outcome is to be resolved first', async () => {
  const id = await one.make('failed');
  await app.database.query(
    `UPDATE assignments SET errors = '[{"code": "OUTCOME_UNKNOWN", "message": "?"}]' WHERE id = $1`,
    [id],
  );
  expect((await unpublish(id)).body.message).toMatch(/resolve/);
});

it.each([
  ['a removed connection', { removedAt: new Date(), isActive: false }, /removed/],
  ['an expired token', { tokenStatus: 'expired' }, /expired/],
  ['a missing token', { tokenStatus: 'missing' }, /missing/],
])('%s is a conflict', async (_what, set, message) => {
  const id = await published();
  await connectionOf(id, set);
  expect(await unpublish(id)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(message) as string },
  });
});

it('a way that its type does not have is 400, and a type without any is a conflict', async () => {
  const page = await startOperating(app, { connection: { platform: 'facebook' } });
  const text = await page.make('published', { platform: 'facebook', type: 'text', platformPostId: '1_2' });
  const story = await page.make('published', { platform: 'facebook', type: 'story', platformPostId: '3' });
  const ask = async (id: string, body: object) => page.call('POST', `/api/v1/assignments/${id}/unpublish`, { body });
  expect(await ask(text, { mode: 'private' })).toMatchObject({
    status: 400,
    body: { details: { mode: [expect.any(String)] } },
  });
  expect((await ask(text, { mode: 'delete' })).status).toBe(202);
  for (const mode of removalModes) expect((await ask(story, { mode })).status).toBe(409);
});

it('lists are filtered by the removal', async () => {
  const ids = { none: await published(), due: await published(), done: await published(), failed: await published() };
  for (const [state, id] of Object.entries(ids)) if (state !== 'none') await unpublish(id);
  await ends(ids.done, { state: 'done' });
  await ends(ids.failed, { state: 'failed' });
  for (const [state, id] of Object.entries(ids)) {
    const { body } = await one.call('GET', `/api/v1/assignments?removal=${state}`);
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([id]);
  }
  expect((await one.call('GET', '/api/v1/assignments?removal=perhaps')).status).toBe(400);
});

it('answers 404 for an unknown id', async () => {
  expect((await unpublish(randomUUID())).status).toBe(404);
});
