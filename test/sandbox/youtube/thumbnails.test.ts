import { createHash } from 'node:crypto';
import { makeGif, makeJpeg, makePng } from '../../support/media/mediaFiles';
import { useCleanSandbox } from '../../support/servers/sandbox';
import type { Json } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

const path = '/upload/youtube/v3/thumbnails/set';

describe('thumbnails.set', () => {
  const sandbox = useCleanSandbox();
  const mine = useEach(async () => sandbox.grant({ name: 'Mine' }));

  const set = async (videoId: string, body: Buffer, type = 'image/png', token = mine.accessToken) =>
    sandbox.youtube('POST', `${path}?videoId=${videoId}&uploadType=media`, {
      token,
      headers: { 'content-type': type },
      body,
    });
  const videoOf = async (id: string) =>
    (await sandbox.stateOf('youtube')).videos.find((video: Json) => video.id === id);
  const reasonOf = ({ status, body }: { status: number; body: Json }) => [status, body.error.errors[0].reason];

  it('sets a JPEG or PNG file, which the state shows, and takes 50 units', async () => {
    const id = await sandbox.upload(mine.accessToken);
    expect(await videoOf(id)).toMatchObject({ thumbnail: null });
    const before = (await sandbox.stateOf('youtube')).quota.units;
    const png = makePng(1280, 720);
    expect(await set(id, png)).toMatchObject({
      status: 200,
      body: { kind: 'youtube#thumbnailSetResponse', items: [{ default: { width: 120, height: 90 } }] },
    });
    expect((await sandbox.stateOf('youtube')).quota.units - before).toBe(50);
    const sha256 = createHash('sha256').update(png).digest('hex');
    const thumbnail = { contentType: 'image/png', sizeBytes: png.length, sha256, setCount: 1 };
    expect((await videoOf(id)).thumbnail).toEqual(thumbnail);
    expect((await set(id, makeJpeg(1280, 720), 'application/octet-stream')).status).toBe(200);
    expect((await videoOf(id)).thumbnail).toMatchObject({ contentType: 'image/jpeg', setCount: 2 });
  });

  it('takes 50 MB and no byte more', async () => {
    const id = await sandbox.upload(mine.accessToken);
    const png = makePng(1280, 720);
    const padded = (sizeBytes: number) => Buffer.concat([png, Buffer.alloc(sizeBytes - png.length)]);
    expect((await set(id, padded(50 * 1024 * 1024))).status).toBe(200);
    expect((await set(id, padded(50 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await videoOf(id)).thumbnail.setCount).toBe(1);
  });

  it('refuses what is no such picture', async () => {
    const id = await sandbox.upload(mine.accessToken);
    expect(reasonOf(await set(id, Buffer.alloc(0)))).toEqual([400, 'mediaBodyRequired']);
    expect(reasonOf(await set(id, makeGif(16, 9)))).toEqual([400, 'invalidImage']);
    expect(reasonOf(await set(id, makeGif(16, 9), 'image/gif'))).toEqual([400, 'badContent']);
    expect((await videoOf(id)).thumbnail).toBeNull();
  });

  it('refuses a video that is not there or is another’s, and a token that may not upload', async () => {
    const other = await sandbox.grant({ name: 'Other' });
    const reader = await sandbox.grant({ channelId: mine.channelId, scopes: ['youtube.readonly'] });
    const id = await sandbox.upload(other.accessToken);
    const png = makePng(16, 9);
    expect(reasonOf(await set('aaaaaaaaaaa', png))).toEqual([404, 'videoNotFound']);
    expect(reasonOf(await set(id, png))).toEqual([403, 'forbidden']);
    expect(reasonOf(await set(id, png, 'image/png', reader.accessToken))).toEqual([403, 'insufficientPermissions']);
    expect(reasonOf(await sandbox.youtube('POST', path, { token: mine.accessToken, body: png }))).toEqual([
      400,
      'required',
    ]);
  });
});
