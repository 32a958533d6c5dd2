import { Agent } from 'undici';
import { updateVideo } from '../../../platforms/youtube/videos';
import { failureOf } from '../../support/failureOf';
import { useYouTube, uploadVideo, youtubeSettings } from '../../support/youtube';

const videos = '/youtube/v3/videos';
const onList = { method: 'GET', path: videos };
const payload = { title: 'A title', tags: ['x'], privacy: 'public', madeForKids: false };

describe('a video on YouTube', () => {
  const channel = useYouTube();

  const postOf = async (given: object = payload, type: 'video' | 'short' = 'video') => {
    const platformPostId = await uploadVideo(channel, given);
    await channel.forget();
    return { type, platformPostId };
  };
  /** What the channel's owner does at YouTube, past this service. */
  const byOwner = async (method: 'PUT' | 'DELETE', id: string, parts: object = {}) => {
    const headers = { authorization: `Bearer ${channel.call.accessToken}` };
    const query = method === 'PUT' ? `part=${Object.keys(parts).join(',')}` : `id=${id}`;
    const body = method === 'PUT' ? JSON.stringify({ id, ...parts }) : null;
    const answer = await fetch(`${channel.url}${videos}?${query}`, { method, headers, body });
    expect(answer.ok).toBe(true);
    await channel.forget();
  };
  const callsMade = async () => (await channel.calls()).map(({ method, query }) => `${method} ${query}`);

  describe('whose payload is applied', () => {
    it('gets all of its metadata and stays private', async () => {
      const post = await postOf();
      const next = {
        title: 'Next',
        description: 'D',
        privacy: 'public',
        tags: ['y'],
        categoryId: '10',
        madeForKids: true,
      };
      await channel.youtube.applyPayload(channel.call, post, next);
      expect(await channel.video(post.platformPostId)).toMatchObject({
        snippet: { title: 'Next', description: 'D', tags: ['y'], categoryId: '10' },
        status: { privacyStatus: 'private', selfDeclaredMadeForKids: true },
      });
    });

    it('is read, and not updated if nothing differs', async () => {
      const post = await postOf();
      await channel.youtube.applyPayload(channel.call, post, payload);
      expect(await callsMade()).toEqual([`GET part=snippet%2Cstatus&id=${post.platformPostId}`]);
      await channel.youtube.applyPayload(channel.call, post, { ...payload, tags: [] });
      await channel.youtube.applyPayload(channel.call, post, { ...payload, tags: [] });
      const updates = (await channel.calls()).filter(({ method }) => method === 'PUT');
      expect(updates).toMatchObject([{ query: 'part=snippet%2Cstatus' }]);
    });

    it('keeps what we do not manage, though an update replaces whole parts', async () => {
      const post = await postOf();
      const snippet = { title: 'A title', categoryId: '10', description: 'Old', defaultLanguage: 'de', tags: ['x'] };
      const status = {
        privacyStatus: 'private',
        license: 'creativeCommon',
        embeddable: false,
        publicStatsViewable: false,
      };
      await byOwner('PUT', post.platformPostId, { snippet, status });
      await channel.youtube.applyPayload(channel.call, post, { ...payload, title: 'Next' });
      expect(await channel.video(post.platformPostId)).toMatchObject({
        snippet: { ...snippet, title: 'Next' },
        status,
      });
    });

    it('keeps the audience that it has', async () => {
      const post = await postOf();
      await channel.youtube.publish(channel.call, post, payload);
      await channel.youtube.applyPayload(channel.call, post, { ...payload, title: 'Next', privacy: 'private' });
      const { snippet, status } = await channel.video(post.platformPostId);
      expect([snippet['title'], status['privacyStatus']]).toEqual(['Next', 'public']);
    });

    it('needs a payload that was checked', async () => {
      const failure = await failureOf(channel.youtube.applyPayload(channel.call, await postOf(), { title: 7 }));
      expect(failure).toMatchObject({ code: 'INTERNAL', transient: false });
    });
  });

  describe('that is published', () => {
    const tooLate = { transient: true, message: expect.stringContaining('so it was not made') as string };

    it.each([
      ['public', 'video', 'watch?v='],
      ['unlisted', 'short', 'shorts/'],
    ] as const)(
      'gets the audience of the payload (%s) with the last call, and a %s has its URL',
      async (privacy, type, path) => {
        const post = await postOf(payload, type);
        const status = { privacyStatus: 'private', embeddable: false };
        await byOwner('PUT', post.platformPostId, { status });
        const platformUrl = `https://www.youtube.com/${path}${post.platformPostId}`;
        const published = { platformPostId: post.platformPostId, platformUrl };
        expect(await channel.youtube.publish(channel.call, post, { ...payload, privacy })).toEqual(published);
        expect((await callsMade()).at(-1)).toBe('PUT part=status');
        expect((await channel.video(post.platformPostId)).status).toMatchObject({
          privacyStatus: privacy,
          embeddable: false,
        });
      },
    );

    it('and stays private needs no call', async () => {
      const post = await postOf();
      const { platformPostId } = await channel.youtube.publish(channel.call, post, { ...payload, privacy: 'private' });
      expect(platformPostId).toBe(post.platformPostId);
      expect(await callsMade()).toEqual([]);
    });

    it('and already has the audience is not updated again', async () => {
      const post = await postOf();
      await channel.youtube.publish(channel.call, post, payload);
      await channel.forget();
      await channel.youtube.publish(channel.call, post, payload);
      expect((await channel.calls()).map(({ method }) => method)).toEqual(['GET']);
    });

    it('is not published after the end of the lease, whatever has delayed the call', async () => {
      const post = await postOf();
      await channel.fault(onList, { delayMs: 100 });
      const late = { ...channel.call, notAfterMs: performance.now() + 50 };
      expect(await failureOf(channel.youtube.publish(late, post, payload))).toMatchObject(tooLate);
      expect((await channel.calls()).map(({ method }) => method)).toEqual(['GET']);
      await channel.youtube.publish({ ...channel.call, notAfterMs: performance.now() + 60_000 }, post, payload);
      expect((await channel.video(post.platformPostId)).status).toMatchObject({ privacyStatus: 'public' });
    });

    it('is not updated by a process that slept through its lease while it was connecting', async () => {
      const post = await postOf();
      const client = { settings: youtubeSettings(channel.url), uploadPatienceMs: 1000, dispatcher: new Agent() };
      const wakesAtMs = performance.now() + 60;
      const late = { ...channel.call, notAfterMs: wakesAtMs - 30 };
      const updating = updateVideo(client, late, post.platformPostId, { status: { privacyStatus: 'public' } });
      while (performance.now() < wakesAtMs);
      expect(await failureOf(updating)).toMatchObject(tooLate);
      expect(await callsMade()).toEqual([]);
    });

    it('loses a date of publication that its owner has set', async () => {
      const post = await postOf();
      const publishAt = new Date(Date.now() + 86_400_000).toISOString();
      await byOwner('PUT', post.platformPostId, { status: { privacyStatus: 'private', publishAt } });
      await channel.youtube.publish(channel.call, post, payload);
      expect((await channel.video(post.platformPostId)).status).toMatchObject({ privacyStatus: 'public' });
    });
  });

  describe('that is processed', () => {
    it.each([
      ['uploaded', undefined, { kind: 'processing' }],
      ['uploaded', 'processing', { kind: 'processing' }],
      ['processed', undefined, { kind: 'ready' }],
      ['uploaded', 'succeeded', { kind: 'ready' }],
    ])('is %s, %s: %o', async (uploadStatus, processingStatus, state) => {
      const status = { privacyStatus: 'private', uploadStatus };
      const item = { id: 'v', status, ...(processingStatus && { processingDetails: { processingStatus } }) };
      await channel.fault(onList, { status: 200, body: { items: [item] } });
      expect(await channel.youtube.processing(channel.call, { type: 'video', platformPostId: 'v' })).toEqual(state);
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
      [{ uploadStatus: 'deleted' }, {}, 'PROCESSING_FAILED', 'no longer has the video'],
    ])("fails with YouTube's word: %o %o", async (status, processingDetails, code, word) => {
      const item = { id: 'v', status: { privacyStatus: 'private', ...status }, processingDetails };
      await channel.fault(onList, { status: 200, body: { items: [item] } });
      const state = await channel.youtube.processing(channel.call, { type: 'video', platformPostId: 'v' });
      expect(state).toMatchObject({ kind: 'failed', code, message: expect.stringContaining(word) as string });
    });

    it('is asked about with one read of what only its owner sees', async () => {
      const post = await postOf();
      expect(await channel.youtube.processing(channel.call, post)).toEqual({ kind: 'ready' });
      expect(await callsMade()).toEqual([`GET part=status%2CprocessingDetails&id=${post.platformPostId}`]);
    });

    it('fails when it is not there any more', async () => {
      const state = await channel.youtube.processing(channel.call, { type: 'video', platformPostId: 'unknown' });
      expect(state).toMatchObject({ kind: 'failed', code: 'PROCESSING_FAILED' });
    });
  });
});
