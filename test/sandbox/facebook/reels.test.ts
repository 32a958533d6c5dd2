import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { commentedFilm, videoBytes } from '../../support/media/media';
import { send } from '../../support/servers/sandbox';
import type { Json, Reply } from '../../support/servers/sandbox';
import { useEach } from '../../support/use';
import { until } from '../../support/until';

/** A movie without pictures that states a play time (ISO/IEC 14496-12: ftyp, moov with mvhd). */
function movie(durationMs: number): Buffer {
  const bytes = Buffer.alloc(24 + 8 + 108);
  bytes.writeUInt32BE(24, 0);
  bytes.write('ftypisom', 4);
  bytes.writeUInt32BE(116, 24);
  bytes.write('moov', 28);
  bytes.writeUInt32BE(108, 32);
  bytes.write('mvhd', 36);
  bytes.writeUInt32BE(1000, 40 + 12);
  bytes.writeUInt32BE(durationMs, 40 + 16);
  return bytes;
}

describe('A reel', () => {
  const sandbox = useFacebookSandbox();
  const page = useEach(async () => sandbox.page());
  const film = videoBytes(5000);

  const edge = async (name: string, params: Record<string, string>): Promise<Json> =>
    (await page.post(`/${page.channelId}/${name}`, params)).body;
  const start = async (name = 'video_reels') => edge(name, { upload_phase: 'start' });
  const put = async (url: string, body: Buffer, headers: Record<string, string> = {}): Promise<Reply> =>
    send('POST', url, {
      body,
      headers: { authorization: `OAuth ${page.accessToken}`, offset: '0', file_size: String(body.length), ...headers },
    });
  const upload = async (body = film, name = 'video_reels'): Promise<string> => {
    const { video_id: id, upload_url: url } = await start(name);
    expect((await put(url, body)).body).toEqual({ success: true });
    return id;
  };
  const finish = async (id: string, state = 'PUBLISHED', texts = {}) =>
    edge('video_reels', { upload_phase: 'finish', video_id: id, video_state: state, ...texts });
  const statusOf = async (id: string) => (await page.get(`/${id}`, { fields: 'status' })).body.status;
  const reels = async () => (await page.get(`/${page.channelId}/video_reels`)).body.data as Json[];
  const effects = async () => (await sandbox.calls()).flatMap(({ effect }) => effect ?? []);

  it('is uploaded to its own address, without a proof, and is public some time after its finish', async () => {
    await sandbox.control('POST', '/settings', { processingMs: 10_000 });
    const id = await upload();
    expect(await statusOf(id)).toMatchObject({
      video_status: 'upload_complete',
      processing_phase: { status: 'not_started' },
      publishing_phase: { status: 'not_started' },
    });
    expect(await finish(id, 'PUBLISHED', { description: 'D', title: 'T' })).toEqual({ success: true });
    expect(await statusOf(id)).toMatchObject({
      video_status: 'processing',
      publishing_phase: { status: 'in_progress' },
    });
    expect(await reels()).toEqual([]);
    await sandbox.control('POST', '/settings', { clockSkewMs: 10_001 });
    expect(await statusOf(id)).toMatchObject({ publishing_phase: { status: 'complete', publish_status: 'published' } });
    expect(await reels()).toMatchObject([{ id, description: 'D' }]);
    expect((await page.get(`/${id}`, { fields: 'permalink_url' })).body.permalink_url).toBe(`/reel/${id}/`);
    expect(await finish(id, 'PUBLISHED', { description: 'D', title: 'T' })).toEqual({ success: true });
    expect(await effects()).toMatchObject([{ resource: id, title: 'T D', from: null, to: 'public' }]);
  });

  it('may be a draft first, which a second finish makes public', async () => {
    const id = await upload();
    await finish(id, 'DRAFT', { description: 'D' });
    expect((await statusOf(id)).publishing_phase).toEqual({ status: 'complete', publish_status: 'draft' });
    expect(await reels()).toEqual([]);
    await finish(id);
    expect(await reels()).toMatchObject([{ id, description: 'D' }]);
  });

  it('is processed before its finish where a setting says so', async () => {
    await sandbox.change({ processesDrafts: true });
    expect(await statusOf(await upload())).toMatchObject({
      video_status: 'ready',
      processing_phase: { status: 'complete' },
      publishing_phase: { status: 'not_started' },
    });
  });

  it.each([
    ['never', { status: 'not_started' }],
    ['draft', { status: 'complete', publish_status: 'draft' }],
    ['error', { status: 'error', errors: [expect.objectContaining({ message: expect.any(String) })] }],
  ])('whose finish is acknowledged may come to nothing: %s', async (publishOutcome, phase) => {
    const id = await upload();
    await sandbox.change({ publishOutcome });
    expect(await finish(id)).toEqual({ success: true });
    expect((await statusOf(id)).publishing_phase).toEqual(phase);
    expect(await reels()).toEqual([]);
    expect((await effects()).map(({ to }: Json) => to)).toEqual(['draft']);
  });

  it.each([
    ['91 seconds', 'video_reels', movie(91_000), 1363026],
    ['2 seconds', 'video_reels', movie(2000), 1363025],
    ['61 seconds as a story', 'video_stories', movie(61_000), 1363026],
    ['no video', 'video_reels', Buffer.alloc(2000, 'text '), 1363024],
  ])('of %s fails in processing', async (_name, name, bytes, code) => {
    const id = await upload(bytes, name);
    await edge(name, { upload_phase: 'finish', video_id: id, video_state: 'PUBLISHED' });
    expect(await statusOf(id)).toMatchObject({ video_status: 'error', processing_phase: { errors: [{ code }] } });
  });

  it('is resumed where it was cut', async () => {
    const { video_id: id, upload_url: url } = await start();
    const on = { method: 'POST', path: '/video-upload', platform: 'facebook' };
    await sandbox.control('POST', '/faults', { on, do: { cutAfterBytes: 3000 } });
    await expect(put(url, film)).rejects.toThrow(/closed|reset|hang/i);
    // The platform stores the bytes of a connection that has ended a moment later.
    await until(async () => (await statusOf(id)).uploading_phase.bytes_transferred === 3000);
    expect((await statusOf(id)).uploading_phase.status).toBe('in_progress');
    const wrong = await put(url, film.subarray(4000), { offset: '4000', file_size: '5000' });
    expect(wrong).toMatchObject({
      status: 400,
      body: { debug_info: { type: 'OffsetInvalidError', retriable: false } },
    });
    const part = await put(url, film.subarray(3000, 4000), { offset: '3000', file_size: '5000' });
    expect(part.body.debug_info).toMatchObject({ type: 'PartialRequestError', retriable: true });
    expect((await put(url, film.subarray(4000), { offset: '4000', file_size: '5000' })).body).toEqual({
      success: true,
    });
    expect(await statusOf(id)).toMatchObject({ video_status: 'upload_complete' });
  });

  it('is refused at its address for a bad token, an address to fetch, and more bytes than were announced', async () => {
    const { upload_url: url } = await start();
    await sandbox.change({ ruploadErrorStatus: 200 });
    const types = [
      await put(url, film, { authorization: 'OAuth EAAnonsense' }),
      await put(url, film, { file_url: 'https://example.com/a.mp4' }),
      await put(url, film, { file_size: '4000' }),
    ].map(({ status, body }) => [status, body.debug_info.type]);
    expect(types).toEqual([
      [200, 'NotAuthorizedError'],
      [200, 'ProcessingFailedError'],
      [200, 'ProcessingFailedError'],
    ]);
  });

  it('is one of at most 30 a day', async () => {
    await sandbox.change({ reelsPerDay: 1 });
    await finish(await upload());
    const second = await upload();
    expect((await finish(second)).error).toMatchObject({ code: 613 });
    await sandbox.control('POST', '/settings', { clockSkewMs: 86_400_000 });
    const third = await upload();
    expect(await finish(third)).toEqual({ success: true });
  });

  it('is not finished before its last byte, nor by another page', async () => {
    const { video_id: id } = await start();
    expect((await finish(id)).error).toMatchObject({ code: 6000, error_subcode: 1363033 });
    const other = await sandbox.page();
    const answer = await other.post(`/${other.channelId}/video_reels`, { upload_phase: 'finish', video_id: id });
    expect(answer.body.error.error_subcode).toBe(1363041);
  });

  it('as a story is in the list of stories by its media id once it is live', async () => {
    await sandbox.control('POST', '/settings', { processingMs: 10_000 });
    const id = await upload(film, 'video_stories');
    const answer = await edge('video_stories', { upload_phase: 'finish', video_id: id });
    expect(answer).toEqual({ success: true, post_id: expect.stringMatching(/^\d+$/) });
    const stories = async () => (await page.get(`/${page.channelId}/stories`)).body.data;
    expect(await stories()).toEqual([]);
    await sandbox.control('POST', '/settings', { clockSkewMs: 10_001 });
    expect(await stories()).toMatchObject([{ post_id: answer.post_id, media_id: id, media_type: 'video' }]);
  });
  it.each([
    ['has in its file', commentedFilm(film, 'Known by this'), 'Known by this'],
    ['does not have in its file', film, ''],
  ])('as a story is known by the text that it %s', async (_what, bytes, title) => {
    const id = await upload(bytes, 'video_stories');
    const { post_id: resource } = await edge('video_stories', { upload_phase: 'finish', video_id: id });
    expect(await effects()).toMatchObject([{ resource, title, from: null, to: 'public' }]);
  });
});
