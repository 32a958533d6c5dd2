import { createPlatformActivities } from '../../activities';
import { platformFor, publisherFor } from '../../platforms';
import type { CreatedJob } from '../support/publishing';
import {
  payload,
  publishing,
  processingJob,
  environment,
  publish,
  failureOf,
  attemptsOf,
  letLeaseEnd,
  updatesSince,
} from './going';
import type { Attempt } from './going';

describe('the call that stages an edited payload', () => {
  const edited = { ...payload, title: 'Edited' };
  async function editedJob(): Promise<CreatedJob & { since: number }> {
    const job = await processingJob();
    await publishing.database.query('UPDATE assignments SET payload = $1 WHERE id = $2 RETURNING id', [
      JSON.stringify(edited),
      job.assignmentId,
    ]);
    return job;
  }

  it('has a lease of its own, which is over before the post is published', async () => {
    const job = await editedJob();
    const platform = platformFor(publishing.deps.platforms, 'youtube');
    const publisher = publisherFor(platform, 'video');
    const seen: { notAfterMs: number; attempts: Attempt[] }[] = [];
    const watched: typeof publisher = {
      ...publisher,
      stage: async (call, ...rest) => {
        seen.push({ notAfterMs: call.notAfterMs, attempts: await attemptsOf(job) });
        return publisher.stage(call, ...rest);
      },
    };
    const publishers = new Map([['video' as const, watched]]);
    const deps = { ...publishing.deps, platforms: new Map([['youtube' as const, { ...platform, publishers }]]) };
    await environment().run(createPlatformActivities(deps).goLive, job);
    expect(seen).toEqual([{ notAfterMs: expect.any(Number), attempts: [expect.objectContaining({ outcome: null })] }]);
    expect(Number.isFinite(seen[0]!.notAfterMs)).toBe(true);
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'happened' }]);
  });

  it('is waited for by everybody else who would stage or publish, until it can no longer arrive', async () => {
    const job = await editedJob();
    await publishing.database.query(
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
       VALUES ($1, 1, 'stage', '{}', clock_timestamp() + interval '10 seconds') RETURNING id`,
      [job.assignmentId],
    );
    expect(await failureOf(job)).toMatchObject({ type: 'AWAITING_LEASE', category: 'BENIGN' });
    expect(await publishing.callsSince(job.since)).toEqual([]);
    await letLeaseEnd(job);
    await publish(job);
    const { videos: all } = await publishing.sandbox.stateOf('youtube');
    const post = all.find(({ channelId }: { channelId: string }) => channelId === job.channel.channelId);
    expect(post).toMatchObject({ snippet: { title: 'Edited' }, status: { privacyStatus: 'public' } });
  });

  it('is not made where the platform was given the payload already', async () => {
    const job = await processingJob();
    await publish(job);
    expect(await updatesSince(job.since)).toHaveLength(1);
  });
});
