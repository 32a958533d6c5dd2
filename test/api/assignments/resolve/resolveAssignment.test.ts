import { useSandbox } from '../../../support/servers/sandbox';
import type { Json } from '../../../support/servers/sandbox';
import { startApp } from '../../../support/callers/app';
import { interleave } from '../../../support/runs/interleave';
import { startOperating } from '../../../support/runs/operating';
import type { Operating } from '../../../support/runs/operating';
import { use } from '../../../support/use';

const payload = { title: 'Walking the coast path', privacy: 'public', tags: [], madeForKids: false };

const sandbox = useSandbox();
const app = use(async () => startApp({}, { platformUrl: sandbox.url }));

let one: Operating;
let id: string;
let videoId: string;
let seq = 0;

/** A failed assignment whose post may be public; a video of its channel. */
async function scene({ privacyStatus = 'public', credits = 20 } = {}): Promise<void> {
  const grant = await sandbox.grant();
  one = await startOperating(app, { credits, grant });
  videoId = await sandbox.upload(grant.accessToken, {
    snippet: { title: payload.title },
    status: { privacyStatus, selfDeclaredMadeForKids: false },
  });
  id = await one.make('failed', { payload, callbackUrl: 'https://caller.example/hooks' });
  await one.callToPublish(id);
  app.forget();
  seq = (await calls()).at(-1)?.seq ?? 0;
}

beforeEach(async () => scene());

const calls = async (): Promise<Json[]> => (await sandbox.control('GET', `/calls?since=${seq}`)).body.calls;
const resolve = async (body: unknown, of = id) => one.call('POST', `/api/v1/assignments/${of}/resolve`, { body });
const asPublished = async (platformPostId: unknown = videoId) => resolve({ outcome: 'published', platformPostId });
const asNotPublished = async () => resolve({ outcome: 'notPublished' });
const retry = async () => one.call('POST', `/api/v1/assignments/${id}/retry`);
const attempts = async () =>
  app.database.query<Json>('SELECT outcome, result FROM publish_attempts WHERE assignment_id = $1', [id]);
const resolutions = async () =>
  app.database.query<Json>(
    'SELECT generation, resolution FROM assignment_events WHERE assignment_id = $1 AND resolution IS NOT NULL',
    [id],
  );

describe('as published', () => {
  it('is published by the post that its platform shows, for a new hold, through the remaining transitions', async () => {
    const promised = (await one.orders(id)).length;
    const { status, body } = await asPublished();

    expect([status, body]).toEqual([200, { id, status: 'published' }]);
    expect(await one.row(id)).toMatchObject({ status: 'published', platformPostId: videoId, errors: [] });
    expect((await one.timeline(id)).slice(-5)).toEqual(
      ['pending', 'uploading', 'uploaded', 'processing', 'published'].map((next) => `2 ${next}`),
    );
    expect(await one.credits(id)).toEqual(['hold', 'release', 'hold', 'charge']);
    expect((await one.orders(id)).slice(promised).map(({ what }) => what)).toEqual(
      expect.arrayContaining(['webhook uploading', 'webhook uploaded', 'webhook processing', 'webhook published']),
    );
    expect(await attempts()).toMatchObject([{ outcome: 'happened', result: { platformPostId: videoId } }]);
    expect(await resolutions()).toMatchObject([{ generation: 1, resolution: { outcome: 'published', userId: null } }]);
    expect((await calls()).map(({ method }) => method)).toEqual(['GET']);
    const moved = app.log.filter(({ msg }) => msg === 'assignment moved').map(({ status: to }) => to);
    expect(moved.at(-1)).toBe('published');
  });

  it('twice with the same post is answered the same, and nothing is charged again', async () => {
    await asPublished();
    const before = await one.all(id);
    const { status, body } = await asPublished();
    expect([status, body]).toEqual([200, { id, status: 'published' }]);
    expect(await one.all(id)).toEqual(before);
    expect((await asPublished('another-post')).status).toBe(409);
  });

  it.each([
    ['a post that the platform does not have', async () => 'nothingThere'],
    ['an id of another form', async () => '../channels'],
    ['a private video', async () => scene({ privacyStatus: 'private' }).then(() => videoId)],
    [
      'the video of another channel',
      async () =>
        sandbox.upload((await sandbox.grant()).accessToken, {
          snippet: { title: 'Elsewhere' },
          status: { privacyStatus: 'public', selfDeclaredMadeForKids: false },
        }),
    ],
    [
      'the post of another assignment',
      async () => {
        const other = await one.make('published', { connectionId: (await one.row(id)).connectionId });
        await app.database.query('UPDATE assignments SET platform_post_id = $2 WHERE id = $1', [other, videoId]);
        return videoId;
      },
    ],
  ])('answers 400 for %s, and changes nothing', async (_what, platformPostId) => {
    const named = await platformPostId();
    const before = await one.all(id);
    const { status, body } = await asPublished(named);
    expect([status, Object.keys(body.details ?? {})]).toEqual([400, ['platformPostId']]);
    expect(await one.all(id)).toEqual(before);
  });

  it('answers 400 without a post', async () => {
    const { status, body } = await resolve({ outcome: 'published' });
    expect([status, Object.keys(body.details)]).toEqual([400, ['platformPostId']]);
  });

  it('answers 402 where the credits do not suffice, and changes nothing', async () => {
    await scene({ credits: 10 });
    await one.make('pending');
    const before = await one.all(id);
    const { status } = await asPublished();
    expect(status).toBe(402);
    expect(await one.all(id)).toEqual(before);
  });

  it.each([
    ['503', { status: 503 }],
    ['429', { error: 'rateLimitExceeded' }],
  ])('answers %s where the platform cannot be asked, and changes nothing', async (expected, fault) => {
    await sandbox.control('POST', '/faults', {
      on: { method: 'GET', path: '/youtube/v3/videos', times: 3 },
      do: fault,
    });
    const before = await one.all(id);
    const { status } = await asPublished();
    await sandbox.control('DELETE', '/faults');
    expect(String(status)).toBe(expected);
    expect(await one.all(id)).toEqual(before);
  });

  it.each([
    ['is inactive', 'is_active = false'],
    ['has an expired token', "token_status = 'expired'"],
    ['was removed', 'removed_at = now()'],
  ])('answers 409 where its connection %s', async (_why, set) => {
    const { connectionId } = await one.row(id);
    await app.database.query(`UPDATE connections SET ${set} WHERE id = $1`, [connectionId]);
    expect((await asPublished()).status).toBe(409);
    expect(await calls()).toEqual([]);
  });
});

describe('as not published', () => {
  it('closes the attempt, stays failed, and the next retry publishes', async () => {
    const promised = (await one.orders(id)).length;
    const { status, body } = await asNotPublished();

    expect([status, body]).toEqual([200, { id, status: 'failed' }]);
    expect(await attempts()).toEqual([{ outcome: 'notHappened', result: null }]);
    expect(await resolutions()).toMatchObject([{ generation: 1, resolution: { outcome: 'notPublished' } }]);
    expect(await one.credits(id)).toEqual(['hold', 'release']);
    expect((await one.orders(id)).slice(promised)).toEqual([]);
    expect(await calls()).toEqual([]);
    expect((await retry()).body).toEqual({ id, status: 'pending' });
    expect(await one.row(id)).toMatchObject({ nextWork: 'upload' });
  });

  it('twice is answered the same', async () => {
    await asNotPublished();
    const before = await one.all(id);
    expect((await asNotPublished()).body).toEqual({ id, status: 'failed' });
    expect(await one.all(id)).toEqual(before);
    expect((await asPublished()).status).toBe(409);
  });
});

it.each(['pending', 'uploading', 'uploaded', 'processing', 'published', 'cancelled'] as const)(
  'answers 409 while it is %s, and changes nothing',
  async (status) => {
    const other = await one.make(status, { payload });
    const before = await one.all(other);
    for (const body of [{ outcome: 'notPublished' }, { outcome: 'published', platformPostId: videoId }])
      expect((await resolve(body, other)).status).toBe(409);
    expect(await one.all(other)).toEqual(before);
  },
);

it('answers 409 where the outcome is known', async () => {
  const other = await one.make('failed', { payload });
  const { status, body } = await resolve({ outcome: 'notPublished' }, other);
  expect([status, body.message]).toEqual([409, 'The outcome of the assignment is known. A retry publishes the post.']);
});

it('answers 409 where a retry comes first', async () => {
  const answer = await interleave(
    app.database,
    async (client) => client.query(`UPDATE assignments SET status = 'pending', generation = 2 WHERE id = $1`, [id]),
    asNotPublished,
  );
  expect(answer.status).toBe(409);
  expect(await attempts()).toEqual([{ outcome: null, result: null }]);
});
