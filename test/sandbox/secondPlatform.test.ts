import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router } from 'express';
import type { PlatformModule, PostView } from '../../sandbox/platform';
import { platformModules } from '../../sandbox/platforms';
import { startSandbox } from '../../sandbox/sandbox';
import { send } from '../support/servers/sandbox';
import type { Json } from '../support/servers/sandbox';
import { use } from '../support/use';

/** A path of each of two platforms. */
const paths = { youtube: '/youtube/v3/channels', toy: '/toys/channels' };
const post: PostView = {
  id: 'post-1',
  path: '/p/post-1',
  channelId: 'toys',
  title: 'A toy',
  description: '',
  tags: [],
  privacy: 'public',
  uploadStatus: 'processed',
  processingStatus: 'succeeded',
  problem: undefined,
  createdAtMs: 0,
  viewCount: 0,
  media: [],
};

/** A platform with one channel and one post. One of its errors has a name that YouTube has, too. */
const open: PlatformModule['open'] = (_app, { folder }) => {
  mkdirSync(folder, { recursive: true });
  const film = { id: post.id, file: join(folder, 'film'), type: 'video/mp4' };
  writeFileSync(film.file, 'bytes of a toy');
  const shown = { ...post, media: [film] };
  return {
    paths: /^\/toys\//,
    router: Router().get(paths.toy, (_req, res) => void res.json({ toy: true })),
    errors: new Map([
      ['backendError', { status: 503, body: { toy: 'is broken' } }],
      ['toyError', { status: 400, body: { toy: 'is wrong' } }],
    ]),
    postPages: { '/p/:id': (req) => String(req.params['id']) },
    createChannel: () => ({ channelId: 'toys', accessToken: 'a', refreshToken: 'r' }),
    channels: () => [{ id: 'toys', name: 'Toys' }],
    posts: (id) => (id === 'toys' ? [shown] : []),
    post: (id) => (id === post.id ? shown : undefined),
    media: (id) => (id === film.id ? film : undefined),
    countView: () => undefined,
    changeStatistics: () => undefined,
    state: () => ({ channels: [{ id: 'toys' }], videos: [], posts: [post], tokens: [], uploadSessions: [], quota: {} }),
    reset: async () => undefined,
  };
};

const toy: PlatformModule = { app: { clientId: 'toys', clientSecret: 'secret', redirectUris: [] }, open };

describe('A second platform in the table of the sandbox', () => {
  const sandbox = use(async () =>
    startSandbox({ port: 0, mailPort: 0, stripePort: 0, processingMs: 0 }, { ...platformModules, toy }),
  );
  beforeEach(async () => send('POST', `${sandbox.url}/_sandbox/reset`));

  const control = async (path: string, json?: object) =>
    send(json ? 'POST' : 'GET', `${sandbox.url}/_sandbox${path}`, { json });
  const fault = async (on: object, action: object) =>
    control('/faults', { on: { method: 'GET', path: '/', ...on }, do: action });
  const ask = async (slug: keyof typeof paths) => send('GET', sandbox.url + paths[slug]);
  const statusesOf = async (...slugs: (keyof typeof paths)[]) => {
    const statuses: number[] = [];
    for (const slug of slugs) statuses.push((await ask(slug)).status);
    return statuses;
  };
  /** YouTube's status for a request without a token. */
  const refused = 403;

  it('has hosts, a state, channels and calls under its slug', async () => {
    expect(Object.keys(sandbox.apps)).toEqual(['youtube', 'facebook', 'toy']);
    expect(await ask('toy')).toMatchObject({ status: 200, body: { toy: true } });
    await ask('youtube');
    expect((await control('/calls')).body.calls.map(({ platform }: Json) => platform)).toEqual(['toy', 'youtube']);
    const grant = await control('/channels', { platform: 'toy', name: 'Toys' });
    expect(grant).toMatchObject({ status: 201, body: { channelId: 'toys' } });
    expect((await control('/state')).body).toMatchObject({
      platforms: {
        youtube: { channels: [], posts: [] },
        toy: { channels: [{ id: 'toys' }], posts: [{ id: 'post-1' }] },
      },
      settings: { processingMs: 0 },
    });
  });

  it('is struck alone by a fault for it, which counts no call of another platform', async () => {
    await fault({ platform: 'toy', nth: 2 }, { status: 500 });
    expect(await statusesOf('youtube', 'youtube', 'toy', 'youtube', 'toy', 'toy')).toEqual([
      refused,
      refused,
      200,
      refused,
      500,
      200,
    ]);
    expect((await control('/faults')).body.faults).toMatchObject([{ on: { platform: 'toy' }, seen: 3 }]);
  });

  it('is spared by a fault for another one', async () => {
    await fault({ platform: 'youtube', times: 2 }, { status: 500 });
    expect(await statusesOf('toy', 'youtube', 'toy', 'youtube')).toEqual([200, 500, 200, 500]);
  });

  it('is struck by a fault for no platform, as the other is', async () => {
    await fault({ times: 2 }, { status: 500 });
    expect(await statusesOf('youtube', 'toy', 'toy')).toEqual([500, 500, 200]);
  });

  it('is named in no fault that strikes sample media', async () => {
    const film = '/_sandbox/media/sample.mp4';
    await fault({ platform: 'toy', path: '/_sandbox/media' }, { status: 500 });
    expect((await send('GET', sandbox.url + film)).status).toBe(200);
    await fault({ path: '/_sandbox/media' }, { status: 500 });
    expect((await send('GET', sandbox.url + film)).status).toBe(500);
  });

  it('answers with its own error where another has one of the same name', async () => {
    await fault({ times: 2 }, { error: 'backendError' });
    expect((await ask('toy')).body).toEqual({ toy: 'is broken' });
    expect((await ask('youtube')).body.error).toMatchObject({ code: 503, message: 'Backend Error' });
  });

  it('lends its errors to no fault for another platform', async () => {
    expect((await fault({ platform: 'toy' }, { error: 'toyError' })).status).toBe(201);
    const answer = await fault({ platform: 'youtube' }, { error: 'toyError' });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('do.error must be one of') } });
    expect(answer.body.error).not.toContain('toyError');
  });

  it('has pages of its own, which no other platform shows', async () => {
    const page = async (path: string) => send('GET', sandbox.url + path);
    expect((await page('/')).text).toContain('<a href="/toy/channels/toys">Toys</a>');
    const channel = (await page('/toy/channels/toys')).text;
    expect(channel).toContain('<a href="/toy/p/post-1">A toy</a>');
    expect(channel).toContain('src="/toy/media/post-1"');
    expect((await page('/toy/p/post-1')).text).toContain('<a href="/toy/channels/toys">Toys</a>');
    expect((await page('/toy/media/post-1')).text).toBe('bytes of a toy');
    for (const path of ['/channels/toys', '/watch?v=post-1', '/media/post-1'])
      expect((await page(`/youtube${path}`)).status).toBe(404);
  });
});

describe('The one port of all platforms', () => {
  const ports = { port: 0, mailPort: 0, stripePort: 0 };
  const sandbox = use(async () => startSandbox(ports));
  const clashing = use(async () =>
    startSandbox(ports, {
      ...platformModules,
      toy,
      google: { ...toy, open: (...place) => ({ ...open(...place), paths: /^\/t/ }) },
    }),
  );

  it.each([
    ['youtube', '/o/oauth2/v2/auth'],
    ['youtube', '/token'],
    ['youtube', '/tokeninfo'],
    ['youtube', '/revoke'],
    ['youtube', '/oauth2/v2/userinfo'],
    ['youtube', '/youtube/v3/videos'],
    ['youtube', '/youtube/v3/nothing'],
    ['youtube', '/upload/youtube/v3/videos'],
    ['youtube', '/resumable/upload/youtube/v3/videos'],
    ['facebook', '/dialog/oauth'],
    ['facebook', '/v27.0/dialog/oauth'],
    ['facebook', '/oauth/access_token'],
    ['facebook', '/debug_token'],
    ['facebook', '/me'],
    ['facebook', '/v27.0/me/accounts'],
    ['facebook', '/v1.0/youtube'],
    ['facebook', '/100000000000011/feed'],
    ['facebook', '/100000000000011_1234567890123456'],
    ['facebook', '/video-upload/v27.0/1'],
    [undefined, '/tokens'],
    [undefined, '/v26/me'],
    [undefined, '/mailbox'],
    [undefined, '/youtube/channels/UC1'],
  ])('lets %s answer %s', async (slug, path) => {
    await send('POST', `${sandbox.url}/_sandbox/reset`);
    await send('GET', sandbox.url + path);
    const { calls } = (await send('GET', `${sandbox.url}/_sandbox/calls`)).body;
    expect(calls.map(({ platform }: Json) => platform)).toEqual(slug === undefined ? [] : [slug]);
  });

  it('refuses a path that two platforms claim, and no other', async () => {
    const said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    const { status } = await send('GET', clashing.url + paths.toy);
    expect([status, String(said.mock.lastCall)]).toEqual([500, expect.stringContaining('a path of toy and google')]);
    said.mockRestore();
    expect((await send('GET', clashing.url + paths.youtube)).status).toBe(403);
  });
});
