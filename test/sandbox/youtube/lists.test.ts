import { useCleanSandbox } from '../../support/servers/sandbox';
import type { Json } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

describe('A list call', () => {
  const sandbox = useCleanSandbox();
  const mine = useEach(async () => sandbox.grant({ name: 'Mine' }));

  const get = (path: string) => sandbox.youtube('GET', `/youtube/v3/${path}`, { token: mine.accessToken });
  const image = (id: string, file: string, width: number, height: number) => ({
    url: `${sandbox.url}/vi/${id}/${file}.jpg`,
    width,
    height,
  });

  it.each([
    ['channels', 'id=UCx&mine=true', 'id, mine'],
    ['channels', 'mine=false&managedByMe=false', 'managedByMe, mine'],
    ['channels', 'forHandle=@mine&forUsername=mine', 'forHandle, forUsername'],
    ['videos', 'id=aaaaaaaaaaa&chart=mostPopular', 'chart, id'],
    ['videos', 'myRating=like&id=aaaaaaaaaaa', 'id, myRating'],
    ['playlistItems', 'id=x&playlistId=UUx', 'id, playlistId'],
  ])('takes one filter: %s?%s', async (resource, filters, names) => {
    const message = `Incompatible parameters specified in the request: ${names}`;
    const answer = await get(`${resource}?part=id&${filters}`);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 400, message } } });
    expect(answer.body.error.errors).toEqual([
      {
        message,
        domain: 'youtube.parameter',
        reason: 'incompatibleParameters',
        location: 'parameters.',
        locationType: 'other',
      },
    ]);
  });

  it.each([
    ['channels?part=id', 'forHandle, forUsername, id, managedByMe, mine'],
    ['channels?part=id&id=', 'forHandle, forUsername, id, managedByMe, mine'],
    ['videos?part=id', 'chart, id, myRating'],
    ['playlistItems?part=id', 'id, playlistId'],
  ])('needs a filter: %s', async (path, names) => {
    const message = `No filter selected. Expected one of: ${names}`;
    expect(await get(path)).toMatchObject({
      status: 400,
      body: {
        error: {
          errors: [{ message, reason: 'missingRequiredParameter', location: '', locationType: 'parameter' }],
        },
      },
    });
  });

  it.each([
    ['channels?part=id&forHandle=@nobody', 5],
    ['channels?part=id&mine=false', 5],
    ['videos?part=id&chart=mostPopular', 0],
    ['playlistItems?part=id&id=x', 5],
  ])('finds nothing by a filter that is not modelled: %s', async (path, resultsPerPage) => {
    const { status, body } = await get(path);
    expect({ status, pageInfo: body.pageInfo }).toEqual({ status: 200, pageInfo: { totalResults: 0, resultsPerPage } });
    expect(body.items ?? []).toEqual([]);
  });

  it('of channels has five to a page by default', async () => {
    const ids = [mine.channelId];
    while (ids.length < 7) ids.push((await sandbox.grant()).channelId);
    const path = `channels?part=id&id=${ids.join()}`;
    const idsOf = ({ items }: Json) => items.map(({ id }: Json) => id);
    const { body: first } = await get(path);
    expect([idsOf(first), first.pageInfo]).toEqual([ids.slice(0, 5), { totalResults: 7, resultsPerPage: 5 }]);
    const { body: second } = await get(`${path}&pageToken=${first.nextPageToken}`);
    expect([idsOf(second), second.pageInfo]).toEqual([ids.slice(5), { totalResults: 7, resultsPerPage: 5 }]);
    expect(idsOf((await get(`${path}&maxResults=50`)).body)).toEqual(ids);
    expect((await get('channels?part=id&mine=true')).body.pageInfo).toEqual({ totalResults: 1, resultsPerPage: 5 });
    expect((await get(`${path}&maxResults=51`)).status).toBe(400);
  });

  it('of playlist items has five to a page by default', async () => {
    for (let count = 0; count < 6; count += 1) await sandbox.upload(mine.accessToken);
    const path = `playlistItems?part=id&playlistId=UU${mine.channelId.slice(2)}`;
    const { body: first } = await get(path);
    expect([first.items.length, first.pageInfo]).toEqual([5, { totalResults: 6, resultsPerPage: 5 }]);
    const { body: second } = await get(`${path}&pageToken=${first.nextPageToken}`);
    expect([second.items.length, second.pageInfo]).toEqual([1, { totalResults: 6, resultsPerPage: 5 }]);
    expect(second.nextPageToken).toBeUndefined();
  });

  it('of playlist items does not find an uploads playlist without items', async () => {
    const answer = await get(`playlistItems?part=id&playlistId=UU${mine.channelId.slice(2)}`);
    expect(answer).toMatchObject({
      status: 404,
      body: { error: { errors: [{ reason: 'playlistNotFound', location: 'playlistId' }] } },
    });
  });

  it('of videos has all ids on one page', async () => {
    const ids: string[] = [];
    while (ids.length < 6) ids.push(await sandbox.upload(mine.accessToken));
    const { body } = await get(`videos?part=id&id=${ids.join()}`);
    expect([body.items.length, body.pageInfo]).toEqual([6, { totalResults: 6, resultsPerPage: 6 }]);
  });

  it('shows a channel in three sizes', async () => {
    const [{ id, snippet }] = (await get('channels?part=snippet&mine=true')).body.items;
    expect(snippet.thumbnails).toEqual({
      default: image(id, 'default', 88, 88),
      medium: image(id, 'medium', 240, 240),
      high: image(id, 'high', 800, 800),
    });
    const picture = await fetch(snippet.thumbnails.high.url);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });

  it('shows a playlist item as its video, with the channel that it is from', async () => {
    const videoId = await sandbox.upload(mine.accessToken);
    const [video] = (await get(`videos?part=snippet&id=${videoId}`)).body.items;
    const path = `playlistItems?part=snippet&playlistId=UU${mine.channelId.slice(2)}`;
    const [{ snippet }] = (await get(path)).body.items;
    const thumbnails = {
      default: image(videoId, 'default', 120, 90),
      medium: image(videoId, 'mqdefault', 320, 180),
      high: image(videoId, 'hqdefault', 480, 360),
    };
    expect(video.snippet.thumbnails).toEqual(thumbnails);
    expect(snippet).toMatchObject({
      thumbnails,
      channelTitle: 'Mine',
      videoOwnerChannelTitle: 'Mine',
      videoOwnerChannelId: mine.channelId,
    });
  });
});
