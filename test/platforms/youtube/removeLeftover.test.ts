import { until } from '../../support/until';
import { failureOf } from '../../support/failureOf';
import { piecesOf, videoBytes } from '../../support/media/media';
import { made, uploadVideo, useYouTube } from '../../support/platforms/youtube';

const videos = '/youtube/v3/videos';
const payload = { title: 'A title', tags: ['x'], privacy: 'public', madeForKids: false };

describe('a draft that an assignment has left on YouTube', () => {
  const channel = useYouTube();

  const bytes = videoBytes(300_000);
  const media = { contentType: 'video/mp4', sizeBytes: bytes.length };
  const upload = async () => {
    const id = await uploadVideo(channel, payload);
    await channel.forget();
    return id;
  };
  const open = () => channel.upload.open(channel.call, payload, media);
  const remove = (session: string | null, objectId: string | null) =>
    channel.publisher.remove(channel.call, made(objectId, session));

  it.each(['public', 'unlisted'])('stays if it is %s', async (privacy) => {
    const id = await upload();
    await channel.publisher.publish(channel.call, made(id), { ...payload, privacy });
    await channel.forget();
    expect(await remove(null, id)).toBe('public');
    expect((await channel.video(id)).status['privacyStatus']).toBe(privacy);
    expect((await channel.calls()).map(({ method }) => method)).toEqual(['GET']);
  });

  it('is not called gone because a list leaves it out', async () => {
    const id = await upload();
    await channel.fault({ method: 'GET', path: videos }, { status: 200, body: { items: [] } });
    expect(await remove(null, id)).toBe('unknown');
    expect(await remove(null, id)).toBe('gone');
  });

  it('is gone also if it goes between the look and the call', async () => {
    const id = await upload();
    await channel.fault({ method: 'DELETE', path: videos }, { error: 'videoNotFound' });
    expect(await remove(null, id)).toBe('gone');
  });

  it('is removed although its id has never reached us', async () => {
    const session = await open();
    await channel.fault({ method: 'PUT', path: '/upload' }, { loseAnswer: true });
    await failureOf(channel.upload.send(channel.call, session, { ...media, offset: 0, body: piecesOf(bytes) }));
    const lost = (await channel.videos()).at(-1);
    expect(await remove(session, null)).toBe('gone');
    expect(await channel.video(lost!.id)).toBeUndefined();
  });

  it('is removed although its last byte arrives between the question and the end of its session', async () => {
    const session = await open();
    await channel.fault({ method: 'PUT', path: '/upload' }, { delayMs: 1000 });
    const removing = remove(session, null);
    await until(async () => (await channel.calls()).some(({ method }) => method === 'PUT'));
    await channel.upload.send(channel.call, session, { ...media, offset: 0, body: piecesOf(bytes) });
    const late = (await channel.videos()).at(-1);
    expect(await removing).toBe('gone');
    expect(await channel.video(late!.id)).toBeUndefined();
  });

  it('is nothing: no call', async () => {
    expect(await remove(null, null)).toBe('gone');
    expect(await channel.publisher.remove(channel.call, { items: [], draftId: null })).toBe('gone');
    expect(await channel.calls()).toEqual([]);
  });

  it('is kept for another try if YouTube cannot be asked', async () => {
    const id = await upload();
    await channel.fault({ method: 'DELETE', path: videos }, { error: 'backendError' });
    expect(await failureOf(remove(null, id))).toMatchObject({ transient: true });
    const session = await open();
    await channel.fault({ method: 'DELETE', path: '/upload' }, { status: 503 });
    expect(await failureOf(remove(session, null))).toMatchObject({ transient: true });
  });

  it('stays if the lease ends between the look and the call', async () => {
    const [id, session] = [await upload(), await open()];
    await channel.fault({ method: 'GET', path: videos }, { delayMs: 100 });
    await channel.fault({ method: 'PUT', path: '/upload' }, { delayMs: 100 });
    for (const leftover of [made(id), made(null, session)]) {
      const late = { ...channel.call, notAfterMs: performance.now() + 50 };
      const failure = await failureOf(channel.publisher.remove(late, leftover));
      expect(failure).toMatchObject({ transient: true });
      expect(failure.message).toContain('so it was not made');
    }
    expect((await channel.calls()).filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect((await channel.video(id)).status['privacyStatus']).toBe('private');
    expect(await channel.upload.ask(channel.call, session, bytes.length)).toEqual({ kind: 'open', nextOffset: 0 });
    for (const leftover of [made(id), made(null, session)]) {
      const inTime = { ...channel.call, notAfterMs: performance.now() + 60_000 };
      expect(await channel.publisher.remove(inTime, leftover)).toBe('gone');
    }
  });
});
