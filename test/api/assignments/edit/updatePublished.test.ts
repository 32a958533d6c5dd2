import { Connection } from '../../../../models/connections/Connection';
import { releaseStaleHolds } from '../../../../models/billing/releaseStaleHolds';
import { useSandbox } from '../../../support/servers/sandbox';
import type { Json } from '../../../support/servers/sandbox';
import { startApp } from '../../../support/callers/app';
import { interleave } from '../../../support/runs/interleave';
import { startOperating } from '../../../support/runs/operating';
import type { Operating } from '../../../support/runs/operating';
import { use } from '../../../support/use';

const videos = '/youtube/v3/videos';
const payload = { title: 'Walking the coast path', privacy: 'private', tags: [], madeForKids: false };
const change = { title: 'Along the coast', tags: ['sea'], privacy: 'unlisted' };

let one: Operating;
let id: string;
let videoId: string;

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));
beforeEach(async () => {
  await sandbox.control('DELETE', '/faults');
  await scene();
});

/** A published video, in a workspace that has `credits` left. */
async function scene(credits = 20): Promise<void> {
  const grant = await sandbox.grant();
  one = await startOperating(app, { credits: credits + 10, grant });
  videoId = await sandbox.upload(grant.accessToken, {
    snippet: { title: payload.title },
    status: { privacyStatus: 'private', selfDeclaredMadeForKids: false },
  });
  id = await one.make('published');
  await app.database.query('UPDATE assignments SET platform_post_id = $2 WHERE id = $1', [id, videoId]);
  app.forget();
  seq = (await calls()).at(-1)?.seq ?? 0;
}

let seq = 0;
const calls = async (): Promise<Json[]> => (await sandbox.control('GET', `/calls?since=${seq}`)).body.calls;
const writes = async () => (await calls()).filter(({ method, path }) => method === 'PUT' && path === videos);
const patch = async (body: unknown) => one.call('PATCH', `/api/v1/assignments/${id}`, { body });
const update = async (parts: object = change) => patch({ updatePublished: true, payload: parts });
const video = async () => (await sandbox.stateOf('youtube')).videos.find((candidate: Json) => candidate.id === videoId);
const credits = async () => (await one.credits(id)).slice(2);
const lines = () => app.log.filter(({ msg }) => msg === 'assignment edited');
const fault = async (action: object, method = 'PUT', times = 1) =>
  sandbox.control('POST', '/faults', { on: { method, path: videos, times }, do: action });
/** None of the tries of a request is answered. */
const always = async (action: object) => fault(action, 'PUT', 9);
const endLeases = async () =>
  app.database.query(`UPDATE publish_attempts SET lease_until = now() - interval '1 hour' WHERE assignment_id = $1`, [
    id,
  ]);

/** Nothing has changed here, and nothing was charged for good. */
async function expectUnchanged(): Promise<void> {
  const { payload: stored, status, generation } = await one.row(id);
  expect({ stored, status, generation }).toEqual({ stored: payload, status: 'published', generation: 1 });
  const balance = await one.call('GET', '/api/v1/billing/status');
  expect(balance.body).toMatchObject({ creditsUsedThisCycle: 10 });
  expect(lines()).toEqual([]);
}

it('changes the post on the platform before it answers, for one credit, and then here', async () => {
  const { status, body, headers } = await update();

  const next = { ...payload, ...change };
  expect([status, body]).toEqual([200, { id, status: 'published', scheduledAt: null, payload: next }]);
  expect([headers.get('x-credits-used'), headers.get('x-credits-balance')]).toEqual(['1', '19']);
  expect(await video()).toMatchObject({
    snippet: { title: 'Along the coast', tags: ['sea'] },
    status: { privacyStatus: 'unlisted' },
  });
  expect(await one.row(id)).toMatchObject({ status: 'published', generation: 1, payload: next });
  expect(await credits()).toEqual(['hold', 'charge']);
  expect((await one.timeline(id)).at(-1)).toBe('1 published');
  expect([await one.orders(id), app.dispatched]).toEqual([[], []]);
  expect(lines()).toMatchObject([{ assignmentId: id, generation: 1, status: 'published' }]);
});

it('is changed by a request that came a moment before it was published', async () => {
  await app.database.query(`UPDATE assignments SET status = 'processing' WHERE id = $1`, [id]);
  const answer = await interleave(
    app.database,
    async (client) => client.query(`UPDATE assignments SET status = 'published' WHERE id = $1`, [id]),
    async () => update(),
  );

  expect(answer.status).toBe(200);
  expect(await writes()).toHaveLength(1);
});

it('may be changed again and again, each time for a credit', async () => {
  for (const title of ['One', 'Two', 'Three']) {
    expect((await update({ title })).status).toBe(200);
    expect(await video()).toMatchObject({ snippet: { title } });
  }
  expect(await credits()).toEqual(['hold', 'charge', 'hold', 'charge', 'hold', 'charge']);
});

it('with a payload that changes nothing does nothing, for nothing', async () => {
  const { status, headers } = await update({ title: payload.title, privacy: payload.privacy });

  expect([status, headers.get('x-credits-used')]).toEqual([200, '0']);
  expect(await writes()).toEqual([]);
  expect(await credits()).toEqual([]);
});

it('with a payload that changes nothing asks the platform while an earlier update has no known outcome', async () => {
  await always({ error: 'backendError' });
  expect((await update()).status).toBe(503);
  await sandbox.control('DELETE', '/faults');
  await endLeases();
  const { status, headers } = await update(payload);

  expect([status, headers.get('x-credits-used')]).toEqual([200, '1']);
  expect((await video()).snippet.title).toBe(payload.title);
});

it('without a payload does nothing, for nothing', async () => {
  const { status, body, headers } = await patch({ updatePublished: true });
  expect([status, body]).toEqual([200, { id, status: 'published', scheduledAt: null, payload }]);
  expect([headers.get('x-credits-used'), headers.get('x-credits-balance')]).toEqual(['0', '20']);
  expect(await calls()).toEqual([]);
  expect(await credits()).toEqual([]);
});

it.each([[{}], [{ payload: change }], [{ updatePublished: false, payload: change }], [{ scheduledAt: null }]])(
  'answers 409 to %j: updatePublished is not set',
  async (body) => {
    expect(await patch(body)).toMatchObject({ status: 409, body: { error: 'CONFLICT', details: {} } });
    expect(await calls()).toEqual([]);
    await expectUnchanged();
  },
);

it.each([
  ['another time', { scheduledAt: null }, 'scheduledAt'],
  ['a time with a change', { scheduledAt: '2027-01-01T00:00:00Z', payload: change }, 'scheduledAt'],
  ['a payload that breaks the rules', { payload: { title: '' } }, 'payload.title'],
  ["a payload that breaks the platform's rules", { payload: { title: 'a < b' } }, 'payload.title'],
])('answers 400 to %s', async (_what, body, field) => {
  const answer = await patch({ updatePublished: true, ...body });
  expect(answer).toMatchObject({ status: 400, body: { error: 'VALIDATION_ERROR', details: { [field]: [/./] } } });
  expect(await calls()).toEqual([]);
  expect(await credits()).toEqual([]);
});

it('answers 402 without a credit, and the platform is not asked', async () => {
  await scene(0);
  const { status, body } = await update();
  expect([status, body]).toEqual([402, { error: 'INSUFFICIENT_CREDITS', required: 1, balance: 0 }]);
  expect(await calls()).toEqual([]);
  await expectUnchanged();
});

it.each([
  ['is inactive', { isActive: false }],
  ['was removed', { removedAt: new Date(), isActive: false }],
  ['has no good token', { tokenStatus: 'expired' }],
  ['has no token', { tokenStatus: 'missing' }],
] as const)('answers 409 when the connection %s, before the rules are looked at', async (_what, connection) => {
  await Connection.update(connection, { where: { id: one.connectionId } });
  for (const parts of [change, { title: '' }]) {
    expect(await update(parts)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  }
  expect(await calls()).toEqual([]);
  await expectUnchanged();
});

describe('a call without an answer is looked for', () => {
  it('a change that the platform shows is made once, and paid', async () => {
    await fault({ loseAnswer: true });
    expect((await update()).status).toBe(200);
    expect(await writes()).toHaveLength(1);
    expect(await video()).toMatchObject({ snippet: { title: change.title } });
    expect(await one.row(id)).toMatchObject({ payload: { ...payload, ...change } });
    expect(await credits()).toEqual(['hold', 'charge']);
  });

  it('a change that the platform does not show is made again', async () => {
    await fault({ error: 'backendError' });
    expect((await update()).status).toBe(200);
    expect(await writes()).toHaveLength(2);
    expect(await credits()).toEqual(['hold', 'charge']);
  });

  it('a refusal of the repeat does not tell what has come of the first call', async () => {
    await sandbox.control('POST', '/faults', { on: { method: 'PUT', path: videos }, do: { error: 'backendError' } });
    await sandbox.control('POST', '/faults', {
      on: { method: 'PUT', path: videos, nth: 2 },
      do: { error: 'invalidTitle' },
    });
    expect(await update()).toMatchObject({ status: 503 });
    await expectUnchanged();
  });
});

describe('a call that fails costs nothing', () => {
  it.each([
    ['the platform refuses the post as it would be', { error: 'invalidTitle' }, 409, 'CONFLICT'],
    ['its quota is used up', { error: 'quotaExceeded' }, 429, 'RATE_LIMITED'],
    ['it asks for fewer requests', { error: 'queriesPerMinute' }, 429, 'RATE_LIMITED'],
  ])('%s', async (_what, action, code, error) => {
    await fault(action);
    const answer = await update();
    expect(answer).toMatchObject({ status: code, body: { error, message: /./, details: {} } });
    expect(answer.headers.has('retry-after')).toBe(code === 429);
    expect(await credits()).toEqual(['hold', 'release']);
    await expectUnchanged();
    expect((await update()).status).toBe(200);
  });

  it.each([
    ['it answers with an error of its own', { error: 'backendError' }],
    ['it cuts the connection', { cutAfterBytes: 0 }],
  ])('%s: the next change waits until this one can be on its way no more', async (_what, action) => {
    await always(action);
    const answer = await update();
    await sandbox.control('DELETE', '/faults');
    expect(answer).toMatchObject({ status: 503, body: { error: 'UNAVAILABLE', details: {} } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await credits()).toEqual(['hold', 'release']);
    await expectUnchanged();

    const written = (await writes()).length;
    expect(await update({ title: 'Too early' })).toMatchObject({ status: 409 });
    expect(await writes()).toHaveLength(written);
    await endLeases();
    expect((await update({ title: 'In time' })).status).toBe(200);
    expect(await video()).toMatchObject({ snippet: { title: 'In time' } });
  });

  it('the video is gone', async () => {
    await fault({ status: 200, body: { items: [] } }, 'GET');
    expect(await update()).toMatchObject({ status: 409, body: { message: expect.stringContaining('no longer has') } });
    expect(await credits()).toEqual(['hold', 'release']);
    await expectUnchanged();
  });
});

describe('changes of one post at once', () => {
  it('are made one after the other or refused, never mixed, and each that was made is paid', async () => {
    for (let round = 0; round < 5; round += 1) {
      const titles = Array.from({ length: 6 }, (_, n) => `Round ${round}, ${n}`);
      const answers = await Promise.all(titles.map(async (title) => update({ title })));
      const made = titles.filter((_, n) => answers[n]!.status === 200);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(made.length === 6 ? [200] : [200, 409]));
      const { title } = (await one.row(id)).payload;
      expect(made).toContain(title);
      expect((await video()).snippet.title).toBe(title);
    }
    const entries = await credits();
    const charges = entries.filter((type) => type === 'charge');
    expect(entries.toSorted()).toEqual([...charges, ...charges.map(() => 'hold')]);
  });
});

it('credits that a process has held for a change before it died are released', async () => {
  await always({ cutAfterBytes: 0 });
  await update();
  const holdId = '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a';
  await app.database.query(
    `INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id, hold_id,
       cycle_credits, cycle_started_at, description, created_at)
     SELECT gen_random_uuid(), workspace_id, 'hold', credits, amount, balance_after, operation, assignment_id, $2::uuid,
       cycle_credits, cycle_started_at, description, now() - interval '11 minutes'
     FROM credit_entries WHERE assignment_id = $1 AND operation = 'publish.update' AND type = 'hold'`,
    [id, holdId],
  );
  await app.database.query('UPDATE credit_accounts SET held = held + 1 WHERE workspace_id = $1', [one.workspaceId]);
  expect(await releaseStaleHolds()).toBe(1);
  expect(await releaseStaleHolds()).toBe(0);
  await expectUnchanged();
});
