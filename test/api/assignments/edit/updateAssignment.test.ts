import type { AssignmentStatus } from '../../../../domain/assignment';
import { begin } from '../../../support/runs/reports';
import { workspaceClient } from '../../../support/actors';
import { useApp } from '../../../support/callers/app';
import { buildWorkspace } from '../../../support/build/workspace';
import { useOperating } from '../../../support/runs/operating';
import { sayNext } from '../../../support/build/sayNext';

const app = useApp();
const one = useOperating(app);

const dayMs = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * dayMs);
const payload = { title: 'Walking the coast path', privacy: 'private', tags: [], madeForKids: false };
const patch = async (id: string, body: unknown) => one.call('PATCH', `/api/v1/assignments/${id}`, { body });
const lines = () => app.log.filter(({ msg }) => msg === 'assignment edited');

/**
 * Times put off, since only an assignment with a later time stays in `uploaded`; in `uploading` a failed preparation
 * waits to be tried again. A run that may have prepared a payload begins again with another payload.
 */
const editable: [AssignmentStatus, Date, orders: string[]][] = [
  ['pending', at(1), []],
  ['uploaded', at(1), ['terminate 1', 'start 2']],
  ['uploading', at(1), ['terminate 1', 'start 2']],
];

async function make(status: AssignmentStatus, scheduledAt: Date | null): Promise<string> {
  const id = await one.make(status);
  const write = `UPDATE assignments SET scheduled_at = $2, prepared_at = CASE WHEN status = 'uploaded' THEN now() END,
                   prepare_again_at = CASE WHEN status = 'uploading' THEN now() + interval '5 minutes' END WHERE id = $1`;
  await app.database.query(write, [id, scheduledAt]);
  await sayNext(id);
  return id;
}

describe.each(editable)('an assignment in %s', (status, scheduledAt, ordersOfPayload) => {
  let id: string;
  beforeEach(async () => void (id = await make(status, scheduledAt)));

  it('takes another payload field by field; what is prepared is prepared again, nothing costs anything', async () => {
    const before = await one.row(id);
    const credits = await one.credits(id);
    const { status: code, body, headers } = await patch(id, { payload: { title: 'Along the coast', tags: ['sea'] } });

    expect(code).toBe(200);
    const next = { ...payload, title: 'Along the coast', tags: ['sea'] };
    expect(body).toEqual({ id, status, scheduledAt: scheduledAt.toISOString(), payload: next });
    expect(headers.get('x-credits-used')).toBeNull();
    const after = await one.row(id);
    const isRunAnew = ordersOfPayload.length > 0;
    const generation = isRunAnew ? 2 : 1;
    const prepareAgainAt = status === 'uploading' ? scheduledAt : null;
    const nextWork = status === 'uploaded' ? 'prepare' : 'upload';
    const unprepared = {
      preparedAt: null,
      prepareAgainAt,
      nextWork,
      nextAt: status === 'uploaded' ? null : scheduledAt,
    };
    expect(after).toEqual({
      ...before,
      ...unprepared,
      payload: next,
      title: next.title,
      generation,
      version: before.version + 1,
      updatedAt: expect.any(Date),
    });
    expect(after.updatedAt > before.updatedAt).toBe(true);
    expect(await one.credits(id)).toEqual(credits);
    const orders = await one.orders(id);
    expect(orders.map(({ what }) => what)).toEqual(ordersOfPayload);
    expect(app.dispatched).toEqual(isRunAnew ? [orders.map((order) => order.id)] : []);
    expect(lines()).toMatchObject([{ assignmentId: id, generation, status }]);
  });

  it('with the payload that it has keeps its run', async () => {
    expect((await patch(id, { payload: { title: payload.title } })).status).toBe(200);
    expect(await one.row(id)).toMatchObject({ generation: 1, payload });
    expect(await one.orders(id)).toEqual([]);
  });

  it('takes another time for the preparation, which only a pending one waits for', async () => {
    expect((await patch(id, { prepareAheadSeconds: 7200 })).status).toBe(200);
    const generation = status === 'pending' ? 2 : 1;
    expect(await one.row(id)).toMatchObject({ prepareAheadSeconds: 7200, generation });
    await patch(id, { prepareAheadSeconds: null });
    expect(await one.row(id)).toMatchObject({ prepareAheadSeconds: 600 });
  });

  it('takes another time: the next generation waits for it, and the run of this one is ended', async () => {
    const timeline = await one.timeline(id);
    const { status: code, body } = await patch(id, { scheduledAt: '2027-05-01T12:00:00.5+02:00' });

    expect([code, body]).toEqual([200, { id, status, scheduledAt: '2027-05-01T10:00:00.500Z', payload }]);
    expect(await one.row(id)).toMatchObject({ status, generation: 2, scheduledAt: new Date(body.scheduledAt) });
    const orders = await one.orders(id);
    expect(orders.map(({ what }) => what)).toEqual(['terminate 1', 'start 2']);
    expect(app.dispatched).toEqual([orders.map((order) => order.id)]);
    expect(await one.timeline(id)).toEqual(timeline);
    expect(lines()).toMatchObject([{ assignmentId: id, generation: 2, status }]);
  });

  it('with null for a time is due now', async () => {
    expect((await patch(id, { scheduledAt: null })).body).toMatchObject({ scheduledAt: null });
    expect(await one.row(id)).toMatchObject({ generation: 2, scheduledAt: null });
  });

  it('with the time that it has keeps its run', async () => {
    expect((await patch(id, { scheduledAt: scheduledAt.toISOString() })).status).toBe(200);
    expect(await one.row(id)).toMatchObject({ generation: 1, scheduledAt });
    expect(await one.orders(id)).toEqual([]);
  });

  it('takes payload and time at once, and ignores updatePublished and fields that it does not have', async () => {
    const time = at(2).toISOString();
    const body = { payload: { title: 'A', other: 1 }, scheduledAt: time, updatePublished: true, status: 'published' };
    expect(await patch(id, body)).toMatchObject({ status: 200 });
    expect(await one.row(id)).toMatchObject({ status, generation: 2, payload: { ...payload, title: 'A' } });
    expect(Object.keys((await one.row(id)).payload)).not.toContain('other');
  });

  it.each([[{}], [{ updatePublished: true }], [{ updatePublished: false }]])(
    'answers %j with 200, and changes nothing',
    async (body) => {
      const before = await one.all(id);
      expect(await patch(id, body)).toMatchObject({
        status: 200,
        body: { id, status, scheduledAt: scheduledAt.toISOString(), payload },
      });
      expect(await one.all(id)).toEqual(before);
      expect([app.dispatched, lines()]).toEqual([[], []]);
    },
  );

  it.each([
    ['a required field that is empty', { payload: { title: ' ' } }, 'payload.title'],
    ['null inside the payload', { payload: { description: null } }, 'payload.description'],
    ['a field of the wrong type', { payload: { tags: 'sea' } }, 'payload.tags'],
    ['what is no option', { payload: { privacy: 'friends' } }, 'payload.privacy'],
    ['a title that is too long', { payload: { title: 'x'.repeat(101) } }, 'payload.title'],
    ["a breach of the platform's own rules", { payload: { title: 'a < b' } }, 'payload.title'],
    ['null for the payload', { payload: null }, 'payload'],
    ['a payload that is a list', { payload: [] }, 'payload'],
    ['a time without an offset', { scheduledAt: '2027-05-01T12:00:00' }, 'scheduledAt'],
    ['a time more than 366 days ahead', { scheduledAt: at(366.01).toISOString() }, 'scheduledAt'],
    ['a preparation more than a day ahead', { prepareAheadSeconds: 86_401 }, 'prepareAheadSeconds'],
    ['a flag that is text', { updatePublished: 'true' }, 'updatePublished'],
  ])('answers 400 to %s, and changes nothing', async (_what, body, field) => {
    const before = await one.all(id);
    const answer = await patch(id, { payload: { title: 'Other' }, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: 'VALIDATION_ERROR', details: { [field]: [expect.any(String)] } });
    expect(await one.all(id)).toEqual(before);
    expect([app.dispatched, lines()]).toEqual([[], []]);
  });

  it('of another workspace is not found, and stays as it is', async () => {
    const before = await one.all(id);
    const other = workspaceClient(app, await buildWorkspace());
    const answer = await other('PATCH', `/api/v1/assignments/${id}`, { body: { scheduledAt: null } });
    expect(answer).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
    expect(await one.all(id)).toEqual(before);
  });

  it('that many put off at once has one generation for each, one start and one end', async () => {
    const times = Array.from({ length: 12 }, (_, n) => at(2 + n).toISOString());
    const answers = await Promise.all(times.map(async (scheduledAt) => patch(id, { scheduledAt })));
    expect(answers.map((answer) => answer.status)).toEqual(times.map(() => 200));
    const { generation, scheduledAt: last } = await one.row(id);
    expect(generation).toBe(1 + times.length);
    expect(times).toContain(last!.toISOString());
    const orders = (await one.orders(id)).map(({ what }) => what);
    const numbers = times.map((_, n) => n + 1);
    expect(orders.toSorted()).toEqual(numbers.flatMap((n) => [`start ${n + 1}`, `terminate ${n}`]).toSorted());
  });
});

it('does not change what the platform took with the media, once they are uploaded', async () => {
  const notify = async (id: string, notifySubscribers: boolean) => patch(id, { payload: { notifySubscribers } });
  const waiting = await make('pending', at(1));
  for (const wanted of [false, true]) expect((await notify(waiting, wanted)).status).toBe(200);

  const id = await make('uploaded', at(1));
  await app.database.query(`UPDATE assignments SET payload = payload || '{"notifySubscribers": false}' WHERE id = $1`, [
    id,
  ]);
  const before = await one.all(id);
  const answer = await notify(id, true);
  expect([answer.status, answer.body.error]).toEqual([409, 'CONFLICT']);
  expect(answer.body.message).toContain('payload.notifySubscribers went to the platform when the post was prepared');
  expect(await one.all(id)).toEqual(before);
  expect((await notify(id, false)).status).toBe(200);
});

it('prepares anew a thumbnail that was given up, where it is named once more', async () => {
  const thumbnailUrl = 'https://media.example/coast.png';
  const id = await make('uploaded', at(1));
  await app.database.query(
    `UPDATE assignments SET payload = payload || jsonb_build_object('thumbnailUrl', $2::text) WHERE id = $1`,
    [id, thumbnailUrl],
  );
  await app.database.query(
    `INSERT INTO post_extras (assignment_id, field, value, post_id, lease_until, is_early, ended_at, warning)
     VALUES ($1, 'thumbnailUrl', $2, 'video-1', now(), true, now(), 'answered 503 instead of the image. Make sure that it can be downloaded, then retry.')`,
    [id, thumbnailUrl],
  );
  expect((await patch(id, { payload: { title: payload.title } })).status).toBe(200);
  expect(await one.orders(id)).toEqual([]);
  expect((await patch(id, { payload: { thumbnailUrl } })).status).toBe(200);
  expect(await one.row(id)).toMatchObject({ generation: 2, preparedAt: null });
  const started = [expect.objectContaining({ what: 'terminate 1' }), expect.objectContaining({ what: 'start 2' })];
  expect(await one.orders(id)).toEqual(started);
  expect((await one.call('GET', `/api/v1/assignments/${id}`)).body.warnings).toEqual({});

  expect((await patch(id, { payload: { thumbnailUrl } })).status).toBe(200);
  expect(await one.orders(id)).toEqual(started);
});

describe.each(['uploading', 'processing', 'failed', 'cancelled'] as const)('an assignment in %s', (status) => {
  it.each([
    ['a change', { payload: { title: 'Other' } }],
    ['another time', { scheduledAt: null }],
    ['no change', {}],
    ['a change of the published post', { updatePublished: true, payload: { title: 'Other' } }],
    ['what would break the rules', { payload: { title: '' } }],
  ])('answers 409 to %s, and stays as it is', async (_what, body) => {
    const id = await one.make(status);
    const before = await one.all(id);
    const answer = await patch(id, body);
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({ error: 'CONFLICT', message: expect.stringContaining(status), details: {} });
    expect(await one.all(id)).toEqual(before);
    expect([app.dispatched, lines()]).toEqual([[], []]);
  });
});

describe('a change that meets the beginning of the assignment', () => {
  it('is either made before it, or refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const id = await make('pending', at(-1));
      const [answer, began] = await Promise.all([
        patch(id, { scheduledAt: at(3).toISOString() }),
        begin({ assignmentId: id }),
      ]);
      expect([answer.status, began.moves]).toEqual(answer.status === 200 ? [200, []] : [409, ['uploading']]);
    }
  });
});

describe.each(editable)('an assignment in %s whose post may be public', (status) => {
  it.each([
    ['another payload', { payload: { title: 'Along the coast' } }],
    ['another time', { scheduledAt: null }],
    ['nothing', {}],
  ])('takes no change, be it %s: 409', async (_what, body) => {
    const id = await make(status, at(1));
    await one.callToPublish(id);
    const before = await one.all(id);
    const answer = await patch(id, body);
    expect(answer.status).toBe(409);
    expect(answer.body.message).toContain('has no known outcome');
    expect(await one.all(id)).toEqual(before);
    expect(lines()).toEqual([]);
  });
});
