import { paced } from '../../../domain/pace';
import { platformFor, publisherFor } from '../../../platforms';
import type { Call as PlatformCall } from '../../../platforms/Publisher';
import { oneOfEachPlatform } from '../../kinds';
import * as going from './going';
import type { Tried } from './tried';
import { unlimited } from '../../support/platforms/quota';
import { stopwatch } from '../../support/stopwatch';

const { videos, publishing, processingJob, publish, publishBy, failureOf } = going;
const { attemptsOf, letLeaseEnd, publicationsOf, audienceOf } = going;

describe.each(oneOfEachPlatform())('the publishing call of a $platform $type', (kind) => {
  it('is written down, with a lease, before anything is sent', async () => {
    const job = await processingJob(kind);
    const passedMs = stopwatch();
    const post = await publish(job);
    const [first] = await publicationsOf(job);
    const [attempt, ...others] = await attemptsOf(job);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ outcome: 'happened' });
    expect(attempt!.createdAt.getTime()).toBeLessThanOrEqual(Date.parse(first!.at));
    expect(attempt!.leaseMs).toBeGreaterThanOrEqual(paced(30_000) - passedMs());
    expect(attempt!.leaseMs).toBeLessThanOrEqual(paced(30_000));
    expect(post.platformUrl).toBe(kind.addressOf(post.platformPostId));
    expect(await audienceOf(job)).toEqual(['public']);
  });

  it('may not be sent after a moment that lies before the end of its lease', async () => {
    const job = await processingJob(kind);
    const seen: PlatformCall[] = [];
    const passedMs = stopwatch();
    await publishBy(job, (publisher) => ({
      publish: async (call, ...rest) => {
        seen.push(call);
        return publisher.publish(call, ...rest);
      },
    }));
    const [attempt] = await attemptsOf(job);
    const leftMs = seen[0]!.notAfterMs - performance.now();
    expect(attempt!.leaseMs - leftMs).toBeGreaterThan(paced(1000));
    expect(leftMs).toBeGreaterThan(paced(10_000) - passedMs());
  });

  it('is not made when another generation has taken over', async () => {
    const job = await processingJob(kind);
    await publishing.database.query('UPDATE assignments SET generation = 2 WHERE id = $1 RETURNING id', [
      job.assignmentId,
    ]);
    expect(await failureOf(job)).toMatchObject({ type: 'superseded', nonRetryable: true });
    expect(await publishing.callsSince(job.since)).toEqual([]);
    expect(await attemptsOf(job)).toEqual([]);
  });

  it('is made once, however often the finished step is run again', async () => {
    const job = await processingJob(kind);
    const posts = [await publish(job), await publish(job), await publish(job)];
    expect(posts).toEqual(posts.map(() => posts[0]));
    expect(await publicationsOf(job)).toHaveLength(1);
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'happened' }]);
  });

  it('that has happened is not asked of the platform again, which may be away by now', async () => {
    const job = await processingJob(kind);
    const post = await publish(job);
    const since = (await publishing.callsSince(0)).at(-1)!.seq;
    await publishing.fault(kind.calls.look, { status: 503 });
    expect(await publish(job)).toEqual(post);
    expect(await publishing.callsSince(since)).toEqual([]);
  });

  it('is made once when two run the step at the same time', async () => {
    const job = await processingJob(kind);
    const results = await Promise.allSettled([publish(job), publish(job), publish(job)]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await publicationsOf(job)).toHaveLength(1);
    expect((await attemptsOf(job)).filter(({ outcome }) => outcome === 'happened')).toHaveLength(1);
  });
});

describe('the publishing call of a video', () => {
  it('is not sent at all when that moment has passed', async () => {
    const job = await processingJob();
    const platform = platformFor(publishing.deps.platforms, 'youtube');
    const { videos: all } = await publishing.sandbox.stateOf('youtube');
    const { id } = all.find(({ channelId }: { channelId: string }) => channelId === job.channel.channelId);
    const { accessToken, channelId } = job.channel;
    const call = { accessToken, channelId, spend: unlimited, signal: AbortSignal.timeout(5000), notAfterMs: 0 };
    const made = { items: [{ session: null, objectId: id }], draftId: null };
    await expect(publisherFor(platform, 'video').publish(call, made, going.payload)).rejects.toThrow(/no time left/);
    expect(await publicationsOf(job)).toEqual([]);
  });

  it('that is refused has not happened, and the job fails with the reason', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { error: 'forbiddenPrivacySetting' });
    const job = await processingJob();
    expect(await failureOf(job)).toMatchObject({ type: 'PLATFORM_REJECTED', nonRetryable: true });
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'notHappened' }]);
  });

  it('that a refused token has kept from being made has not happened, though the token cannot be renewed now', async () => {
    const job = await processingJob();
    await publishing.fault({ method: 'PUT', path: videos }, { error: 'authError' });
    await publishing.fault({ method: 'POST', path: '/token' }, { status: 503 });
    expect(await failureOf(job)).toMatchObject({ type: 'PLATFORM_UNAVAILABLE', nonRetryable: false });
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'notHappened' }]);
  });

  it('that has happened is not made again against its owner, who has made the video private since', async () => {
    const job = await processingJob();
    const post = await publish(job);
    const json = { id: post.platformPostId, status: { privacyStatus: 'private' } };
    await publishing.sandbox.youtube('PUT', `${videos}?part=status`, { token: job.channel.accessToken, json });
    expect(await publish(job)).toEqual(post);
    expect(await audienceOf(job)).toEqual(['private']);
  });

  it('is judged by the audience that the platform answers', async () => {
    const job = await processingJob();
    const body = { status: { privacyStatus: 'private' } };
    await publishing.fault({ method: 'PUT', path: videos }, { status: 200, body });
    expect(await failureOf(job)).toMatchObject({ type: 'PLATFORM_REJECTED', nonRetryable: true });
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'notHappened' }]);
  });
});

it('a publishing call that the platform does not answer ends before its lease, and may be made again', async () => {
  await publishing.fault({ method: 'PUT', path: videos }, { hang: true });
  const job = await processingJob();
  expect(await failureOf(job)).toMatchObject({ type: 'OUTCOME_UNKNOWN', nonRetryable: false });
  await letLeaseEnd(job);
  await publish(job);
  expect(await attemptsOf(job)).toMatchObject([{ outcome: 'notHappened' }, { outcome: 'happened' }]);
});

describe.each(oneOfEachPlatform())('a publishing call of a $platform $type whose answer is lost', (kind) => {
  it('is left alone while it may still take effect, then found to have happened', async () => {
    await publishing.fault(kind.calls.publish, { loseAnswer: true });
    const job = await processingJob(kind);
    expect(await failureOf(job)).toMatchObject({ type: 'OUTCOME_UNKNOWN', nonRetryable: false });
    const waits = await failureOf(job);
    expect(waits).toMatchObject({ type: 'AWAITING_LEASE', category: 'BENIGN' });
    expect(waits.nextRetryDelay).toBeGreaterThan(0);
    expect(waits.nextRetryDelay).toBeLessThanOrEqual(paced(5_000));
    await letLeaseEnd(job);
    const post = await publish(job);
    expect(post.platformUrl).toBe(kind.addressOf(post.platformPostId));
    expect(await publicationsOf(job)).toHaveLength(1);
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'happened' }]);
    expect(await audienceOf(job)).toEqual(['public']);
  });

  it('is made again when the platform says that it has not happened', async () => {
    await publishing.fault(kind.calls.publish, { cutAfterBytes: 0 });
    const job = await processingJob(kind);
    await failureOf(job);
    await letLeaseEnd(job);
    await publish(job);
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'notHappened' }, { outcome: 'happened' }]);
    expect(await audienceOf(job)).toEqual(['public']);
  });
});

describe('a publishing call whose answer is lost', () => {
  it.each([
    ['uploadLimitExceeded', /has not said whether it did\..*videos they may upload.*Look at the channel/],
    ['forbidden', /has not said whether it did\..*Look at the channel/],
  ])(
    'and of which the platform refuses to tell (%s) has an unknown outcome, whatever its words',
    async (error, words) => {
      await publishing.fault({ method: 'PUT', path: videos }, { loseAnswer: true });
      const job = await processingJob();
      await failureOf(job);
      await letLeaseEnd(job);
      await publishing.fault({ method: 'GET', path: videos }, { error });
      const failure = await failureOf(job);
      expect(failure).toMatchObject({
        type: 'OUTCOME_UNKNOWN',
        nonRetryable: true,
        message: expect.stringMatching(words),
      });
      expect(await audienceOf(job)).toEqual(['public']);
    },
  );

  it('and of which the platform does not tell is never made again: the outcome is unknown', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { loseAnswer: true });
    const job = await processingJob();
    await failureOf(job);
    await letLeaseEnd(job);
    const { videos: all } = await publishing.sandbox.stateOf('youtube');
    const { id } = all.find(({ channelId }: { channelId: string }) => channelId === job.channel.channelId);
    await publishing.sandbox.youtube('DELETE', `${videos}?id=${id}`, { token: job.channel.accessToken });
    const failures: Tried[] = [];
    while (!failures.at(-1)?.nonRetryable && failures.length < 10) failures.push(await failureOf(job));
    expect(failures.at(-1)).toMatchObject({
      type: 'OUTCOME_UNKNOWN',
      message: expect.stringMatching(/Look at the channel/),
    });
    // One of the eight tries was the call itself.
    expect(failures).toHaveLength(7);
    expect(await publicationsOf(job)).toHaveLength(1);
  });
});
