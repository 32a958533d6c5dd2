import { openFacebookSandbox } from '../../support/facebookSandbox';
import { photoBytes, videoBytes } from '../../support/media';
import { send } from '../../support/sandbox';
import { useEachTempDir } from '../../support/tempDir';

describe('A data folder with a Facebook', () => {
  const folder = useEachTempDir();

  it('keeps pages, tokens, posts, photos, and an upload with the bytes that it has', async () => {
    const first = await openFacebookSandbox({ dataDir: folder.path });
    const page = await first.page();
    const photo = await page.post(`/${page.channelId}/photos`, { source: photoBytes(1000), message: 'Kept' });
    const { upload_url: url } = (await page.post(`/${page.channelId}/video_reels`, { upload_phase: 'start' })).body;
    const film = videoBytes(3000);
    const headers = { authorization: `OAuth ${page.accessToken}`, file_size: '3000' };
    await send('POST', url, { body: film.subarray(0, 2000), headers: { ...headers, offset: '0' } });
    const before = await first.facebookState();
    await first.stop();

    const second = await openFacebookSandbox({ dataDir: folder.path });
    expect(await second.facebookState()).toEqual(before);
    const ask = async (path: string) => second.graph('GET', path, page.accessToken);
    expect((await ask(`/${photo.body.post_id}`)).body).toMatchObject({ message: 'Kept' });
    const again = `${second.facebookUrl}${new URL(url).pathname}`;
    const rest = await send('POST', again, { body: film.subarray(2000), headers: { ...headers, offset: '2000' } });
    expect(rest.body).toEqual({ success: true });
    await second.control('POST', '/reset');
    expect(await second.facebookState()).toMatchObject({ channels: [], videos: [], photos: [], posts: [], tokens: [] });
    await second.stop();
  });
});
