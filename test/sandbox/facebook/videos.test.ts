import { readFileSync } from 'node:fs';
import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { makeFilm } from '../../support/media/mediaFiles';
import { videoBytes } from '../../support/media/media';
import type { Json } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';

const draft = { published: 'false' };

describe('The chunked upload of a video to Facebook', () => {
  const sandbox = useFacebookSandbox();
  const page = useEach(async () => sandbox.page());
  const film = videoBytes(5000);

  const phase = async (name: string, params: Record<string, string | Buffer> = {}): Promise<Json> =>
    (await page.post(`/${page.channelId}/videos`, { upload_phase: name, ...params })).body;
  const start = async (sizeBytes = film.length) => phase('start', { file_size: String(sizeBytes) });
  const transfer = async (session: string, offset: number, end: number, bytes = film) =>
    phase('transfer', {
      upload_session_id: session,
      start_offset: String(offset),
      video_file_chunk: bytes.subarray(offset, end),
    });
  const upload = async (params: Record<string, string> = {}, bytes = film): Promise<string> => {
    const { video_id: id, upload_session_id: session } = await start(bytes.length);
    await transfer(session, 0, bytes.length, bytes);
    expect(await phase('finish', { upload_session_id: session, ...params })).toEqual({ success: true });
    return id;
  };
  const read = async (id: string, fields: string) => (await page.get(`/${id}`, { fields })).body;
  const statusOf = async (id: string) => (await read(id, 'status')).status;
  const effects = async () => (await sandbox.calls()).flatMap(({ effect }) => effect ?? []);

  it('takes the ranges that the server dictates, as strings, until both ends are equal', async () => {
    await sandbox.change({ chunkBytes: 3000 });
    const { video_id: id, upload_session_id: session, ...range } = await start();
    expect(range).toEqual({ start_offset: '0', end_offset: '3000' });
    expect(await statusOf(id)).toMatchObject({ video_status: 'uploading', uploading_phase: { status: 'not_started' } });
    expect(await transfer(session, 0, 3000)).toEqual({ start_offset: '3000', end_offset: '5000' });
    expect((await statusOf(id)).uploading_phase).toEqual({ status: 'in_progress', bytes_transferred: 3000 });
    expect(await transfer(session, 3000, 5000)).toEqual({ start_offset: '5000', end_offset: '5000' });
    expect(await statusOf(id)).toMatchObject({ video_status: 'upload_complete' });
  });

  it('answers a range that it does not want with the one that it wants', async () => {
    const { upload_session_id: session } = await start();
    await transfer(session, 0, 2000);
    for (const [from, to] of [
      [0, 2000],
      [3000, 4000],
    ] as const)
      expect((await transfer(session, from, to)).error).toMatchObject({
        code: 6001,
        error_subcode: 1363037,
        error_data: { start_offset: 2000, end_offset: 5000 },
      });
    expect(await transfer(session, 2000, 5000)).toEqual({ start_offset: '5000', end_offset: '5000' });
  });

  it('makes a video that is public once it is processed', async () => {
    await sandbox.control('POST', '/settings', { processingMs: 10_000 });
    const id = await upload({ title: 'T', description: 'D' });
    expect(await statusOf(id)).toMatchObject({
      video_status: 'processing',
      uploading_phase: { status: 'complete' },
      processing_phase: { status: 'in_progress' },
      publishing_phase: { status: 'in_progress' },
    });
    expect(await read(id, 'published,title,description')).toMatchObject({
      published: false,
      title: 'T',
      description: 'D',
    });
    await sandbox.control('POST', '/settings', { clockSkewMs: 10_001 });
    expect(await statusOf(id)).toMatchObject({
      video_status: 'ready',
      publishing_phase: { status: 'complete', publish_status: 'published', publish_time: expect.any(String) },
    });
    const { post_id: postId } = await read(id, 'post_id');
    expect((await page.get(`/${page.channelId}/posts`)).body.data).toMatchObject([
      { id: `${page.channelId}_${postId}` },
    ]);
    expect(await effects()).toMatchObject([{ resource: id, title: 'T D', from: null, to: 'public' }]);
  });

  it('makes a draft with published=false, which published=true makes public', async () => {
    const id = await upload({ description: 'Later', ...draft });
    expect(await read(id, 'published,status')).toMatchObject({
      published: false,
      status: { video_status: 'ready', publishing_phase: { publish_status: 'draft' } },
    });
    expect((await page.post(`/${id}`, { is_published: 'true' })).body).toEqual({ success: true });
    expect((await read(id, 'published')).published).toBe(false);
    expect((await page.post(`/${id}`, { published: 'true' })).body).toEqual({ success: true });
    expect(await read(id, 'published,permalink_url')).toMatchObject({
      published: true,
      permalink_url: `/${page.channelId}/videos/${id}/`,
    });
    expect((await effects()).map(({ to }: Json) => to)).toEqual(['draft', 'public']);
    expect((await page.remove(`/${id}`)).body).toEqual({ success: true });
    expect((await page.get(`/${page.channelId}/posts`)).body.data).toEqual([]);
  });

  it('takes a whole video in one request, and tells its play time', async () => {
    const id = (await page.post(`/${page.channelId}/videos`, { source: film, title: 'Whole', ...draft })).body.id;
    expect(await read(id, 'title,published,length')).toEqual({ id, title: 'Whole', published: false, length: 0 });
    const clip = readFileSync('sandbox/assets/sample.mp4');
    const clipId = (await page.post(`/${page.channelId}/videos`, { source: clip })).body.id;
    expect(await read(clipId, 'published,length')).toEqual({ id: clipId, published: true, length: 5 });
    const refused = async (params: Record<string, string | Buffer>) =>
      (await page.post(`/${page.channelId}/videos`, params)).body.error;
    expect(await refused({ file_url: 'https://example.com/a.mp4' })).toMatchObject({ code: 100 });
    expect(await refused({ title: 'Nothing' })).toMatchObject({ code: 100 });
    expect(await refused({ source: film.subarray(0, 100) })).toMatchObject({ code: 6000, error_subcode: 1363022 });
  });

  it.each([
    ['draft', 90, 4, { published: false, isReel: true, state: 'draft' }],
    ['reel', 90, 4, { published: true, isReel: true, state: 'published' }],
    ['video', 90, 4, { published: true, isReel: false, state: 'published' }],
    ['draft', 0, 4, { published: true, isReel: false, state: 'published' }],
    ['draft', 90, 2, { published: true, isReel: false, state: 'published' }],
  ] as const)(
    'has the setting %s for a film turned by %d degrees, of %d s',
    async (verticalVideos, rotation, seconds, found) => {
      await sandbox.change({ verticalVideos });
      const id = await upload(draft, await makeFilm({ rotation, seconds }));
      expect((await page.post(`/${id}`, { published: 'true' })).body).toEqual({ success: true });
      const { published, permalink_url: url, status } = await read(id, 'published,permalink_url,status');
      expect(url).toBe(found.isReel ? `/reel/${id}/` : `/${page.channelId}/videos/${id}/`);
      expect({ published, state: status.publishing_phase.publish_status }).toEqual({
        published: found.published,
        state: found.state,
      });
    },
  );

  it('takes a new title as name, and ignores a parameter that an update does not have', async () => {
    const id = await upload({ title: 'T', description: 'D', ...draft });
    const changed = async (params: Record<string, string>) => {
      expect((await page.post(`/${id}`, params)).body).toEqual({ success: true });
      return read(id, 'title,description');
    };
    expect(await changed({ title: 'U', message: 'E' })).toMatchObject({ title: 'T', description: 'D' });
    expect(await changed({ name: 'U', description: 'E' })).toMatchObject({ title: 'U', description: 'E' });
  });

  it.each([
    ['errors', { status: 'error', errors: [{ code: 1363047, message: expect.any(String) }] }, 'error'],
    ['error', { status: 'error', error: { message: expect.any(String) } }, 'error'],
    ['notStarted', { status: 'not_started', error: { message: expect.any(String) } }, 'processing'],
  ])('tells a processing error in the form %s', async (processingErrorForm, phase, videoStatus) => {
    await sandbox.change({ processingErrorForm }, { outcome: 'failed' });
    const id = await upload();
    expect(await statusOf(id)).toMatchObject({ video_status: videoStatus, processing_phase: phase });
    expect((await read(id, 'published')).published).toBe(false);
  });

  it('tells a status in the words of the documentation where a setting says so', async () => {
    await sandbox.change({ statusWords: 'documented' });
    const { uploading_phase: uploading } = await statusOf(await upload());
    expect(uploading).toEqual({ status: 'completed', bytes_transfered: 5000 });
  });

  it('refuses sizes, files and calls that do not fit', async () => {
    expect((await start(100)).error).toMatchObject({ code: 6000, error_subcode: 1363022 });
    expect((await start(11 * 1024 ** 3)).error).toMatchObject({ code: 6000, error_subcode: 1363023 });
    const { upload_session_id: session } = await start();
    expect((await phase('finish', { upload_session_id: session })).error.error_subcode).toBe(1363033);
    await transfer(session, 0, 5000, Buffer.alloc(5000, 'text '));
    expect((await phase('finish', { upload_session_id: session })).error).toMatchObject({ code: 352 });
    expect((await phase('finish', { upload_session_id: '1' })).error.error_subcode).toBe(1363041);
    await sandbox.control('POST', '/settings', { clockSkewMs: 86_400_000 });
    expect((await transfer(session, 0, 10)).error.error_subcode).toBe(1363041);
  });

  it('keeps nothing of a chunk whose connection is cut, and all of one whose answer is lost', async () => {
    const { video_id: id, upload_session_id: session } = await start();
    const fault = async (action: object) =>
      sandbox.control('POST', '/faults', {
        on: { method: 'POST', path: `/v27.0/${page.channelId}/videos`, platform: 'facebook' },
        do: action,
      });
    await fault({ cutAfterBytes: 3000 });
    await expect(transfer(session, 0, 5000)).rejects.toThrow('fetch failed');
    expect((await statusOf(id)).uploading_phase.bytes_transferred).toBe(0);
    await fault({ loseAnswer: true });
    await expect(transfer(session, 0, 5000)).rejects.toThrow('fetch failed');
    expect(await statusOf(id)).toMatchObject({ video_status: 'upload_complete' });
  });
});
