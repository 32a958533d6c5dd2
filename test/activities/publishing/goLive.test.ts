import { paced } from '../../../domain/pace';
import { platformFor, publisherFor } from '../../../platforms';
import type { Call as PlatformCall } from '../../../platforms/Call';
import { oneOfEachPlatform } from '../../kinds';
import * as going from './going';
import type { Tried } from './tried';
import { unlimited } from '../../support/platforms/quota';
import { stopwatch } from '../../support/stopwatch';

const { videos, publishing, processingAssignment, publish, publishBy, failureOf } = going;
const { attemptsOf, letLeaseEnd, publicationsOf, audienceOf } = going;

describe.each(oneOfEachPlatform())('the publishing call of a $platform $type', (kind) => {
  it('is written down, with a lease, before anything is sent', async () => {
    const assignment = await processingAssignment(kind);
    const passedMs = stopwatch();
    const post = await publish(assignment);
    const [first] = await publicationsOf(assignment);
    const [attempt, ...others] = await attemptsOf(assignment);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({ outcome: 'happened' });
    expect(attempt!.createdAt.getTime()).toBeLessThanOrEqual(Date.parse(first!.at));
    expect(attempt!.leaseMs).toBeGreaterThanOrEqual(paced(30_000) - passedMs());
    expect(attempt!.leaseMs).toBeLessThanOrEqual(paced(30_000));
    expect(post.platformUrl).toBe(kind.addressOf(post.platformPostId));
    expect(await audienceOf(assignment)).toEqual(['public']);
  });

  it('may not be sent after a moment that lies before the end of its lease', async () => {
    const assignment = await processingAssignment(kind);
    const seen: PlatformCall[] = [];
    const passedMs = stopwatch();
    await publishBy(assignment, (publisher) => ({
      publish: async (call, ...rest) => {
        seen.push(call);
        return publisher.publish(call, ...rest);
      },
    }));
    const [attempt] = await attemptsOf(assignment);
    const leftMs = seen[0]!.notAfterMs - performance.now();
    expect(attempt!.leaseMs - leftMs).toBeGreaterThan(paced(1000));
    expect(leftMs).toBeGreaterThan(paced(10_000) - passedMs());
  });

  it('is not made when another generation has taken over', async () => {
    const assignment = await processingAssignment(kind);
    await publishing.database.query('UPDATE assignments SET generation = 2 WHERE id = $1 RETURNING id', [
      assignment.assignmentId,
    ]);
    expect(await failureOf(assignment)).toMatchObject({ type: 'superseded', nonRetryable: true });
    expect(await publishing.callsSince(assignment.since)).toEqual([]);
    expect(await attemptsOf(assignment)).toEqual([]);
  });

  it('is made once, however often the finished step is run again', async () => {
    const assignment = await processingAssignment(kind);
    const posts = [await publish(assignment), await publish(assignment), await publish(assignment)];
    expect(posts).toEqual(posts.map(() => posts[0]));
    expect(await publicationsOf(assignment)).toHaveLength(1);
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'happened' }]);
  });

  it('that has happened is not asked of the platform again, which may be away by now', async () => {
    const assignment = await processingAssignment(kind);
    const post = await publish(assignment);
    const since = (await publishing.callsSince(0)).at(-1)!.seq;
    await publishing.fault(kind.calls.look, { status: 503 });
    expect(await publish(assignment)).toEqual(post);
    expect(await publishing.callsSince(since)).toEqual([]);
  });

  it('is made once when two run the step at the same time', async () => {
    const assignment = await processingAssignment(kind);
    const results = await Promise.allSettled([publish(assignment), publish(assignment), publish(assignment)]);
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await publicationsOf(assignment)).toHaveLength(1);
    expect((await attemptsOf(assignment)).filter(({ outcome }) => outcome === 'happened')).toHaveLength(1);
  });
});

describe('the publishing call of a video', () => {
  it('is not sent at all when that moment has passed', async () => {
    const assignment = await processingAssignment();
    const platform = platformFor(publishing.deps.platforms, 'youtube');
    const { videos: all } = await publishing.sandbox.stateOf('youtube');
    const { id } = all.find(({ channelId }: { channelId: string }) => channelId === assignment.channel.channelId);
    const { accessToken, channelId } = assignment.channel;
    const call = { accessToken, channelId, spend: unlimited, signal: AbortSignal.timeout(5000), notAfterMs: 0 };
    const made = { items: [{ session: null, objectId: id }], draftId: null };
    await expect(publisherFor(platform, 'video').publish(call, made, going.payload)).rejects.toThrow(/no time left/);
    expect(await publicationsOf(assignment)).toEqual([]);
  });

  it('that is refused has not happened, and the assignment fails with the reason', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { error: 'forbiddenPrivacySetting' });
    const assignment = await processingAssignment();
    expect(await failureOf(assignment)).toMatchObject({ type: 'PLATFORM_REJECTED', nonRetryable: true });
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'notHappened' }]);
  });

  it('that a refused token has kept from being made has not happened, though the token cannot be renewed now', async () => {
    const assignment = await processingAssignment();
    await publishing.fault({ method: 'PUT', path: videos }, { error: 'authError' });
    await publishing.fault({ method: 'POST', path: '/token' }, { status: 503 });
    expect(await failureOf(assignment)).toMatchObject({ type: 'PLATFORM_UNAVAILABLE', nonRetryable: false });
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'notHappened' }]);
  });

  it('that has happened is not made again against its owner, who has made the video private since', async () => {
    const assignment = await processingAssignment();
    const post = await publish(assignment);
    const json = { id: post.platformPostId, status: { privacyStatus: 'private' } };
    await publishing.sandbox.youtube('PUT', `${videos}?part=status`, { token: assignment.channel.accessToken, json });
    expect(await publish(assignment)).toEqual(post);
    expect(await audienceOf(assignment)).toEqual(['private']);
  });

  it('is judged by the audience that the platform answers', async () => {
    const assignment = await processingAssignment();
    const body = { status: { privacyStatus: 'private' } };
    await publishing.fault({ method: 'PUT', path: videos }, { status: 200, body });
    expect(await failureOf(assignment)).toMatchObject({ type: 'PLATFORM_REJECTED', nonRetryable: true });
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'notHappened' }]);
  });
});

it('a publishing call that the platform does not answer ends before its lease, and may be made again', async () => {
  await publishing.fault({ method: 'PUT', path: videos }, { hang: true });
  const assignment = await processingAssignment();
  expect(await failureOf(assignment)).toMatchObject({ type: 'OUTCOME_UNKNOWN', nonRetryable: false });
  await letLeaseEnd(assignment);
  await publish(assignment);
  expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'notHappened' }, { outcome: 'happened' }]);
});

describe.each(oneOfEachPlatform())('a publishing call of a $platform $type whose answer is lost', (kind) => {
  it('is left alone while it may still take effect, then found to have happened', async () => {
    await publishing.fault(kind.calls.publish, { loseAnswer: true });
    const assignment = await processingAssignment(kind);
    expect(await failureOf(assignment)).toMatchObject({ type: 'OUTCOME_UNKNOWN', nonRetryable: false });
    const waits = await failureOf(assignment);
    expect(waits).toMatchObject({ type: 'AWAITING_LEASE', category: 'BENIGN' });
    expect(waits.nextRetryDelay).toBeGreaterThan(0);
    expect(waits.nextRetryDelay).toBeLessThanOrEqual(paced(5_000));
    await letLeaseEnd(assignment);
    const post = await publish(assignment);
    expect(post.platformUrl).toBe(kind.addressOf(post.platformPostId));
    expect(await publicationsOf(assignment)).toHaveLength(1);
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'happened' }]);
    expect(await audienceOf(assignment)).toEqual(['public']);
  });

  it('is made again when the platform says that it has not happened', async () => {
    await publishing.fault(kind.calls.publish, { cutAfterBytes: 0 });
    const assignment = await processingAssignment(kind);
    await failureOf(assignment);
    await letLeaseEnd(assignment);
    await publish(assignment);
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'notHappened' }, { outcome: 'happened' }]);
    expect(await audienceOf(assignment)).toEqual(['public']);
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
      const assignment = await processingAssignment();
      await failureOf(assignment);
      await letLeaseEnd(assignment);
      await publishing.fault({ method: 'GET', path: videos }, { error });
      const failure = await failureOf(assignment);
      expect(failure).toMatchObject({
        type: 'OUTCOME_UNKNOWN',
        nonRetryable: true,
        message: expect.stringMatching(words),
      });
      expect(await audienceOf(assignment)).toEqual(['public']);
    },
  );

  it('and of which the platform does not tell is never made again: the outcome is unknown', async () => {
    await publishing.fault({ method: 'PUT', path: videos }, { loseAnswer: true });
    const assignment = await processingAssignment();
    await failureOf(assignment);
    await letLeaseEnd(assignment);
    const { videos: all } = await publishing.sandbox.stateOf('youtube');
    const { id } = all.find(({ channelId }: { channelId: string }) => channelId === assignment.channel.channelId);
    await publishing.sandbox.youtube('DELETE', `${videos}?id=${id}`, { token: assignment.channel.accessToken });
    const failures: Tried[] = [];
    while (!failures.at(-1)?.nonRetryable && failures.length < 10) failures.push(await failureOf(assignment));
    expect(failures.at(-1)).toMatchObject({
      type: 'OUTCOME_UNKNOWN',
      message: expect.stringMatching(/Look at the channel/),
    });
    // One of the eight tries was the call itself.
    expect(failures).toHaveLength(7);
    expect(await publicationsOf(assignment)).toHaveLength(1);
  });
});
