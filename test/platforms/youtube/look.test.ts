import { made, uploadVideo, useYouTube } from '../../support/platforms/youtube';

const onList = { method: 'GET', path: '/youtube/v3/videos' };
const payload = { title: 'A title', tags: ['x'], privacy: 'public', madeForKids: false };
const post = { platformPostId: 'v', platformUrl: 'https://www.youtube.com/watch?v=v' };

describe('a look at a video on YouTube', () => {
  const channel = useYouTube();

  const look = async (id = 'v', privacy = 'public') =>
    channel.publisher.look(channel.call, made(id), { ...payload, privacy });
  const answerWith = async (status: object, processingDetails?: object) => {
    const item = { id: 'v', status: { privacyStatus: 'private', ...status }, processingDetails };
    await channel.fault(onList, { status: 200, body: { items: [item] } });
  };

  it.each([
    ['uploaded', undefined, 'processing'],
    ['uploaded', 'processing', 'processing'],
    ['processed', undefined, 'ready'],
    ['uploaded', 'succeeded', 'ready'],
  ])('that is %s, %s, says %s', async (uploadStatus, processingStatus, kind) => {
    await answerWith({ uploadStatus }, { processingStatus });
    expect(await look()).toEqual({ kind });
  });

  it.each([
    ['public', 'public', true],
    ['public', 'unlisted', false],
    ['public', 'private', false],
    ['unlisted', 'public', false],
    ['unlisted', 'unlisted', true],
    ['unlisted', 'private', false],
    ['private', 'public', false],
    ['private', 'unlisted', false],
    ['private', 'private', false],
  ])('for a payload that is %s at a video that is %s: live is %s', async (privacy, privacyStatus, isLive) => {
    await answerWith({ uploadStatus: 'processed', privacyStatus });
    expect(await look('v', privacy)).toEqual(isLive ? { kind: 'live', post } : { kind: 'ready' });
  });

  it('takes no video for live that is not processed or has failed, though it has its audience', async () => {
    await answerWith({ uploadStatus: 'uploaded', privacyStatus: 'public' });
    expect(await look()).toEqual({ kind: 'processing' });
    await answerWith({ uploadStatus: 'rejected', rejectionReason: 'legal', privacyStatus: 'public' });
    expect(await look()).toMatchObject({ kind: 'failed', code: 'PLATFORM_REJECTED' });
  });

  it.each([
    [{ uploadStatus: 'failed', failureReason: 'codec' }, {}, 'PROCESSING_FAILED', 'codec'],
    [{ uploadStatus: 'rejected', rejectionReason: 'copyright' }, {}, 'PLATFORM_REJECTED', 'copyright'],
    [{ uploadStatus: 'rejected', rejectionReason: 'duplicate' }, {}, 'DUPLICATE_CONTENT', 'duplicate'],
    [{ uploadStatus: 'uploaded' }, { processingStatus: 'terminated' }, 'PROCESSING_FAILED', 'terminated'],
    [
      { uploadStatus: 'uploaded' },
      { processingStatus: 'failed', processingFailureReason: 'transcodeFailed' },
      'PROCESSING_FAILED',
      'transcodeFailed',
    ],
  ])("fails with YouTube's word: %o %o", async (status, processingDetails, code, word) => {
    await answerWith(status, processingDetails);
    expect(await look()).toMatchObject({
      kind: 'failed',
      code,
      words: { seen: expect.stringContaining(word) as string },
    });
  });

  it('is one read of what only its owner sees', async () => {
    const id = await uploadVideo(channel, payload);
    await channel.forget();
    expect(await look(id)).toEqual({ kind: 'ready' });
    const calls = (await channel.calls()).map(({ method, query }) => `${method} ${query}`);
    expect(calls).toEqual([`GET part=status%2CprocessingDetails&id=${id}`]);
  });

  it.each(['public', 'unlisted', 'private'])(
    'does not guess what became of a %s video that YouTube does not have',
    async (privacy) => {
      const message = 'YouTube does not have the video v; it may have been deleted on the channel.';
      expect(await look('v', privacy)).toEqual({ kind: 'unknown', message });
      await answerWith({ uploadStatus: 'deleted', privacyStatus: privacy });
      expect(await look('v', privacy)).toEqual({ kind: 'unknown', message });
      await channel.fault(onList, { status: 200, body: { kind: 'youtube#videoListResponse' } });
      expect(await look('v', privacy)).toEqual({ kind: 'unknown', message });
    },
  );
});
