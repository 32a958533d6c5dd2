import { follow, open as openPage, press } from '../../support/platforms/consentClient';
import { failureOf } from '../../support/failureOf';
import { piecesOf, videoBytes } from '../../support/media/media';
import { useEach } from '../../support/use';
import { made, openYouTubeChannel, uploadVideo } from '../../support/platforms/youtube';

const videos = '/youtube/v3/videos';
const uploads = '/upload/youtube/v3/videos';
const kib256 = 256 * 1024;
const payload = { title: 'A title', tags: ['x'], privacy: 'public', madeForKids: false };

interface State {
  tokens: { kind: string }[];
  uploadSessions: { status: string }[];
}

/** YouTube carried out the request, and its answer never came. */
describe('a lost answer of YouTube', () => {
  const channel = useEach(async () => openYouTubeChannel());

  const lose = (method: string, path: string, nth = 1) => channel.fault({ method, path, nth }, { loseAnswer: true });
  const written = async (method: string, path: string) =>
    (await channel.calls()).filter((call) => call.method === method && call.path === path);
  const state = async () => {
    const answer = await fetch(`${channel.url}/_sandbox/state`);
    const { platforms } = (await answer.json()) as { platforms: { youtube: State } };
    return platforms.youtube;
  };
  const upload = async () => {
    const id = await uploadVideo(channel, payload);
    await channel.forget();
    return id;
  };
  const transient = { code: 'PLATFORM_UNAVAILABLE', transient: true };

  it('to the opening of a session leaves one that holds nothing, and another makes the one video', async () => {
    await lose('POST', uploads);
    expect(await failureOf(uploadVideo(channel))).toMatchObject(transient);
    expect(await channel.videos()).toEqual([]);
    await uploadVideo(channel);
    expect(await channel.videos()).toHaveLength(1);
    expect((await state()).uploadSessions.map(({ status }) => status).toSorted()).toEqual(['finished', 'open']);
  });

  it.each([
    [1, { kind: 'open', nextOffset: 16 * kib256 }],
    [2, { kind: 'open', nextOffset: 32 * kib256 }],
    [3, { kind: 'complete', objectId: expect.any(String) as string }],
  ])('to the part number %i of an upload: it goes on behind that part', async (nth, state) => {
    const bytes = videoBytes(2 * 16 * kib256 + 1000);
    const media = { contentType: 'video/mp4', sizeBytes: null };
    const session = await channel.upload.open(channel.call, payload, media);
    await lose('PUT', uploads, nth);
    const sending = channel.upload.send(channel.call, session, { ...media, offset: 0, body: piecesOf(bytes) });
    expect(await failureOf(sending)).toMatchObject({ code: 'UPLOAD_FAILED', transient: true });
    let found = await channel.upload.ask(channel.call, session, null);
    expect(found).toEqual(state);
    if (found.kind === 'open') {
      const body = piecesOf(bytes, found.nextOffset);
      found = await channel.upload.send(channel.call, session, { ...media, offset: found.nextOffset, body });
    }
    const [video, ...others] = await channel.videos();
    expect(found).toEqual({ kind: 'complete', objectId: video?.id });
    expect(others).toEqual([]);
    const receivedBytes = (await written('PUT', uploads)).reduce((sum, call) => sum + call.bytes, 0);
    expect(receivedBytes).toBe(bytes.length);
    expect((await channel.mediaOf(video!.id)).equals(bytes)).toBe(true);
  });

  it('to a question about an upload changes nothing', async () => {
    const media = { contentType: 'video/mp4', sizeBytes: 300_000 };
    const session = await channel.upload.open(channel.call, payload, media);
    await lose('PUT', uploads);
    expect(await failureOf(channel.upload.ask(channel.call, session, 300_000))).toMatchObject(transient);
    const asked = await channel.upload.ask(channel.call, session, 300_000);
    expect(asked).toEqual({ kind: 'open', nextOffset: 0 });
  });

  it('to a staging is found by reading the video, which is not updated again', async () => {
    const id = await upload();
    const next = { ...payload, title: 'Next', description: 'D', categoryId: '10' };
    await lose('PUT', videos);
    const stage = async () => channel.publisher.stage(channel.call, made(id), next);
    expect(await failureOf(stage())).toMatchObject(transient);
    expect(await stage()).toBeNull();
    expect(await written('PUT', videos)).toHaveLength(1);
    expect((await channel.video(id)).snippet).toMatchObject({ title: 'Next', description: 'D' });
  });

  it('to the call that publishes is found by asking, and the call is not made again', async () => {
    const video = made(await upload());
    const publish = async () => channel.publisher.publish(channel.call, video, payload);
    await lose('PUT', videos);
    expect(await failureOf(publish())).toMatchObject(transient);
    const found = await channel.publisher.look(channel.call, video, payload);
    expect(found).toEqual({ kind: 'live', post: await publish() });
    expect(await written('PUT', videos)).toHaveLength(1);
  });

  it('to a deletion is found by asking, and the video is not deleted again', async () => {
    const video = made(await upload());
    const remove = async () => channel.publisher.remove(channel.call, video);
    await lose('DELETE', videos);
    expect(await failureOf(remove())).toMatchObject(transient);
    expect(await remove()).toBe('unknown');
    expect(await written('DELETE', videos)).toHaveLength(1);
    expect(await channel.videos()).toEqual([]);
  });

  it('to the end of a session is found by asking, and it is not ended again', async () => {
    const media = { contentType: 'video/mp4', sizeBytes: 300_000 };
    const session = await channel.upload.open(channel.call, payload, media);
    const remove = async () => channel.publisher.remove(channel.call, made(null, session));
    await lose('DELETE', uploads);
    expect(await failureOf(remove())).toMatchObject(transient);
    expect(await remove()).toBe('gone');
    expect(await written('DELETE', uploads)).toHaveLength(1);
    expect((await state()).uploadSessions).toMatchObject([{ status: 'cancelled' }]);
  });

  it('to a renewal costs an access token, not the refresh token', async () => {
    const renew = () => channel.youtube.refreshTokens(channel.refreshToken, channel.call);
    await lose('POST', '/token');
    expect(await failureOf(renew())).toMatchObject(transient);
    const { accessToken } = await renew();
    const own = await channel.youtube.channel({ ...channel.call, accessToken });
    expect(own.externalPlatformId).toBe(channel.channelId);
    expect((await state()).tokens.filter(({ kind }) => kind === 'refresh')).toHaveLength(1);
  });

  it('to the exchange of a code is final when it is tried again: the code is used, and nothing is granted twice', async () => {
    const code = { redirectUri: 'http://localhost:1/callback', codeVerifier: 'v'.repeat(43), features: [] };
    const consent = async () => {
      const page = await openPage(channel.youtube.oauth.consentUrl({ ...code, state: 's' }).href);
      const { location } = await press(await follow(page, 'Olive One'), 'Allow');
      return new URL(location).searchParams.get('code')!;
    };
    const exchange = (given: string) => channel.youtube.oauth.exchange({ ...code, code: given }, channel.call.signal);
    const granted = async () => (await state()).tokens.filter(({ kind }) => kind === 'refresh').length;
    const [before, first] = [await granted(), await consent()];
    await lose('POST', '/token');
    expect(await failureOf(exchange(first))).toMatchObject(transient);
    const again = await failureOf(exchange(first));
    expect(again).toMatchObject({ code: 'PLATFORM_REJECTED', transient: false });
    expect(again.message).toContain('invalid_grant');
    expect(await granted()).toBe(before + 1);
    expect(await exchange(await consent())).toMatchObject({ refreshToken: expect.stringMatching(/^1\/\//) as string });
  });

  it('to an update of a published video is found by reading it, and it is not updated again', async () => {
    const id = await upload();
    await channel.publisher.publish(channel.call, made(id), payload);
    await channel.forget();
    const next = { ...payload, title: 'Next', privacy: 'unlisted' };
    const update = async () => channel.publisher.update!(channel.call, id, next);
    await lose('PUT', videos);
    expect(await failureOf(update())).toMatchObject(transient);
    await update();
    expect(await written('PUT', videos)).toHaveLength(1);
    expect(await channel.video(id)).toMatchObject({
      snippet: { title: 'Next' },
      status: { privacyStatus: 'unlisted' },
    });
  });

  it('to a revocation is found when it is tried again: the token is known no more, and access is over', async () => {
    const revoke = () => channel.youtube.oauth.revoke(channel.refreshToken, channel.call.signal);
    await lose('POST', '/revoke');
    expect(await failureOf(revoke())).toMatchObject(transient);
    await expect(revoke()).resolves.toBeUndefined();
    const failure = await failureOf(channel.youtube.refreshTokens(channel.refreshToken, channel.call));
    expect(failure).toMatchObject({ code: 'TOKEN_EXPIRED', transient: false });
  });
});
