import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { movieCommentOf } from '../../sandbox/media/movieComment';
import { root } from '../support/programs';
import { useCleanSandbox } from '../support/servers/sandbox';

const sandbox = useCleanSandbox();
const at = '2026-01-02T03:04:05.000Z';
const drawn = (name: string) => readFileSync(join(root, 'sandbox', 'assets', 'pictures', `${name}.jpg`));

const bytesAt = async (url: string) => {
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const media = async (file: string) => bytesAt(`${sandbox.url}/_sandbox/media/${file}`);

describe('drawn pictures', () => {
  it('are media that a publisher can fetch, as photos and as films that play', async () => {
    expect(await media('pier.jpg')).toEqual(drawn('pier'));
    const [film, sample] = [await media('pier.mp4'), await media('sample.mp4')];
    expect(movieCommentOf(film)).toBe('picture=pier');
    const addedBytes = film.length - sample.length;
    const firstOffset = (bytes: Buffer) => bytes.readUInt32BE(bytes.indexOf('stco') + 12);
    const samples = (bytes: Buffer) => bytes.subarray(firstOffset(bytes), firstOffset(bytes) + 1000);
    expect(firstOffset(film)).toBe(firstOffset(sample) + addedBytes);
    expect(samples(film)).toEqual(samples(sample));
    const { status, headers } = await fetch(`${sandbox.url}/_sandbox/media/pier.mp4`, {
      headers: { range: 'bytes=4-7' },
    });
    expect([status, headers.get('etag')]).toEqual([206, expect.stringMatching(/^"/)]);
    expect((await fetch(`${sandbox.url}/_sandbox/media/nothing.jpg`)).status).toBe(404);
  });

  it.each(['youtube', 'facebook'])('stand for a channel of %s that is made with one', async (platform) => {
    const body = { platform, name: 'A', picture: 'cafe-emblem' };
    const { channelId } = (await sandbox.control('POST', '/channels', body)).body;
    expect(await bytesAt(`${sandbox.url}/vi/${channelId}/medium.jpg`)).toEqual(drawn('cafe-emblem'));
    expect(await sandbox.control('POST', '/channels', { ...body, picture: 'mine' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('picture: must be one of: bicycle') },
    });
  });

  it('stand for the film in whose file they are named', async () => {
    const grant = await sandbox.grant();
    const id = await sandbox.upload(grant.accessToken, undefined, await media('storm.mp4'));
    expect(await bytesAt(`${sandbox.url}/vi/${id}/hqdefault.jpg`)).toEqual(drawn('storm'));
  });
});

describe('posts of the past', () => {
  const make = async (platform: string, posts: object[]) => {
    const { channelId } = (await sandbox.control('POST', '/channels', { platform, name: 'A' })).body;
    const answer = await sandbox.control('POST', '/posts', { platform, channelId, posts });
    return { channelId, status: answer.status, posts: answer.body.posts, error: answer.body.error };
  };

  it('are known to YouTube with their time, their numbers and their picture', async () => {
    const post = {
      use: 'video',
      text: 'Ferry',
      pictures: ['ferry'],
      at,
      viewCount: 120,
      likeCount: 7,
      commentCount: 1,
    };
    const { channelId, status, posts } = await make('youtube', [post]);
    expect(status).toBe(201);
    const [{ id, url }] = posts;
    expect(url).toBe(`https://www.youtube.com/watch?v=${id}`);
    const { accessToken: token } = (
      await sandbox.control('POST', '/channels', { platform: 'youtube', name: 'A', channelId })
    ).body;
    const { body } = await sandbox.youtube('GET', `/youtube/v3/videos?part=snippet,status,statistics&id=${id}`, {
      token,
    });
    expect(body.items[0]).toMatchObject({
      snippet: { title: 'Ferry', publishedAt: '2026-01-02T03:04:05Z' },
      status: { uploadStatus: 'processed', privacyStatus: 'public' },
      statistics: { viewCount: '120', likeCount: '7', commentCount: '1' },
    });
    expect(await bytesAt(body.items[0].snippet.thumbnails.medium.url)).toEqual(drawn('ferry'));
  });

  it('are known to Facebook as the posts, photos, films and stories that they are', async () => {
    const link = 'https://harbour.example/stories/map';
    const { posts, status, channelId } = await make('facebook', [
      { use: 'text', text: 'Words', at },
      { use: 'link', text: 'Look', link, at },
      { use: 'photo', text: 'Two', pictures: ['soup', 'bread'], at, viewCount: 9 },
      { use: 'reel', text: 'A reel', pictures: ['coffee'], at },
      { use: 'story', pictures: ['cafe'], at },
    ]);
    expect(status).toBe(201);
    const state = await sandbox.stateOf('facebook');
    expect(state.posts).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ liveAt: at, isLive: true })));
    const page = await fetch(`${sandbox.url}/facebook/channels/${channelId}`);
    const text = await page.text();
    for (const words of ['Words', 'Look', 'Two', 'A reel']) expect(text).toContain(words);
    expect(posts[3].url).toBe(`https://www.facebook.com/reel/${posts[3].id}`);
    expect(await bytesAt(`${sandbox.url}/vi/${posts[3].id}/large.jpg`)).toEqual(drawn('coffee'));
    expect(await bytesAt(`${sandbox.url}/vi/${posts[1].id}/large.jpg`)).toEqual(drawn('map'));
    const { mediaIds } = state.posts.find((one: { id: string }) => one.id === posts[2].id);
    const photos = await Promise.all(
      mediaIds.map(async (id: string) => bytesAt(`${sandbox.url}/facebook/media/${id}`)),
    );
    expect(photos).toEqual([drawn('soup'), drawn('bread')]);
  });

  it('are refused for a channel that there is not, and where the platform has no such post', async () => {
    expect(await make('youtube', [{ use: 'photo', at }])).toMatchObject({
      status: 400,
      error: 'a YouTube channel has videos alone',
    });
    const unknown = { platform: 'facebook', channelId: '1', posts: [{ use: 'text', at }] };
    expect((await sandbox.control('POST', '/posts', unknown)).body).toEqual({
      error: 'facebook has no channel 1 whose posts could be made',
    });
  });
});
