import { facebookDefaults } from '../../sandbox/facebook/settings';
import { film, kib256, put, send, useCleanSandbox } from '../support/servers/sandbox';
import type { Json } from '../support/servers/sandbox';
import { until } from '../support/until';
import { useEach } from '../support/use';

const connectionEnded = /closed|ECONNRESET|EPIPE|terminated/;

describe("The sandbox's controls", () => {
  const sandbox = useCleanSandbox();
  const grant = useEach(async () => sandbox.grant());

  const fault = async (on: object, action: object) => {
    const answer = await sandbox.control('POST', '/faults', { on, do: action });
    expect(answer).toMatchObject({ status: 201, body: { id: expect.any(String) } });
    return answer.body.id as string;
  };
  const readChannel = () =>
    sandbox.youtube('GET', '/youtube/v3/channels?part=id&mine=true', { token: grant.accessToken });
  const startUpload = (signal?: AbortSignal) =>
    sandbox.youtube('POST', '/upload/youtube/v3/videos?part=snippet&uploadType=resumable', {
      token: grant.accessToken,
      json: { snippet: { title: 'A' } },
      ...(signal && { signal }),
    });
  const calls = async (since = 0) => (await sandbox.control('GET', `/calls?since=${since}`)).body.calls;
  const channels = { method: 'GET', path: '/youtube/v3/channels' };
  const uploads = { method: 'PUT', path: '/upload/youtube/v3/videos' };

  it('answer on every port', async () => {
    expect((await send('GET', `${sandbox.stripeUrl}/_sandbox/state`)).body).toEqual(await sandbox.state());
  });

  it.each([
    ['media', { 'user-agent': 'ContentDelivery-Media/1.0' }],
    ['webhooks', { 'user-agent': 'ContentDelivery-Webhooks/1.0', 'webhook-id': 'msg_1' }],
    ['webhooks of another sender', { 'webhook-id': 'msg_1' }],
  ])('are not for %s, on any port, and nothing happens', async (_what, headers) => {
    const before = await sandbox.state();
    for (const url of [sandbox.url, sandbox.stripeUrl]) {
      const attempts = [
        ['GET', '/state', undefined],
        ['GET', '/receiver/demo', undefined],
        ['POST', '/reset', undefined],
        ['POST', '/receiver/demo/settings', { status: 500 }],
        ['POST', '/channels', { platform: 'youtube', name: 'Mine' }],
      ] as const;
      for (const [method, path, json] of attempts)
        expect(await send(method, `${url}/_sandbox${path}`, { headers, json })).toMatchObject({ status: 403 });
    }
    expect(await sandbox.state()).toEqual(before);
    expect(await send('GET', `${sandbox.url}/_sandbox/media/sample.mp4`, { headers })).toMatchObject({ status: 200 });
    expect(await send('POST', `${sandbox.url}/_sandbox/receiver/demo`, { headers, json: {} })).toMatchObject({
      status: 200,
    });
  });

  describe('faults', () => {
    it('strike once, with the status, headers and body that were asked for', async () => {
      const id = await fault(channels, { status: 503, body: { down: true }, headers: { 'Retry-After': '7' } });
      expect(await readChannel()).toMatchObject({ status: 503, body: { down: true }, headers: { 'retry-after': '7' } });
      expect((await readChannel()).status).toBe(200);
      expect(await calls()).toMatchObject([
        { fault: id, status: 503 },
        { fault: null, status: 200 },
      ]);
    });

    it('strike from the nth matching request on, as often as was asked for', async () => {
      await fault({ ...channels, method: 'get', nth: 2, times: 2 }, { status: 500 });
      const statuses = [];
      for (let count = 0; count < 4; count += 1) statuses.push((await readChannel()).status);
      expect(statuses).toEqual([200, 500, 500, 200]);
    });

    it('are matched by method and by the beginning of the path', async () => {
      await fault({ method: 'GET', path: '/youtube/v3/videos' }, { status: 500 });
      await fault({ method: 'POST', path: '/youtube/v3' }, { status: 500 });
      expect((await readChannel()).status).toBe(200);
      await fault({ method: 'GET', path: '/youtube' }, { status: 500 });
      expect((await readChannel()).status).toBe(500);
    });

    it('answer with a documented error by its name', async () => {
      await fault(channels, { error: 'quotaExceeded' });
      expect(await readChannel()).toMatchObject({
        status: 403,
        body: { error: { code: 403, errors: [{ domain: 'youtube.quota', reason: 'quotaExceeded' }] } },
      });
      await fault({ method: 'POST', path: '/token' }, { error: 'invalid_grant' });
      expect(await sandbox.token({ grant_type: 'refresh_token', refresh_token: grant.refreshToken })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
      });
    });

    it('answer with a documented error and the headers that were asked for', async () => {
      await fault(channels, { error: 'authError', headers: { 'Retry-After': '9' } });
      expect(await readChannel()).toMatchObject({
        status: 401,
        headers: { 'retry-after': '9', 'www-authenticate': expect.stringContaining('invalid_token') },
        body: { error: { errors: [{ reason: 'authError' }] } },
      });
    });

    it('cut an upload after so many bytes; whole 256 KiB of it are stored', async () => {
      const location = await sandbox.start(grant.accessToken, { sizeBytes: 4 * kib256 });
      await fault(uploads, { cutAfterBytes: 3 * kib256 - 1 });
      await expect(send('PUT', location, { body: film(4 * kib256) })).rejects.toThrow(connectionEnded);
      expect((await put(location, 'bytes */*')).headers['range']).toBe(`bytes=0-${2 * kib256 - 1}`);
      const cut = (await calls()).find((call: Json) => call.fault);
      expect(cut).toMatchObject({ method: 'PUT', bytes: 3 * kib256 - 1, status: null });
    });

    it('cut an answer after so many bytes', async () => {
      await fault({ method: 'GET', path: '/_sandbox/media/sample.mp4' }, { cutAfterBytes: 5000 });
      const answer = await fetch(`${sandbox.url}/_sandbox/media/sample.mp4`);
      let receivedBytes = 0;
      const readAll = async () => {
        for await (const piece of answer.body ?? []) receivedBytes += piece.length;
      };
      await expect(readAll()).rejects.toThrow(connectionEnded);
      expect(receivedBytes).toBe(5000);
    });

    it('lose an answer whose effect has happened', async () => {
      const location = await sandbox.start(grant.accessToken, { sizeBytes: 1000 });
      await fault(uploads, { loseAnswer: true });
      await expect(send('PUT', location, { body: film(1000) })).rejects.toThrow(connectionEnded);
      const { videos } = await sandbox.stateOf('youtube');
      expect(videos).toHaveLength(1);
      expect(await put(location, 'bytes */1000')).toMatchObject({ status: 200, body: { id: videos[0].id } });
      expect((await sandbox.stateOf('youtube')).videos).toHaveLength(1);
    });

    it('hold an answer back whose effect has happened', async () => {
      await fault({ method: 'POST', path: '/upload' }, { delayMs: 60_000 });
      const abort = new AbortController();
      const answers: string[] = [];
      const ended = startUpload(abort.signal).then(
        () => answers.push('given'),
        () => answers.push('given up'),
      );
      await until(async () => (await sandbox.stateOf('youtube')).uploadSessions.length === 1);
      expect(answers).toEqual([]);
      abort.abort();
      await ended;
      expect(answers).toEqual(['given up']);
    });

    it('give an answer that they have delayed as long as was asked for, and not before', async () => {
      await fault({ method: 'POST', path: '/upload' }, { delayMs: 400 });
      const beganAtMs = performance.now();
      expect((await startUpload()).status).toBe(200);
      expect(performance.now() - beganAtMs).toBeGreaterThanOrEqual(399);
    });

    it('leave a request hanging, without effect', async () => {
      await fault({ method: 'POST', path: '/upload' }, { hang: true });
      const abort = new AbortController();
      const hanging = startUpload(abort.signal);
      await until(async () => (await calls()).some((call: Json) => call.fault && call.status === null));
      abort.abort();
      await expect(hanging).rejects.toThrow('aborted');
      expect((await sandbox.stateOf('youtube')).uploadSessions).toHaveLength(0);
    });

    it('are gone after DELETE', async () => {
      await fault({ ...channels, times: 99 }, { status: 500 });
      expect((await sandbox.control('DELETE', '/faults')).status).toBe(204);
      expect((await readChannel()).status).toBe(200);
    });

    it.each([
      ['{', 'the body must be JSON'],
      [{}, 'on'],
      [{ on: channels, do: {} }, 'must be exactly one of'],
      [{ on: channels, do: { status: 500, hang: true } }, 'must be exactly one of'],
      [{ on: { method: 'GET', path: 'youtube' }, do: { hang: true } }, 'on.path'],
      [{ on: { ...channels, nth: 0 }, do: { hang: true } }, 'on.nth'],
      [{ on: channels, do: { error: 'noSuchError' } }, 'do.error must be one of: authError'],
      [{ on: { ...channels, platform: 'myspace' }, do: { hang: true } }, 'on.platform must be one of: youtube'],
      [{ on: channels, do: { effectAfterMs: 5 } }, 'effectAfterMs needs loseAnswer'],
      [{ on: channels, do: { status: 500, effectAfterMs: 5 } }, 'effectAfterMs needs loseAnswer'],
      [{ on: channels, do: { delayMs: 5, effectAfterMs: 5 } }, 'effectAfterMs needs loseAnswer'],
      [{ on: channels, do: { loseAnswer: true, effectAfterMs: -1 } }, 'do.effectAfterMs'],
      [{ on: channels, do: { loseAnswer: true, delayMs: 5, effectAfterMs: 5 } }, 'must be exactly one of'],
    ])('are refused with a reason: %j', async (request, reason) => {
      const body = typeof request === 'string' ? request : JSON.stringify(request);
      const answer = await send('POST', `${sandbox.url}/_sandbox/faults`, { body });
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } });
    });
  });

  it('list the calls since a number', async () => {
    await sandbox.youtube('GET', `/tokeninfo?access_token=${grant.accessToken}`);
    await put(await sandbox.start(grant.accessToken), 'bytes 0-9/10', film(10));
    const location = await sandbox.start(grant.accessToken);
    await put(location, `bytes 0-${kib256 - 1}/*`, film(kib256));
    await fault(uploads, { loseAnswer: true });
    await put(location, 'bytes */*').catch(() => undefined);
    const all = await calls();
    expect(all).toMatchObject([
      { seq: expect.any(Number), platform: 'youtube', method: 'GET', path: '/tokeninfo', bytes: 0, status: 200 },
      { method: 'POST', path: '/upload/youtube/v3/videos', status: 200, at: expect.stringMatching(/^\d{4}-.*Z$/) },
      { method: 'PUT', contentRange: 'bytes 0-9/10', bytes: 10, status: 200, fault: null },
      { method: 'POST' },
      { method: 'PUT', bytes: kib256, status: 308, range: `bytes=0-${kib256 - 1}` },
      { method: 'PUT', contentRange: 'bytes */*', status: null, fault: expect.any(String) },
    ]);
    expect(all.at(-1).range).toBeUndefined();
    expect(await calls(all[0].seq)).toHaveLength(5);
  });

  it('show the state of each platform under its slug, and no token in it', async () => {
    await sandbox.upload(grant.accessToken);
    const state = await sandbox.state();
    expect(Object.keys(state.platforms)).toEqual(['youtube', 'facebook']);
    const { quota, playlists, comments, captions, ...lists } = state.platforms.youtube;
    expect([playlists, comments, captions]).toEqual([[], [], []]);
    expect(state).toMatchObject({ ...lists, quotas: { youtube: quota } });
    expect(state).toMatchObject({
      platforms: {
        youtube: {
          channels: [{ platform: 'youtube', id: grant.channelId, name: 'Test channel' }],
          videos: [
            {
              channelId: grant.channelId,
              sizeBytes: 2000,
              status: { privacyStatus: 'private', uploadStatus: 'processed' },
            },
          ],
          posts: [],
          uploadSessions: [{ status: 'finished', totalBytes: 2000 }],
          quota: { uploads: 1, units: 0, limits: { uploadsPerDay: 100, unitsPerDay: 10_000 } },
        },
      },
      settings: { processingMs: 0, outcome: 'succeeded', clockSkewMs: 0 },
    });
    expect(state.platforms['youtube'].tokens).toHaveLength(2);
    expect(JSON.stringify(state)).not.toContain(grant.accessToken);
    expect(JSON.stringify(state)).not.toContain(grant.refreshToken);
  });

  it('change only the settings that are named, and answer with all', async () => {
    await sandbox.control('POST', '/settings', { outcome: 'failed', quota: { uploadsPerDay: 5 } });
    expect((await sandbox.control('POST', '/settings', { processingMs: 9 })).body).toEqual({
      processingMs: 9,
      outcome: 'failed',
      failureReason: 'conversion',
      processingFailureReason: 'transcodeFailed',
      rejectionReason: 'termsOfUse',
      youngVideoMs: 0,
      commentLagMs: 0,
      publishingStatus: 'inProduction',
      testingTokenMs: 604_800_000,
      quota: { uploadsPerDay: 5, unitsPerDay: 10_000, channelUploadsPerDay: null },
      facebook: facebookDefaults,
      clockSkewMs: 0,
    });
    for (const [name, value] of [
      ['outcome', 'maybe'],
      ['failureReason', 'rain'],
      ['processingFailureReason', null],
      ['rejectionReason', ''],
    ] as const) {
      expect(await sandbox.control('POST', '/settings', { [name]: value })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining(name) },
      });
    }
  });

  it.each([
    [{ platform: 'myspace', name: 'A' }, 'platform must be one of: youtube'],
    [{ platform: 'youtube', name: '' }, 'name'],
    [{ platform: 'youtube', name: 'A', channelId: 'UCx' }, 'there is no channel UCx'],
  ])('make no channel of %j', async (request, reason) => {
    const answer = await sandbox.control('POST', '/channels', request);
    expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } });
  });

  it('forget everything on reset', async () => {
    const id = await sandbox.upload(grant.accessToken);
    await sandbox.control('POST', '/settings', { outcome: 'failed' });
    expect((await sandbox.control('POST', '/reset')).status).toBe(204);
    expect(await sandbox.state()).toMatchObject({
      platforms: { youtube: { channels: [], videos: [], tokens: [] } },
      settings: { outcome: 'succeeded' },
    });
    expect(await calls()).toEqual([]);
    expect((await send('GET', `${sandbox.url}/youtube/media/${id}`)).status).toBe(404);
    expect((await readChannel()).status).toBe(401);
  });
});
