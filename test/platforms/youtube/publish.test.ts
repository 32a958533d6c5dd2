import { Agent } from 'undici';
import { usualPatience } from '../../../platforms/http/patience';
import { publisherFor } from '../../../platforms/index';
import { updateVideo } from '../../../platforms/youtube/videos';
import { failureOf } from '../../support/failureOf';
import { made, uploadVideo, useYouTube, youtubeSettings } from '../../support/platforms/youtube';

const videos = '/youtube/v3/videos';
const onList = { method: 'GET', path: videos };
const onUpdate = { method: 'PUT', path: videos };
const payload = { title: 'A title', tags: ['x'], privacy: 'public', madeForKids: false };

describe('a video on YouTube', () => {
  const channel = useYouTube();

  const upload = async () => {
    const id = await uploadVideo(channel, payload);
    await channel.forget();
    return id;
  };
  const stage = async (id: string, given: object) => channel.publisher.stage(channel.call, made(id), { ...given });
  const publish = async (id: string, given: object = {}, limits: object = {}) =>
    channel.publisher.publish({ ...channel.call, ...limits }, made(id), { ...payload, ...given });
  /** An action of the channel's owner at YouTube, past this service. */
  const byOwner = async (method: 'PUT' | 'DELETE', id: string, parts: object = {}) => {
    const headers = { authorization: `Bearer ${channel.call.accessToken}` };
    const query = method === 'PUT' ? `part=${Object.keys(parts).join(',')}` : `id=${id}`;
    const body = method === 'PUT' ? JSON.stringify({ id, ...parts }) : null;
    const answer = await fetch(`${channel.url}${videos}?${query}`, { method, headers, body });
    expect(answer.ok).toBe(true);
    await channel.forget();
  };
  const callsMade = async () => (await channel.calls()).map(({ method, query }) => `${method} ${query}`);

  describe('that is staged', () => {
    it('gets all of its metadata and stays private', async () => {
      const id = await upload();
      const next = {
        title: 'Next',
        description: 'D',
        privacy: 'public',
        tags: ['y'],
        categoryId: '10',
        madeForKids: true,
      };
      expect(await stage(id, next)).toBeNull();
      expect(await channel.video(id)).toMatchObject({
        snippet: { title: 'Next', description: 'D', tags: ['y'], categoryId: '10' },
        status: { privacyStatus: 'private', selfDeclaredMadeForKids: true },
      });
    });

    it('is read, and not updated if nothing differs', async () => {
      const id = await upload();
      await stage(id, payload);
      expect(await callsMade()).toEqual([`GET part=snippet%2Cstatus&id=${id}`]);
      await stage(id, { ...payload, tags: [] });
      await stage(id, { ...payload, tags: [] });
      const updates = (await channel.calls()).filter(({ method }) => method === 'PUT');
      expect(updates).toMatchObject([{ query: 'part=snippet%2Cstatus' }]);
    });

    it('keeps what we do not manage, though an update replaces whole parts', async () => {
      const id = await upload();
      const snippet = { title: 'A title', categoryId: '10', description: 'Old', defaultLanguage: 'de', tags: ['x'] };
      const status = {
        privacyStatus: 'private',
        license: 'creativeCommon',
        embeddable: false,
        publicStatsViewable: false,
      };
      await byOwner('PUT', id, { snippet, status });
      await stage(id, { ...payload, title: 'Next' });
      expect(await channel.video(id)).toMatchObject({
        snippet: { ...snippet, title: 'Next' },
        status,
      });
    });

    it('keeps the audience that it has', async () => {
      const id = await upload();
      await publish(id);
      await stage(id, { ...payload, title: 'Next', privacy: 'private' });
      const { snippet, status } = await channel.video(id);
      expect([snippet['title'], status['privacyStatus']]).toEqual(['Next', 'public']);
    });

    it('needs a payload that was checked', async () => {
      const failure = await failureOf(stage(await upload(), { title: 7 }));
      expect(failure).toMatchObject({ code: 'INTERNAL', transient: false });
      expect(await channel.calls()).toEqual([]);
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
        const id = await upload();
        const status = { privacyStatus: 'private', embeddable: false };
        await byOwner('PUT', id, { status });
        const published = { platformPostId: id, platformUrl: `https://www.youtube.com/${path}${id}` };
        const { publish: publishAs } = publisherFor(channel.youtube, type);
        expect(await publishAs(channel.call, made(id), { ...payload, privacy })).toEqual(published);
        expect((await callsMade()).at(-1)).toBe('PUT part=status');
        expect((await channel.video(id)).status).toMatchObject({ privacyStatus: privacy, embeddable: false });
      },
    );

    it('and stays private is read, and not updated', async () => {
      const id = await upload();
      expect(await publish(id, { privacy: 'private' })).toMatchObject({ platformPostId: id });
      expect(await callsMade()).toEqual([`GET part=status&id=${id}`]);
      expect((await channel.video(id)).status).toMatchObject({ privacyStatus: 'private' });
    });

    it('gets the audience of a private payload, too, where its owner has given it another one', async () => {
      const id = await upload();
      await byOwner('PUT', id, { status: { privacyStatus: 'public' } });
      await publish(id, { privacy: 'private' });
      expect((await channel.video(id)).status).toMatchObject({ privacyStatus: 'private' });
    });

    it('and already has the audience is not updated again', async () => {
      const id = await upload();
      const post = await publish(id);
      await channel.forget();
      expect(await publish(id)).toEqual(post);
      expect((await channel.calls()).map(({ method }) => method)).toEqual(['GET']);
    });

    it('is not published after the end of the lease, whatever has delayed the call', async () => {
      const id = await upload();
      await channel.fault(onList, { delayMs: 100 });
      expect(await failureOf(publish(id, {}, { notAfterMs: performance.now() + 50 }))).toMatchObject(tooLate);
      expect((await channel.calls()).map(({ method }) => method)).toEqual(['GET']);
      await publish(id, {}, { notAfterMs: performance.now() + 60_000 });
      expect((await channel.video(id)).status).toMatchObject({ privacyStatus: 'public' });
    });

    it('has not been, where YouTube cannot be asked for it before the call', async () => {
      const id = await upload();
      await channel.fault(onList, { status: 503 });
      expect(await failureOf(publish(id))).toMatchObject({ transient: true, isRefusal: true });
      expect((await channel.calls()).map(({ method }) => method)).toEqual(['GET']);
    });

    it('is not updated by a process that slept through its lease while it was connecting', async () => {
      const id = await upload();
      const dispatcher = new Agent();
      const client = { name: 'YouTube', settings: youtubeSettings(channel.url), patience: usualPatience(), dispatcher };
      const wakesAtMs = performance.now() + 60;
      const late = { ...channel.call, notAfterMs: wakesAtMs - 30 };
      const updating = updateVideo(client, late, 'youtube.video.publish', { id, status: { privacyStatus: 'public' } });
      while (performance.now() < wakesAtMs);
      expect(await failureOf(updating)).toMatchObject(tooLate);
      expect(await callsMade()).toEqual([]);
    });

    it('loses a date of publication that its owner has set', async () => {
      const id = await upload();
      const publishAt = new Date(Date.now() + 86_400_000).toISOString();
      await byOwner('PUT', id, { status: { privacyStatus: 'private', publishAt } });
      await publish(id);
      expect((await channel.video(id)).status).toMatchObject({ privacyStatus: 'public' });
    });

    it.each([
      ['public', 'private', 'PLATFORM_REJECTED'],
      ['public', 'unlisted', 'OUTCOME_UNKNOWN'],
      ['unlisted', 'private', 'PLATFORM_REJECTED'],
      ['unlisted', 'public', 'OUTCOME_UNKNOWN'],
    ])('fails if it was to be %s and YouTube answers that it is %s: %s', async (privacy, privacyStatus, code) => {
      const id = await upload();
      await channel.fault(onUpdate, { status: 200, body: { id, status: { privacyStatus } } });
      const failure = await failureOf(publish(id, { privacy }));
      expect(failure).toMatchObject({ code, transient: false, tokenRefused: false });
      expect(failure.message).toBe(
        `YouTube was asked to make the video ${privacy} and answers that it is "${privacyStatus}". ` +
          "Look at the video and the channel's settings on YouTube: an account that its owner does not manage alone may be limited.",
      );
    });

    it('shows no token if YouTube repeats it in place of the audience', async () => {
      const id = await upload();
      const privacyStatus = `<b>${channel.call.accessToken}</b>`;
      await channel.fault(onUpdate, { status: 200, body: { id, status: { privacyStatus } } });
      const { message } = await failureOf(publish(id));
      expect(message).toContain('answers that it is "[redacted]"');
      expect(message).not.toContain(channel.call.accessToken);
    });

    it.each([
      ['no status', { id: 'v' }],
      ['a status without an audience', { id: 'v', status: { uploadStatus: 'processed' } }],
      ['no JSON', '<html></html>'],
    ])('leaves the outcome to a look if YouTube answers %s', async (_name, body) => {
      const id = await upload();
      await channel.fault(onUpdate, { status: 200, body });
      expect(await failureOf(publish(id))).toMatchObject({ code: 'PLATFORM_UNAVAILABLE', transient: true });
    });
  });

  describe('that is changed when it is published', () => {
    const update = async (id: string, given: object) =>
      channel.publisher.update!(channel.call, id, { ...payload, ...given });

    it('gets metadata and audience in one call, and is not updated if nothing differs', async () => {
      const id = await upload();
      await publish(id);
      await channel.forget();
      for (let round = 0; round < 2; round += 1) await update(id, { title: 'Next', privacy: 'unlisted' });
      expect((await channel.calls()).map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET']);
      const { snippet, status } = await channel.video(id);
      expect([snippet['title'], status['privacyStatus']]).toEqual(['Next', 'unlisted']);
    });

    it('may have another audience if YouTube answers that it has', async () => {
      const id = await upload();
      await publish(id);
      await channel.fault(onUpdate, { status: 200, body: { id, status: { privacyStatus: 'public' } } });
      const failure = await failureOf(update(id, { privacy: 'private' }));
      expect(failure).toMatchObject({ code: 'OUTCOME_UNKNOWN', transient: false });
      expect(failure.message).toContain('asked to make the video private and answers that it is "public"');
    });
  });
});
