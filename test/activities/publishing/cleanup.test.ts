import type { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDatabaseActivities, createPlatformActivities } from '../../../activities';
import { Assignment } from '../../../models/assignments/Assignment';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedJob } from '../../support/runs/publishing';
import { withoutPlatform } from '../../support/runs/withoutPlatform';
import { bring } from './bring';

const hourMs = 3_600_000;
const videos = '/youtube/v3/videos';

const publishing = usePublishing({ workers: false });

/** A job that was cancelled when its video was on the channel. */
async function cancelledJob(): Promise<CreatedJob> {
  const job = await publishing.create(await publishing.connect());
  const rows = createDatabaseActivities(publishing.deps);
  await rows.begin(job);
  await bring(publishing.deps, job);
  await rows.cancelAssignment(job);
  return job;
}

/** One try of the clean-up. @returns what it fails with */
async function cleanUp(job: CreatedJob): Promise<ApplicationFailure | undefined> {
  return new MockActivityEnvironment().run(createPlatformActivities(publishing.deps).cleanUp, job).then(
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

/** As if the job had been cancelled so many hours ago. */
async function endedAgo({ assignmentId }: CreatedJob, hours: number): Promise<void> {
  const write = `UPDATE assignment_events SET at = at - make_interval(hours => $2) WHERE assignment_id = $1 RETURNING id`;
  await publishing.database.query(write, [assignmentId, hours]);
}

describe.each([
  ['the quota is used up', 'QUOTA_EXCEEDED', { error: 'uploadLimitExceeded' }],
  ['YouTube is down', 'PLATFORM_UNAVAILABLE', { status: 503, headers: { 'Retry-After': '1801' } }],
  ['the operator has to act', 'INTERNAL', { error: 'accessNotConfigured' }],
])('a clean-up for which %s', (_why, type, fault) => {
  it('waits for hours, and is done then', async () => {
    const job = await cancelledJob();
    await endedAgo(job, 24);
    await publishing.fault({ method: 'DELETE', path: videos }, fault);
    expect(await cleanUp(job)).toMatchObject({ type, nextRetryDelay: hourMs });
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['due', 1]);
    expect(await cleanUp(job)).toBeUndefined();
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['done', 0]);
  });

  it('is given up after 25 hours', async () => {
    const job = await cancelledJob();
    await endedAgo(job, 25);
    await publishing.fault({ method: 'DELETE', path: videos }, fault);
    expect(await cleanUp(job)).toBeUndefined();
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['failed', 1]);
  });
});

describe('a clean-up whose platform is not offered', () => {
  const callsOf = async () => (await publishing.callsSince(0)).length;

  it('waits for hours without a call, and is done when it is offered again', async () => {
    const job = await cancelledJob();
    await endedAgo(job, 24);
    const youtube = withoutPlatform(publishing.deps, 'youtube');
    try {
      const before = await callsOf();
      expect(await cleanUp(job)).toMatchObject({ type: 'PLATFORM_UNAVAILABLE', nextRetryDelay: hourMs });
      expect([await cleanupOf(job), await callsOf()]).toEqual(['due', before]);
    } finally {
      youtube.offer();
    }
    expect(await cleanUp(job)).toBeUndefined();
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['done', 0]);
  });

  it('is given up after 25 hours: it says and counts that the video is still there', async () => {
    const job = await cancelledJob();
    await endedAgo(job, 25);
    const youtube = withoutPlatform(publishing.deps, 'youtube');
    try {
      expect(await cleanUp(job)).toBeUndefined();
    } finally {
      youtube.offer();
    }
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['failed', 1]);
    expect(publishing.log.at(-1)).toMatchObject({
      assignmentId: job.assignmentId,
      err: { message: expect.stringContaining('YouTube is not offered') },
    });
  });
});

it('a clean-up that the platform refuses is given up at once', async () => {
  const job = await cancelledJob();
  await publishing.fault({ method: 'DELETE', path: videos }, { error: 'forbidden' });
  expect(await cleanUp(job)).toBeUndefined();
  expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['failed', 1]);
});

describe('an object that a job has left, and that a list of the platform leaves out', () => {
  const leftOut = async (times: number) =>
    publishing.fault({ method: 'GET', path: videos, times }, { status: 200, body: { items: [] } });

  it('for a while stays known, and is removed when it is seen', async () => {
    const job = await cancelledJob();
    await leftOut(2);
    for (let look = 0; look < 2; look += 1) {
      expect(await cleanUp(job)).toMatchObject({ type: 'NOT_FOUND', nonRetryable: false });
      expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['due', 1]);
    }
    expect(await cleanUp(job)).toBeUndefined();
    expect([await cleanupOf(job), (await videosOf(job)).length]).toEqual(['done', 0]);
  });

  it('and that was made 10 minutes ago is gone', async () => {
    const job = await cancelledJob();
    const write = `UPDATE uploads SET made_at = made_at - interval '10 minutes' WHERE assignment_id = $1 RETURNING item`;
    await publishing.database.query(write, [job.assignmentId]);
    await leftOut(1);
    expect(await cleanUp(job)).toBeUndefined();
    expect(await cleanupOf(job)).toBe('done');
  });
});
