import { film, send, useCleanSandbox, useSandbox } from '../support/servers/sandbox';
import type { Json, Reply } from '../support/servers/sandbox';
import { useEach } from '../support/use';

const video = { snippet: { title: 'A title', categoryId: '22' }, status: { privacyStatus: 'private' } };

describe('the quota of a project', () => {
  const sandbox = useCleanSandbox();

  const allow = (quota: object) => sandbox.control('POST', '/settings', { quota });
  const used = async () => {
    const { units, uploads } = (await sandbox.stateOf('youtube')).quota;
    return { units, uploads };
  };
  /** Tokens run out with the clock, so each call has its own. */
  const call = async (method: 'GET' | 'PUT' | 'DELETE' | 'POST', path: string, json?: object): Promise<Reply> => {
    const { accessToken } = await sandbox.grant();
    return sandbox.youtube(method, path, { token: accessToken, ...(json && { json }) });
  };
  const list = async () => call('GET', '/youtube/v3/videos?part=id&id=aaaaaaaaaaa');
  const insert = async () => call('POST', '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status', video);

  /** Method, call, units, uploads: the documented costs (reference §2.4). */
  const costs = [
    ['videos.list', 'GET', '/youtube/v3/videos?part=id&id=aaaaaaaaaaa', 1, 0],
    ['channels.list', 'GET', '/youtube/v3/channels?part=id&mine=true', 1, 0],
    ['playlistItems.list', 'GET', '/youtube/v3/playlistItems?part=id&playlistId=UUx', 1, 0],
    ['videos.update', 'PUT', '/youtube/v3/videos?part=snippet,status', 50, 0],
    ['videos.delete', 'DELETE', '/youtube/v3/videos?id=aaaaaaaaaaa', 50, 0],
    ['videos.insert', 'POST', '/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status', 0, 1],
  ] as const;

  it.each(costs)('is spent by %s at its documented cost', async (_name, method, path, units, uploads) => {
    await call(method, path, method === 'GET' || method === 'DELETE' ? undefined : video);
    expect(await used()).toEqual({ units, uploads });
  });

  it.each(costs)('refuses %s at once when its bucket is empty, at no cost', async (_name, method, path, units) => {
    await allow(units > 0 ? { unitsPerDay: units - 1 } : { uploadsPerDay: 0 });
    const refused = await call(method, path, video);
    expect([refused.status, refused.body.error.errors[0].reason]).toEqual(
      units > 0 ? [403, 'quotaExceeded'] : [429, 'rateLimitExceeded'],
    );
    expect(refused.body.error.message).toMatch(units > 0 ? /exceeded your .*quota/ : /'Video Uploads per day'/);
    expect(await used()).toEqual({ units: 0, uploads: 0 });
  });

  it('has two buckets, neither of which empties the other', async () => {
    await allow({ unitsPerDay: 0, uploadsPerDay: 1 });
    expect((await list()).status).toBe(403);
    expect((await insert()).status).toBe(200);
    await allow({ unitsPerDay: 1 });
    expect((await insert()).status).toBe(429);
    expect((await list()).status).toBe(200);
  });

  it('is not spent by the bytes of an upload, nor by the tokens', async () => {
    const { accessToken, refreshToken } = await sandbox.grant();
    const location = await sandbox.start(accessToken, { sizeBytes: 1000 });
    await send('PUT', location, { body: '', headers: { 'content-range': 'bytes */1000' } });
    await send('PUT', location, { body: film(1000) });
    await sandbox.token({ grant_type: 'refresh_token', refresh_token: refreshToken });
    expect(await used()).toEqual({ units: 0, uploads: 1 });
  });

  /** Midnight in California, as the time zone database has it: with and without daylight saving, and its changes. */
  it.each([
    ['2027-01-15T08:00:00Z'],
    ['2027-07-15T07:00:00Z'],
    ['2027-03-14T08:00:00Z'],
    ['2027-03-15T07:00:00Z'],
    ['2027-11-07T07:00:00Z'],
    ['2027-11-08T08:00:00Z'],
  ])('begins anew at midnight Pacific time: %s, not before', async (midnight) => {
    const goTo = async (offsetMs: number) => {
      const clockSkewMs = Date.parse(midnight) + offsetMs - Date.now();
      return sandbox.control('POST', '/settings', { clockSkewMs });
    };
    await allow({ unitsPerDay: 1, uploadsPerDay: 1 });
    await goTo(-20 * 3_600_000);
    expect([(await list()).status, (await insert()).status]).toEqual([200, 200]);
    await goTo(-60_000);
    expect([(await list()).status, (await insert()).status]).toEqual([403, 429]);
    await goTo(0);
    expect([(await list()).status, (await insert()).status]).toEqual([200, 200]);
    expect([(await list()).status, (await insert()).status]).toEqual([403, 429]);
    expect((await sandbox.stateOf('youtube')).quota).toMatchObject({ day: midnight.slice(0, 10) } as Json);
  });
});

describe('Statistics', () => {
  const sandbox = useSandbox();
  const grant = useEach(async () => sandbox.grant());

  const change = (json: object) => sandbox.control('POST', '/statistics', json);
  const read = async (resource: string, token = grant.accessToken) =>
    (await sandbox.youtube('GET', `/youtube/v3/${resource}&part=statistics`, { token })).body.items[0].statistics;

  it('of a channel are counted until they are set, and then as they were set', async () => {
    await sandbox.upload(grant.accessToken, { snippet: { title: 'A' }, status: { privacyStatus: 'public' } });
    const counted = { viewCount: '0', subscriberCount: '0', hiddenSubscriberCount: false, videoCount: '1' };
    expect(await read('channels?mine=true')).toEqual(counted);
    const { channelId } = grant;
    const answer = await change({ channelId, subscriberCount: 999, viewCount: 9_007_199_254_740_991 });
    const set = { ...counted, subscriberCount: '999', viewCount: '9007199254740991' };
    expect(answer).toMatchObject({ status: 200, body: { statistics: set } });
    await change({ channelId, videoCount: 40 });
    expect(await read('channels?mine=true')).toEqual({ ...set, videoCount: '40' });
  });

  it('round subscribers down to three figures, and leave them out if they are hidden', async () => {
    const { channelId } = grant;
    await change({ channelId, subscriberCount: 1_239_999 });
    expect((await read('channels?mine=true')).subscriberCount).toBe('1230000');
    await change({ channelId, hiddenSubscriberCount: true });
    expect(await read('channels?mine=true')).toEqual({ viewCount: '0', hiddenSubscriberCount: true, videoCount: '0' });
  });

  it('of a video are set; what is not shown is missing', async () => {
    const videoId = await sandbox.upload(grant.accessToken);
    await change({ videoId, viewCount: 1500, likeCount: 30, commentCount: 4 });
    const set = { viewCount: '1500', likeCount: '30', favoriteCount: '0', commentCount: '4' };
    expect(await read(`videos?id=${videoId}`)).toEqual(set);
    await change({ videoId, likeCount: null, commentCount: null });
    expect(await read(`videos?id=${videoId}`)).toEqual({ viewCount: '1500', favoriteCount: '0' });
  });

  it('of a built-in channel are the same each time', async () => {
    const builtIn = await sandbox.grant({ channelId: 'UCsandboxSamsGarage00002' });
    const statistics = { viewCount: '0', subscriberCount: '45600', hiddenSubscriberCount: false, videoCount: '0' };
    expect(await read('channels?mine=true', builtIn.accessToken)).toEqual(statistics);
  });

  it.each([
    [{ channelId: 'UCx', subscriberCount: 1 }, 'there is no such channel, video or post'],
    [{ videoId: 'x', likeCount: 1 }, 'there is no such channel, video or post'],
    [{ channelId: 'UCx', likeCount: 1 }, 'likeCount'],
    [{ videoId: 'x', viewCount: -1 }, 'viewCount'],
    [{}, 'must be {channelId'],
  ])('are not set by %j', async (request, reason) => {
    expect(await change(request)).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } });
  });
});
