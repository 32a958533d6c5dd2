import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { send } from '../../support/servers/sandbox';
import { useServer } from '../../support/servers/server';
import { until } from '../../support/until';
import { useVerifying } from './verifying';
import type { How } from './verifying';

const verifying = useVerifying();
const { run } = verifying;
const channel = 'UCsandboxOlivesKitchen01';
const stateFile = (): string => join(verifying.folder.path, 'state.json');
const youtube = async () => verifying.sandbox.stateOf('youtube');
const change = async (settings: object) => verifying.sandbox.control('POST', '/settings', settings);
const fault = async (on: object, action: object) => verifying.sandbox.control('POST', '/faults', { on, do: action });
/** Tokens, codes and secrets as the sandbox makes them. */
const secret = /ya29\.|1\/\/sandbox|sandbox-youtube-secret|code=/;

it('sees all but what is public, needs a day or the whole quota, says its cost before, and leaves nothing', async () => {
  const { code, said, steps } = await run(['youtube']);
  expect(said.split('\n')[0]).toBe(
    '23 of 28 steps of youtube. It costs 3 uploads of the day, 1963 units of the quota at most, 3 objects that nobody sees. ' +
      'All that it makes is removed.',
  );
  const missing = Object.entries(steps).filter(([, { verdict }]) => verdict !== 'ok');
  expect(missing).toEqual([
    ['youtube.publish', { verdict: '--', words: 'Others would see it.' }],
    ['youtube.comment', { verdict: '--', words: 'Others would see it.' }],
    ['youtube.hide', { verdict: '--', words: 'Others would see it.' }],
    ['youtube.quota', { verdict: '--', words: 'It uses up the units of the whole day.' }],
    ['youtube.grant-later', { verdict: '--', words: 'It needs a day.' }],
  ]);
  expect(code).toBe(2);
  expect(said).toMatch(/step +assumed +seen +what follows/);
  expect(said).toContain('24 seen, 0 broken, 5 not seen.');
  expect(said).not.toMatch(secret);
  expect(await youtube()).toMatchObject({ videos: [], playlists: [] });
  const effects = (await verifying.sandbox.calls()).flatMap(({ effect }) => effect ?? []);
  expect(effects.every(({ to }) => to === 'private' || to === null)).toBe(true);
});

it('sees everything in two walks: the second one a day later', async () => {
  await change({ quota: { uploadsPerDay: 100, unitsPerDay: 4_000, channelUploadsPerDay: null } });
  const first = await run(['youtube', '--publish', channel, '--exhaust-quota']);
  expect(first.said).toContain('Then it uses up all units of the day.');
  expect(first.steps).toMatchObject({
    'youtube.publish': { verdict: 'ok' },
    'youtube.comment': { verdict: 'ok', words: 'Listed at once.' },
    'youtube.hide': { verdict: 'ok', words: 'It was private at once.' },
    'youtube.delete': { verdict: 'ok', words: 'Gone at once.' },
    'youtube.quota': { verdict: 'ok', words: expect.stringMatching(/^After \d+ calls: 403 quotaExceeded\.$/) },
    'youtube.grant-later': { verdict: '--' },
  });
  expect(first.code).toBe(2);
  expect((await youtube()).videos).toEqual([]);
  expect(statSync(stateFile()).mode & 0o777).toBe(0o600);
  expect(readFileSync(stateFile(), 'utf8')).not.toMatch(secret);

  const early = await run(['youtube', '--resume']);
  expect(early.steps['youtube.grant-later']).toEqual({ verdict: '--', words: 'It is too early.' });
  expect(early.code).toBe(2);
  const later = await run(['youtube', '--resume'], { clock: () => new Date(Date.now() + 25 * 3_600_000) });
  expect(later.steps).toEqual({ 'youtube.grant-later': { verdict: 'ok', words: expect.stringMatching(/^It works/) } });
  expect(later.said).toContain('29 seen, 0 broken, 0 not seen.');
  expect(later.code).toBe(0);
  expect(await run(['youtube', '--resume'])).toMatchObject({
    code: 2,
    said: expect.stringContaining('There is nothing to resume'),
  });
});

it.each<[string, How, How, string]>([
  ['no key', { environment: { SECRETS_KEY: '' } }, {}, 'No refresh token was kept.'],
  [
    'another key',
    {},
    { environment: { SECRETS_KEY: `test:${Buffer.alloc(32, 8).toString('base64')}` } },
    'SECRETS_KEY is not the key of the first walk.',
  ],
])(
  'keeps no refresh token that is not encrypted, and cannot see its life with %s',
  async (_case, one, other, words) => {
    await run(['youtube'], one);
    const { code, steps } = await run(['youtube', '--resume'], other);
    expect(steps['youtube.grant-later']).toEqual({ verdict: '--', words });
    expect(code).toBe(2);
  },
);

describe('the end of the grant', () => {
  /** The sandbox, with the end that Google names where an app is in testing. */
  const testing = useServer(async (request, response) => {
    const { url = '', method = 'GET' } = request;
    const body = method === 'GET' ? undefined : await buffer(request);
    const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => kept.includes(name)));
    const answer = await send(method, `${verifying.sandbox.url}${url}`, { headers, ...(body && { body }) });
    const isNamed = url === '/token' && answer.body?.refresh_token;
    const text = isNamed ? JSON.stringify({ ...answer.body, refresh_token_expires_in: 604_799 }) : answer.text;
    const { location } = answer.headers;
    response
      .writeHead(answer.status, { 'content-type': 'application/json', ...(location && { location: String(location) }) })
      .end(text);
  });
  const kept = ['authorization', 'content-type', 'content-range', 'x-upload-content-type', 'x-upload-content-length'];
  const weekMs = 7 * 86_400_000;

  it.each<[string, object | null, string, RegExp]>([
    ['refused then: as it was named', { error: 'invalid_grant' }, 'ok', /^It ended as named, at /],
    ['taken then: it was named in vain', null, 'BROKEN', /still works after its end/],
  ])('is named for an app in testing, and the token is %s', async (_case, action, verdict, words) => {
    const hear = (line: string): void => {
      if (line.startsWith('ok youtube.grant-end')) interruption.abort();
    };
    const interruption = new AbortController();
    const environment = { SANDBOX_URL: testing.url };
    const person = { origin: testing.url };
    const { steps, said } = await run(['youtube'], { environment, hear, interrupted: interruption.signal, person });
    expect(steps['youtube.grant-end']).toMatchObject({
      verdict: 'ok',
      words: expect.stringMatching(/^The grant ends at/),
    });
    expect(said.replaceAll(/\s+/g, ' ')).toContain('Publish the consent screen');
    if (action) await fault({ method: 'POST', path: '/token' }, action);
    const later = await run(['youtube', '--resume'], { clock: () => new Date(Date.now() + weekMs) });
    expect(later.steps['youtube.grant-later']).toMatchObject({ verdict, words: expect.stringMatching(words) });
  });
});

describe('a promise that is broken', () => {
  const refused = { status: 403, body: { error: { code: 403, errors: [{ reason: 'forbidden' }], message: 'No' } } };

  it.each<[string, object, object, string]>([
    [
      'youtube.thumbnail',
      { method: 'POST', path: '/upload/youtube/v3/thumbnails' },
      refused,
      'https://www.youtube.com',
    ],
    ['youtube.playlist', { method: 'POST', path: '/youtube/v3/playlistItems' }, refused, 'see addTo'],
    ['youtube.captions', { method: 'POST', path: '/upload/youtube/v3/captions' }, refused, 'Captions end'],
    ['youtube.lists', { method: 'GET', path: '/youtube/v3/videoCategories' }, refused, 'Nobody can pick'],
    ['youtube.errors', { method: 'GET', path: '/youtube/v3/videos' }, { status: 400, body: {} }, 'wrong code'],
  ])('of %s ends with 1, in plain words, and with what follows', async (id, on, action, follows) => {
    await fault({ ...on, times: 3 }, action);
    const { code, said, steps } = await run(['youtube']);
    expect(steps[id]).toMatchObject({ verdict: 'BROKEN', words: expect.stringMatching(/^[A-Z].*\.$/) });
    expect(said.replaceAll(/\s+/g, ' ')).toContain(follows.split(' ')[0]);
    expect(code).toBe(1);
    expect(await youtube()).toMatchObject({ videos: [], playlists: [] });
  });

  it('of a comment that is not listed ends with 1, and the video goes all the same', async () => {
    await change({ commentLagMs: 600_000 });
    const { code, steps } = await run(['youtube', '--publish', channel], { times: { lagMs: 100 } });
    expect(steps).toMatchObject({
      'youtube.comment': { verdict: 'BROKEN', words: 'The list lacks it after 0.1 s.' },
      'youtube.delete': { verdict: 'ok' },
    });
    expect(code).toBe(1);
    expect((await youtube()).videos).toEqual([]);
  });

  it('hides every step that rests on it', async () => {
    await change({ outcome: 'rejected', rejectionReason: 'duplicate' });
    const { code, steps } = await run(['youtube', '--publish', channel]);
    expect(steps).toMatchObject({
      'youtube.processing': { verdict: 'BROKEN', words: expect.stringContaining('rejected the video: "duplicate"') },
      'youtube.publish': { verdict: '--', words: 'It rests on youtube.processing.' },
      'youtube.delete': { verdict: 'ok' },
    });
    expect(code).toBe(1);
  });

  it('of a refresh token that dies before a day has passed is seen on that day', async () => {
    await run(['youtube']);
    await fault({ method: 'POST', path: '/token' }, { error: 'invalid_grant' });
    const { code, steps } = await run(['youtube', '--resume'], { clock: () => new Date(Date.now() + 90_000_000) });
    expect(steps['youtube.grant-later']).toMatchObject({ verdict: 'BROKEN' });
    expect(code).toBe(1);
  });
});

describe('nothing is seen, and nothing made,', () => {
  it.each<[string, string[], How, RegExp]>([
    ['where the owner refuses', [], { person: { button: 'Deny' } }, /refused \(access_denied\)/],
    ['where nobody comes back', [], { person: { isAway: true }, times: { personMs: 50 } }, /Nobody came back/],
  ])('%s', async (_case, words, how, reason) => {
    const { code, steps } = await run(['youtube', ...words], how);
    expect(steps['youtube.consent']).toMatchObject({ verdict: '--', words: expect.stringMatching(reason) });
    expect(Object.values(steps).map(({ verdict }) => verdict)).not.toContain('BROKEN');
    expect(code).toBe(2);
    expect((await youtube()).uploadSessions).toEqual([]);
  });

  it('where the consent is for another channel than the one that was named', async () => {
    const { code, steps } = await run(['youtube', '--publish', 'UCanother']);
    expect(steps['youtube.channel']).toEqual({
      verdict: '--',
      words: `The consent is for ${channel} (Olive's Kitchen), not for UCanother.`,
    });
    expect(code).toBe(2);
    expect((await youtube()).uploadSessions).toEqual([]);
  });

  it('where the platform is not there', async () => {
    await fault({ method: 'POST', path: '/token' }, { cutAfterBytes: 0 });
    const { code, steps } = await run(['youtube']);
    expect(steps['youtube.consent']).toMatchObject({ verdict: '--', words: expect.stringContaining('YouTube') });
    expect(code).toBe(2);
  });
});

it('sees no promise that needs a feature which the owner has not allowed', async () => {
  const forceSsl = 'https://www.googleapis.com/auth/youtube.force-ssl';
  const { code, steps } = await run(['youtube', '--publish', channel], { person: { untick: [forceSsl] } });
  expect(steps).toMatchObject({
    'youtube.scopes': { verdict: 'ok', words: expect.stringContaining(`${forceSsl} was declined.`) },
    'youtube.captions': { verdict: '--', words: 'The feature captions was not allowed.' },
    'youtube.comment': { verdict: '--', words: 'The feature comments was not allowed.' },
    'youtube.hide': { verdict: 'ok' },
  });
  expect(code).toBe(2);
});

it('takes the address that the operator pastes, where the browser cannot come back', async () => {
  const { steps, said } = await run(['youtube'], { person: { pastes: true } });
  expect(said).toContain('paste the address');
  expect(steps['youtube.consent']).toMatchObject({ verdict: 'ok' });
});

it.each(['youtube.session.offset', 'youtube.session.rest', 'youtube.short.thumbnail', 'youtube.publish'])(
  'leaves nothing where it is interrupted after %s',
  async (id) => {
    const interruption = new AbortController();
    const hear = (line: string): void => {
      if (line.startsWith(`ok ${id}:`)) interruption.abort();
    };
    const { code, steps } = await run(['youtube', '--publish', channel], { interrupted: interruption.signal, hear });
    const last = Object.keys(steps).indexOf(id);
    const rest = Object.values(steps).slice(last + 1);
    expect([...new Set(rest.map(({ words }) => words))]).toEqual(['The walk was interrupted.']);
    expect(code).toBe(2);
    await until(async () => (await youtube()).videos.length === 0);
  },
);

it('says what is left behind, and ends with 1', async () => {
  const interruption = new AbortController();
  const hear = (line: string): void => {
    if (line.startsWith('ok youtube.session.rest:')) interruption.abort();
  };
  await fault({ method: 'DELETE', path: '/youtube/v3/videos', times: 9 }, { error: 'backendError' });
  const { code, said } = await run(['youtube'], { interrupted: interruption.signal, hear });
  expect(said).toMatch(/left behind: the upload of the test video \(.+\)/);
  expect(code).toBe(1);
});
