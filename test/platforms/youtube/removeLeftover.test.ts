import { until } from '../../support/until';
import { failureOf } from '../../support/failureOf';
import { piecesOf, videoBytes } from '../../support/media';
import { useYouTube, uploadVideo } from '../../support/youtube';

const videos = '/youtube/v3/videos';
const payload = { title: 'A title', tags: ['x'], privacy: 'public', madeForKids: false };

describe('what a job has left on YouTube', () => {
  const channel = useYouTube();

  const bytes = videoBytes(300_000);
  const media = { contentType: 'video/mp4', sizeBytes: bytes.length };
  const upload = async () => {
    const platformPostId = await uploadVideo(channel, payload);
    await channel.forget();
    return platformPostId;
  };
  const open = () => channel.youtube.upload.open(channel.call, 'video', payload, media);
  const remove = (session: string | null, platformPostId: string | null) =>
    channel.youtube.remove(channel.call, { session, platformPostId });

  it.each(['public', 'unlisted'])('stays if it is %s', async (privacy) => {
    const platformPostId = await upload();
    await channel.youtube.publish(channel.call, { type: 'video', platformPostId }, { ...payload, privacy });
    await channel.forget();
    await remove(null, platformPostId);
    expect((await channel.video(platformPostId)).status['privacyStatus']).toBe(privacy);
    expect((await channel.calls()).map(({ method }) => method)).toEqual(['GET']);
  });

  it('is gone also if it goes between the look and the call', async () => {
    const platformPostId = await upload();
    await channel.fault({ method: 'DELETE', path: videos }, { error: 'videoNotFound' });
    await expect(remove(null, platformPostId)).resolves.not.toBe('public');
  });

  it('is removed although its id has never reached us', async () => {
    const session = await open();
    await channel.fault({ method: 'PUT', path: '/upload' }, { loseAnswer: true });
    await failureOf(channel.youtube.upload.send(channel.call, session, { ...media, offset: 0, body: piecesOf(bytes) }));
    const made = (await channel.videos()).at(-1);
    await remove(session, null);
    expect(await channel.video(made!.id)).toBeUndefined();
  });

  it('is removed although its last byte arrives between the question and the end of its session', async () => {
    const session = await open();
    await channel.fault({ method: 'PUT', path: '/upload' }, { delayMs: 1000 });
    const removing = remove(session, null);
    await until(async () => (await channel.calls()).some(({ method }) => method === 'PUT'));
    await channel.youtube.upload.send(channel.call, session, { ...media, offset: 0, body: piecesOf(bytes) });
    const made = (await channel.videos()).at(-1);
    await removing;
    expect(await channel.video(made!.id)).toBeUndefined();
  });

  it('is nothing: no call', async () => {
    await remove(null, null);
    expect(await channel.calls()).toEqual([]);
  });

  it('is kept for another try if YouTube cannot be asked', async () => {
    const platformPostId = await upload();
    await channel.fault({ method: 'DELETE', path: videos }, { error: 'backendError' });
    expect(await failureOf(remove(null, platformPostId))).toMatchObject({ transient: true });
    const session = await open();
    await channel.fault({ method: 'DELETE', path: '/upload' }, { status: 503 });
    expect(await failureOf(remove(session, null))).toMatchObject({ transient: true });
  });
});
