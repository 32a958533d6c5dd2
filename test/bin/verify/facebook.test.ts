import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { useVerifying } from './verifying';
import type { How } from './verifying';

const verifying = useVerifying();
const { run } = verifying;
const page = '100000000000011';
const hourMs = 3_600_000;
const stateFile = (): string => join(verifying.folder.path, 'state.json');
const facebook = async () => verifying.sandbox.stateOf('facebook');
const change = async (settings: object) => verifying.sandbox.control('POST', '/settings', settings);
const fault = async (on: object, action: object) => verifying.sandbox.control('POST', '/faults', { on, do: action });
const secret = /EAASandbox|sandbox-facebook-secret|code=|appsecret_proof/;
const later = (hours: number): How => ({ clock: () => new Date(Date.now() + hours * hourMs) });
/** Everything on the pages. */
const things = async () => {
  const { posts, photos, videos } = await facebook();
  return { posts: posts.length, photos: photos.length, videos: videos.length };
};
const nothing = { posts: 0, photos: 0, videos: 0 };

it('sees all that nobody else sees, and leaves but a photo and a draft for another day', async () => {
  const { code, said, steps } = await run(['facebook']);
  expect(said.split('\n')[0]).toBe(
    '35 of 78 steps of facebook. It costs 15 objects that nobody sees. All that it makes is removed.',
  );
  const missing = Object.entries(steps).filter(([, { verdict }]) => verdict !== 'ok');
  expect([...new Set(missing.map(([, { words }]) => words))]).toEqual(['Others would see it.', 'It needs a day.']);
  const ofEachKind = /\.(publish|change|comment|picture|numbers|direct)$/;
  expect(missing.map(([id]) => id).filter((id) => !ofEachKind.test(id))).toEqual([
    'facebook.text.listed',
    'facebook.text.duplicate',
    'facebook.day.photo',
    'facebook.day.draft',
  ]);
  expect(code).toBe(2);
  expect(said).not.toMatch(secret);
  expect(await things()).toEqual({ posts: 1, photos: 1, videos: 0 });
  const effects = (await verifying.sandbox.calls()).flatMap(({ effect }) => effect ?? []);
  expect(effects.filter(({ to }) => to === 'public')).toEqual([]);
  expect(statSync(stateFile()).mode & 0o777).toBe(0o600);
  expect(readFileSync(stateFile(), 'utf8')).not.toMatch(secret);
});

it('sees everything in two walks, and leaves nothing after the second one', async () => {
  const first = await run(['facebook', '--publish', page]);
  expect(first.steps).toMatchObject({
    'facebook.text.duplicate': { verdict: 'ok', words: 'It was refused with 506.' },
    'facebook.text.direct': { verdict: 'ok', words: 'Listed at once, with all three.' },
    'facebook.reel.change': { verdict: 'ok', words: 'The new description was read at once.' },
    'facebook.video.comment': { verdict: 'ok', words: 'Listed at once.' },
    'facebook.photo-story.picture': { verdict: 'ok' },
    'facebook.carousel.numbers': { verdict: 'ok', words: expect.stringMatching(/^Views 0, .* comments 1, reach 0\.$/) },
    'facebook.image.delete': { verdict: 'ok', words: 'Gone at once.' },
    'facebook.carousel.direct': { verdict: 'ok', words: expect.stringMatching(/^Found at once as /) },
    'facebook.video.upload': { words: expect.stringMatching(/^Cut after \d+ bytes, it went on at 1048576,/) },
    'facebook.video-story.publish': { verdict: 'ok' },
  });
  expect(Object.values(first.steps).filter(({ verdict }) => verdict === 'BROKEN')).toEqual([]);

  const early = await run(['facebook', '--resume'], later(20));
  expect(early.steps['facebook.day.photo']).toEqual({ verdict: '--', words: 'It is there after 20 hours.' });
  const second = await run(['facebook', '--resume'], later(26));
  expect(Object.keys(second.steps)).toEqual([
    'facebook.consent',
    'facebook.page-token',
    'facebook.day.photo',
    'facebook.day.draft',
  ]);
  expect(second.said).toContain('79 seen, 0 broken, 0 not seen.');
  expect(second.code).toBe(0);
  expect(await things()).toEqual(nothing);
});

it('takes a photo that is gone after a day as promised, and a draft as lost', async () => {
  await change({ facebook: { draftLifetimeMs: 24 * hourMs } });
  await run(['facebook']);
  await change({ clockSkewMs: 26 * hourMs });
  const { code, steps } = await run(['facebook', '--resume'], later(26));
  expect(steps).toMatchObject({
    'facebook.day.photo': { verdict: 'ok', words: expect.stringContaining('deleted it, as its page says') },
    'facebook.day.draft': { verdict: 'BROKEN', words: 'It is gone after 26 hours.' },
  });
  expect(code).toBe(1);
});

it('removes what an earlier walk has left, before it leaves something again', async () => {
  await run(['facebook']);
  await run(['facebook']);
  expect(await things()).toEqual({ posts: 1, photos: 1, videos: 0 });
});

describe('a promise that is broken', () => {
  const quick = { lagMs: 100, processingMs: 100 };

  it.each<[string, object, string, RegExp]>([
    ['draft', { publishOutcome: 'draft' }, 'facebook.text.publish', /is not public in time/],
    ['never', { publishOutcome: 'never' }, 'facebook.reel.publish', /is not public in time|goingLive/],
    ['error', { publishOutcome: 'error' }, 'facebook.reel.publish', /could not process/],
    ['late', { liveDelayMs: 60_000 }, 'facebook.image.publish', /is not public in time/],
    ['of another app', { postsBy: 'otherApp' }, 'facebook.text.draft-list', /made by \d+\./],
    ['of a person', { postsBy: 'person' }, 'facebook.text.direct', /it was made by nobody/],
    ['of a person, a link', { postsBy: 'person' }, 'facebook.link.direct', /is not found in time/],
    ['a comment that is late', { commentLagMs: 60_000 }, 'facebook.reel.comment', /^The list lacks it/],
  ])('ends with 1: %s', async (_case, settings, id, reason) => {
    await change({ facebook: settings });
    const { code, steps } = await run(['facebook', '--publish', page], { times: quick });
    expect(steps[id]).toMatchObject({ verdict: 'BROKEN', words: expect.stringMatching(reason) });
    expect(code).toBe(1);
    expect(await things()).toEqual({ posts: 1, photos: 1, videos: 0 });
  });

  it('names the way of publishing that does without it, and sees that one all the same', async () => {
    await change({ facebook: { drafts: 'refused' } });
    const { said, steps } = await run(['facebook', '--publish', page]);
    expect(said).toContain('FACEBOOK_PUBLISHING=direct');
    for (const kind of ['text', 'link', 'image', 'carousel', 'video'])
      expect(steps).toMatchObject({
        [`facebook.${kind}.draft`]: { verdict: 'BROKEN' },
        [`facebook.${kind}.direct`]: { verdict: 'ok' },
      });
    expect(await things()).toEqual(nothing);
  });

  it.each(['facebook.page.numbers', 'facebook.text.numbers'])('ends with 1: a metric of %s is refused', async (id) => {
    const body = { error: { code: 100, message: '(#100) The value must be a valid insights metric' } };
    await fault({ method: 'GET', path: '/v27.0/*/insights', times: 100 }, { status: 400, body });
    const { code, steps } = await run(['facebook', '--publish', page]);
    expect(steps[id]).toMatchObject({ verdict: 'BROKEN', words: expect.stringMatching(/^It refuses \w+_media_view/) });
    expect(code).toBe(1);
  });

  it.each<[string, object, object, string]>([
    [
      'an unpublished create that is refused',
      { method: 'POST', path: '/v27.0/*/feed' },
      { error: 'permissionsMissing' },
      'facebook.text.draft',
    ],
    [
      'an unknown code for an object that is gone',
      { method: 'GET', path: `/v27.0/${page}_1` },
      { error: 'unknown' },
      'facebook.errors.absent',
    ],
  ])('ends with 1: %s', async (_case, on, action, id) => {
    await fault(on, action);
    const { code, steps } = await run(['facebook']);
    expect(steps[id]).toMatchObject({ verdict: 'BROKEN', words: expect.stringMatching(/\.$/) });
    expect(code).toBe(1);
  });
});

describe('nothing is seen, and nothing made,', () => {
  it.each<[string, string[], How, string, RegExp]>([
    ['where the owner refuses', [], { person: { button: 'Cancel' } }, 'facebook.consent', /access_denied/],
    [
      'where a permission is left out',
      [],
      { person: { untick: ['pages_manage_posts'] } },
      'facebook.consent',
      /pages_manage_posts/,
    ],
    ['where the login has no page', [], { person: { account: 'Nils None' } }, 'facebook.page-token', /no page/],
    [
      'where the login has several pages, and none is named',
      [],
      { person: { account: 'Max Several' } },
      'facebook.page-token',
      /100000000000021 \(Max Several\), 100000000000022/,
    ],
    ['on another page than the named one', ['--publish', '1'], {}, 'facebook.page-token', /Paula's Bakery/],
  ])('%s', async (_case, words, how, id, reason) => {
    const { code, steps } = await run(['facebook', ...words], how);
    expect(steps[id]).toMatchObject({ verdict: '--', words: expect.stringMatching(reason) });
    expect(code).toBe(2);
    expect(await things()).toEqual(nothing);
  });
});

it('sees no promise that needs a feature which the owner has not allowed', async () => {
  const untick = ['read_insights', 'pages_manage_engagement'];
  const { code, steps } = await run(['facebook', '--publish', page], { person: { untick } });
  expect(steps).toMatchObject({
    'facebook.permissions': { verdict: 'ok', words: expect.stringContaining('pages_manage_engagement') },
    'facebook.page.numbers': { verdict: '--', words: 'The feature insights was not allowed.' },
    'facebook.text.comment': { verdict: '--', words: 'The feature comments was not allowed.' },
    'facebook.text.delete': { verdict: 'ok' },
  });
  expect(code).toBe(2);
});

it('works on the page that is named', async () => {
  const named = ['facebook', '--publish', '100000000000022'];
  const { steps } = await run(named, { person: { account: 'Max Several' } });
  expect(steps['facebook.text.publish']).toMatchObject({
    verdict: 'ok',
    words: expect.stringContaining('100000000000022_'),
  });
});

it.each(['facebook.image.draft', 'facebook.carousel.publish', 'facebook.reel.upload', 'facebook.day.begin'])(
  'leaves nothing where it is interrupted after %s, but what is left for another day',
  async (id) => {
    const interruption = new AbortController();
    const hear = (line: string): void => {
      if (line.startsWith(`ok ${id}:`)) interruption.abort();
    };
    const { code } = await run(['facebook', '--publish', page], { interrupted: interruption.signal, hear });
    expect(code).toBe(2);
    expect(await things()).toEqual(id === 'facebook.day.begin' ? { posts: 1, photos: 1, videos: 0 } : nothing);
  },
);
