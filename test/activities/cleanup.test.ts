import type { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDatabaseActivities, createPlatformActivities } from '../../activities';
import { bringMedia } from '../../activities/media/bringMedia';
import { Assignment } from '../../models/Assignment';
import { usePublishing } from '../support/publishing';
import type { CreatedJob } from '../support/publishing';

const hourMs = 3_600_000;
const videos = '/youtube/v3/videos';

const publishing = usePublishing({ workers: false });

/** A job that was cancelled when its video was on the channel. */
async function cancelledJob(): Promise<CreatedJob> {
  const job = await publishing.create(await publishing.connect());
  const rows = createDatabaseActivities(publishing.deps);
  await rows.begin(job);
  await new MockActivityEnvironment().run(async () => bringMedia(publishing.deps, job));
  await rows.cancelAssignment(job);
  return job;
}

/** One try of the clean-up, asked for so long ago. @returns what it fails with */
async function cleanUp(job: CreatedJob, agoMs: number): Promise<ApplicationFailure | undefined> {
  const environment = new MockActivityEnvironment({ scheduledTimestampMs: Date.now() - agoMs });
  return environment.run(createPlatformActivities(publishing.deps).removeLeftovers, job).then(
    () => undefined,
    (error: ApplicationFailure) => error,
  );
}

async function cleanupOf({ assignmentId }: CreatedJob): Promise<string> {
  return (await Assignment.findByPk(assignmentId))!.cleanup;
}

async function videosOf({ channel }: CreatedJob): Promise<unknown[]> {
  const { videos: all } = await publishing.sandbox.stateOf('youtube');
  return all.filter(({ channelId }: { channelId: string }) => channelId === channel.channelId);
}

describe('a clean-up for which the quota is used up', () => {
  it('waits until there is one again, and is done then', async () => {
    const job = await cancelledJob();
    await publishing.fault({ method: 'DELETE', path: videos }, { error: 'quotaExceeded' });
    expect(await cleanUp(job, 24 * hourMs)).toMatchObject({ type: 'QUOTA_EXCEEDED', nextRetryDelay: hourMs });
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['due', 1]);
    expect(await cleanUp(job, 24 * hourMs)).toBeUndefined();
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['done', 0]);
  });

  it('is given up when every daily quota has come back meanwhile', async () => {
    const job = await cancelledJob();
    await publishing.fault({ method: 'DELETE', path: videos }, { error: 'quotaExceeded' });
    expect(await cleanUp(job, 25 * hourMs)).toBeUndefined();
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['failed', 1]);
  });
});
