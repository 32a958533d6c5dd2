import type { PlatformSlug } from '../../../domain/platform';
import { Assignment } from '../../../models/assignments/Assignment';
import { Connection } from '../../../models/connections/Connection';
import type { Platform } from '../../../platforms/Platform';
import type { Json } from '../../support/servers/sandbox';
import { usePublishing } from '../../support/runs/publishing';
import { passTime } from '../../support/runs/passTime';
import { until } from '../../support/until';
import { expectFailed, expectPublished, film, payload, publishThrough, to, uploads, videos } from '../publishing/storm';

const publishing = usePublishing();

describe('processing', () => {
  it.each([
    ['failed', 'PROCESSING_FAILED', /"conversion"/],
    ['rejected', 'PLATFORM_REJECTED', /"termsOfUse"/],
  ])('that has %s fails the assignment with the reason, and the video is removed', async (outcome, code, words) => {
    await publishing.sandbox.control('POST', '/settings', { outcome });
    const result = await publishThrough(publishing);
    expectFailed(result, code, words, 'done');
    expect(result.videos).toEqual([]);
    expect(result.statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'failed']);
  });

  it('that never ends fails the assignment at its limit; the video stays for a retry', async () => {
    const platforms = publishing.deps.platforms as Map<PlatformSlug, Platform>;
    const youtube = platforms.get('youtube')!;
    platforms.set('youtube', { ...youtube, processingLimitMs: 300 });
    await publishing.sandbox.control('POST', '/settings', { outcome: 'stuck' });
    const result = await publishThrough(publishing);
    platforms.set('youtube', youtube);
    expectFailed(result, 'PROCESSING_TIMEOUT', /did not finish processing/, 'none');
    expect(result.videos).toMatchObject([{ status: { privacyStatus: 'private' } }]);
  });

  it('is asked about on after errors of the platform', async () => {
    await publishing.fault({ method: 'GET', path: videos, times: 7 }, { error: 'backendError' });
    await expectPublished(publishing, await publishThrough(publishing));
  });

  it('of a video that its owner has deleted makes another video, once it is certain', async () => {
    await publishing.sandbox.control('POST', '/settings', { outcome: 'stuck' });
    const channel = await publishing.connect();
    const mediaUrl = publishing.media.serve({ bytes: film }).url;
    const { assignmentId } = await publishing.submit(channel, { payload, mediaUrl });
    const videosOf = async () =>
      (await publishing.sandbox.stateOf('youtube')).videos.filter(
        ({ channelId }: Json) => channelId === channel.channelId,
      );
    const [{ id }] = await until(async () => {
      const found = await videosOf();
      return found.length > 0 ? found : undefined;
    });
    await publishing.sandbox.youtube('DELETE', `${videos}?id=${id}`, { token: channel.accessToken });
    await publishing.sandbox.control('POST', '/settings', { outcome: 'succeeded' });
    await until(async () => (await Assignment.findByPk(assignmentId))?.absentSince != null);
    await passTime(publishing.database, assignmentId, 20 * 60_000);
    await until(async () => (await Assignment.findByPk(assignmentId))?.status === 'published', 60_000);
    const [video] = await videosOf();
    expect(video).toMatchObject({ status: { privacyStatus: 'public' } });
    expect(video.id).not.toBe(id);
  });
});

describe('a channel that has not granted everything', () => {
  it('cannot be uploaded to', async () => {
    const result = await publishThrough(publishing, await publishing.connect({ scopes: ['youtube.readonly'] }));
    expectFailed(result, 'PERMISSION_DENIED', /insufficient authentication scopes/, 'none');
  });

  it('is result so when the audience cannot be set, and it shows that something was left', async () => {
    const result = await publishThrough(
      publishing,
      await publishing.connect({ scopes: ['youtube.upload', 'youtube.readonly'] }),
    );
    expectFailed(result, 'PERMISSION_DENIED', /insufficient authentication scopes/, 'failed');
    expect(result.videos).toMatchObject([{ status: { privacyStatus: 'private' } }]);
    const { values } = await publishing.deps.metrics.cleanupsFailed.get();
    expect(values).toMatchObject([{ value: 1, labels: { platform: 'youtube' } }]);
  });
});

describe('an access token that is refused', () => {
  const tokens = { method: 'POST', path: '/token' };

  it.each([
    ['when a session is opened', 'POST', uploads],
    ['when media are sent', 'PUT', uploads],
    ['when the video is asked about', 'GET', videos],
    ['when the video gets its audience', 'PUT', videos],
  ])('%s is renewed once, and the assignment goes on', async (_when, method, path) => {
    await publishing.fault({ method, path }, { error: 'authError' });
    const channel = await publishing.connect();
    const result = await publishThrough(publishing, channel);
    await expectPublished(publishing, result);
    expect(to(result, 'POST', '/token')).toHaveLength(1);
    expect(await Connection.findByPk(channel.connectionId)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 2 });
  });

  it('and that the platform refuses to renew makes the connection expired', async () => {
    const channel = await publishing.connect();
    await publishing.sandbox.youtube('POST', `/revoke?token=${channel.refreshToken}`, { body: '' });
    const result = await publishThrough(publishing, channel);
    expectFailed(result, 'TOKEN_EXPIRED', /Connect the channel again/, 'none');
    const connection = await Connection.findByPk(channel.connectionId, { raw: true });
    expect(connection).toMatchObject({ tokenStatus: 'expired', tokenExpiresAt: null });
    expect(to(result, 'POST', '/token')).toHaveLength(1);
  });

  it('and that cannot be renewed because of errors there leaves the connection valid', async () => {
    await publishing.fault({ method: 'POST', path: uploads, times: 50 }, { error: 'authError' });
    await publishing.fault({ ...tokens, times: 50 }, { status: 503 });
    const channel = await publishing.connect();
    const result = await publishThrough(publishing, channel);
    expectFailed(result, 'PLATFORM_UNAVAILABLE', /HTTP 503/, 'none');
    expect(to(result, 'POST', '/token').length).toBeGreaterThan(1);
    expect(await Connection.findByPk(channel.connectionId)).toMatchObject({ tokenStatus: 'valid', tokenVersion: 1 });
  });

  it('is renewed after errors there have passed', async () => {
    await publishing.fault({ method: 'POST', path: uploads }, { error: 'authError' });
    await publishing.fault({ ...tokens, times: 2 }, { status: 503 });
    await expectPublished(publishing, await publishThrough(publishing));
  });

  it('again although it was just renewed fails the assignment, and the connection stays valid', async () => {
    await publishing.fault({ method: 'POST', path: uploads, times: 50 }, { error: 'authError' });
    const channel = await publishing.connect();
    expectFailed(await publishThrough(publishing, channel), 'TOKEN_EXPIRED', /Invalid Credentials/, 'none');
    expect(await Connection.findByPk(channel.connectionId)).toMatchObject({ tokenStatus: 'valid' });
  });
});
