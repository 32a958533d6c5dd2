import { useSandbox } from '../support/sandbox';
import type { Grant } from '../support/sandbox';

describe('Statistics', () => {
  let grant: Grant;
  const sandbox = useSandbox();
  beforeEach(async () => {
    grant = await sandbox.grant();
  });

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
    [{ channelId: 'UCx', subscriberCount: 1 }, 'there is no such channel or video'],
    [{ videoId: 'x', likeCount: 1 }, 'there is no such channel or video'],
    [{ channelId: 'UCx', likeCount: 1 }, 'likeCount'],
    [{ videoId: 'x', viewCount: -1 }, 'viewCount'],
    [{}, 'must be {channelId'],
  ])('are not set by %j', async (request, reason) => {
    expect(await change(request)).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } });
  });
});
