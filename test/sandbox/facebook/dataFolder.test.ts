import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { photoBytes, videoBytes } from '../../support/media/media';
import { send } from '../../support/servers/sandbox';
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
    const again = `${second.url}${new URL(url).pathname}`;
    const rest = await send('POST', again, { body: film.subarray(2000), headers: { ...headers, offset: '2000' } });
    expect(rest.body).toEqual({ success: true });
    await second.control('POST', '/reset');
    expect(await second.facebookState()).toMatchObject({ channels: [], videos: [], photos: [], posts: [], tokens: [] });
    await second.stop();
  });

  it.each(['video_reels', 'video_stories'])(
    'knows the last byte of %s that it had stored when it was killed',
    async (edge) => {
      const first = await openFacebookSandbox({ dataDir: folder.path });
      const page = await first.page();
      const film = videoBytes(3000);
      const begun = (await page.post(`/${page.channelId}/${edge}`, { upload_phase: 'start' })).body;
      const headers = { authorization: `OAuth ${page.accessToken}`, file_size: '3000', offset: '0' };
      await send('POST', begun.upload_url, { body: film.subarray(0, 2000), headers });
      await first.stop();
      appendFileSync(join(folder.path, 'facebook', 'media', begun.video_id), film.subarray(2000));

      const second = await openFacebookSandbox({ dataDir: folder.path });
      const { body } = await second.graph('GET', `/${begun.video_id}?fields=status`, page.accessToken);
      await second.stop();
      expect(body.status).toMatchObject({ uploading_phase: { status: 'complete', bytes_transferred: 3000 } });
    },
  );

  it('finishes a chunked upload whose last byte it had stored when it was killed', async () => {
    const first = await openFacebookSandbox({ dataDir: folder.path });
    const page = await first.page();
    const begun = { upload_phase: 'start', file_size: '3000' };
    const { video_id: id, upload_session_id: session } = (await page.post(`/${page.channelId}/videos`, begun)).body;
    await first.stop();
    writeFileSync(join(folder.path, 'facebook', 'media', id), videoBytes(3000));

    const second = await openFacebookSandbox({ dataDir: folder.path });
    const finish = new URLSearchParams({ upload_phase: 'finish', upload_session_id: session });
    const { body } = await second.graph('POST', `/${page.channelId}/videos?${finish.toString()}`, page.accessToken);
    await second.stop();
    expect(body).toEqual({ success: true });
  });
});
