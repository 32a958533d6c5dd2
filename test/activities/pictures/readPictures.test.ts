import { Connection } from '../../../models/connections/Connection';
import { photo } from '../../support/media/pictures';
import type { Call } from '../../support/servers/sandbox';
import {
  addressOf,
  at,
  beginAnew,
  channelOf,
  hoursLeft,
  make,
  makeDue,
  none,
  picturing,
  publish,
  red,
  serve,
  sizeAt,
  tall,
} from '../../api/pictures/picturing';

beforeEach(beginAnew);

const calls = async (): Promise<Call[]> => (await picturing.sandbox.control('GET', '/calls?since=0')).body.calls;
const image = (url: string, more: object = {}) => ({
  type: 'image',
  mediaUrl: url,
  payload: { message: 'Hi' },
  ...more,
});
const video = (payload: object = {}) => ({ type: 'video', payload: { title: 'Walk', ...payload } });

describe('before a post is live, its picture is', () => {
  it.each<[string, 'youtube' | 'facebook', () => object, [number, number] | null]>([
    ['its image', 'facebook', () => image(serve({ bytes: red })), [320, 320]],
    ['the first image of a carousel', 'facebook', () => carousel(tall, red), [100, 200]],
    ['the thumbnail of a video', 'youtube', () => video({ thumbnailUrl: serve({ bytes: photo }) }), [320, 180]],
    ['nothing of a video without a thumbnail', 'youtube', () => video(), null],
    ['nothing of a text', 'facebook', () => ({ type: 'text', mediaUrl: null, payload: { message: 'Hi' } }), null],
    [
      'the photo of a story',
      'facebook',
      () => ({ type: 'story', mediaUrl: serve({ bytes: tall }), payload: {} }),
      [100, 200],
    ],
    ['nothing of a story that is a film', 'facebook', () => story('video/mp4'), null],
    ['nothing of a source that is no picture', 'facebook', () => image(serve({ bytes: Buffer.from('<html>') })), null],
    ['nothing of a source that is gone', 'facebook', () => image(serve({ status: 404 })), null],
    ['nothing at an address that is not public', 'facebook', () => image('http://127.0.0.1:1/photo.png'), null],
  ])('%s', async (_what, platform, body, size) => {
    const caller = await channelOf(platform);
    const id = await make(caller, body() as Record<string, unknown>);
    expect(await addressOf(caller, id)).toBeNull();
    await picturing.round();
    const address = await addressOf(caller, id);
    expect(address === null ? null : await sizeAt(address)).toEqual(size);
    expect(await picturing.round()).toEqual(none);
  });

  const carousel = (...pictures: Buffer[]) => ({
    type: 'carousel',
    mediaUrl: null,
    payload: { message: 'Hi', mediaUrls: pictures.map((bytes) => serve({ bytes })) },
  });
  const story = (mediaContentType: string) => ({
    type: 'story',
    mediaUrl: serve({ bytes: red }),
    mediaContentType,
    payload: {},
  });

  it('another one after a change that names another', async () => {
    const caller = await channelOf('youtube');
    const id = await make(caller, video({ thumbnailUrl: serve({ bytes: photo }) }));
    await picturing.round();
    const before = await addressOf(caller, id);
    const patch = async (payload: object) =>
      expect(await caller.call('PATCH', `/api/v1/assignments/${id}`, { body: { payload } })).toMatchObject({
        status: 200,
      });
    await patch({ title: 'Another title' });
    expect(new URL((await addressOf(caller, id))!).pathname).toBe(new URL(before!).pathname);
    await patch({ thumbnailUrl: serve({ bytes: tall }) });
    expect([await addressOf(caller, id), (await at(before!)).status]).toEqual([null, 404]);
    await picturing.round();
    expect(await sizeAt(await addressOf(caller, id))).toEqual([100, 200]);
  });
});

describe('once a post is live', () => {
  const live = async (payload: object = {}) => {
    const caller = await channelOf('youtube');
    const id = await make(caller, video(payload));
    await picturing.round();
    const postId = await picturing.sandbox.upload(caller.accessToken);
    await publish(id, postId);
    return { caller, id, postId };
  };

  it('its picture is that of the platform, and its own until then', async () => {
    const { caller, id } = await live({ thumbnailUrl: serve({ bytes: tall }) });
    expect(await sizeAt(await addressOf(caller, id))).toEqual([100, 200]);
    expect(await picturing.round()).toEqual({ ...none, read: 1 });
    expect(await sizeAt(await addressOf(caller, id))).toEqual([320, 180]);
  });

  it('the picture is read again after a day, and after a month as long as it is the same', async () => {
    const { id } = await live();
    await picturing.round();
    expect(await hoursLeft(id)).toBeCloseTo(24, 0);
    await makeDue(id);
    await picturing.round();
    expect(await hoursLeft(id)).toBeCloseTo(29 * 24, 0);
  });

  it('pictures of 50 videos of a channel cost one unit', async () => {
    const { caller, id } = await live();
    const other = await make(caller, video());
    await publish(other, await picturing.sandbox.upload(caller.accessToken));
    const since = (await calls()).length;
    expect(await picturing.round()).toEqual({ ...none, read: 2 });
    const asked = (await calls()).slice(since).filter(({ path }) => path.endsWith('/videos'));
    expect(asked).toHaveLength(1);
    expect([await addressOf(caller, id), await addressOf(caller, other)]).not.toContain(null);
  });

  it('a post that the platform does not have has none', async () => {
    const { caller, id, postId } = await live();
    await picturing.round();
    const token = caller.accessToken;
    await picturing.sandbox.youtube('DELETE', `/youtube/v3/videos?id=${postId}`, { token });
    await makeDue(id);
    expect(await picturing.round()).toEqual({ ...none, none: 1 });
    expect(await addressOf(caller, id)).toBeNull();
  });

  it('a platform that does not answer is asked again, and the earlier picture stays', async () => {
    const { caller, id } = await live({ thumbnailUrl: serve({ bytes: tall }) });
    const on = { method: 'GET', path: '/youtube/v3/videos' };
    await picturing.sandbox.control('POST', '/faults', { on, do: { status: 503 } });
    expect(await picturing.round()).toEqual({ ...none, later: 1 });
    expect(await sizeAt(await addressOf(caller, id))).toEqual([100, 200]);
    expect(await hoursLeft(id)).toBeGreaterThan(0.01);
  });

  it('a channel whose tokens are dead is not asked', async () => {
    const { caller, id } = await live();
    await Connection.update({ tokenStatus: 'expired' }, { where: { id: caller.connectionId } });
    expect(await picturing.round()).toEqual({ ...none, none: 1 });
    expect(await addressOf(caller, id)).toBeNull();
  });
});

describe('a host that is slow', () => {
  it('is tried again some times, and less often each time', async () => {
    const caller = await channelOf('facebook');
    const id = await make(caller, image(serve({ status: 503 })));
    const hours: (number | null)[] = [];
    for (let tries = 0; tries < 8; tries += 1) {
      expect(await picturing.round()).toEqual({ ...none, later: 1 });
      hours.push(await hoursLeft(id));
      await makeDue(id);
    }
    expect(hours.map((left) => left && Math.round(left * 60))).toEqual([1, 5, 30, 180, 720, 1440, 2880, null]);
  });

  it('keeps no other picture of its workspace waiting but its own, and none of others', async () => {
    const [one, other] = [await channelOf('facebook'), await channelOf('facebook')];
    const silent = Array.from({ length: 3 }, () => serve({ bytes: red, status: 503 }));
    const slow: string[] = [];
    for (const url of silent) slow.push(await make(one, image(url)));
    const prompt = await make(other, image(serve({ bytes: red })));
    expect(await picturing.round()).toEqual({ read: 1, none: 0, later: 3 });
    expect(await addressOf(other, prompt)).not.toBeNull();
    const asked = await picturing.app.database.query<{ failed: number }>(
      'SELECT failed_tries AS failed FROM pictures WHERE id = ANY($1) ORDER BY 1',
      [slow],
    );
    expect(asked.map(({ failed }) => failed)).toEqual([0, 0, 1]);
  });
});

it('a workspace with many pictures leaves those beyond its share to the next rounds', async () => {
  const caller = await channelOf('facebook');
  const url = serve({ bytes: tall });
  const ids: string[] = [];
  for (let made = 0; made < 42; made += 1) ids.push(await make(caller, image(url)));
  expect(await picturing.round()).toEqual({ ...none, read: 40 });
  const waiting = await Promise.all(ids.map(hoursLeft));
  expect(waiting.filter((hours) => hours! < 0.01)).toHaveLength(2);
  await Promise.all(ids.slice(40).map(makeDue));
  expect(await picturing.round()).toEqual({ ...none, read: 2 });
});
