import type { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDatabaseActivities, createPlatformActivities } from '../../../activities';
import { Assignment } from '../../../models/assignments/Assignment';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedRun } from '../../support/runs/publishing';
import { withoutPlatform } from '../../support/runs/withoutPlatform';
import { bring } from './bring';

const hourMs = 3_600_000;
const videos = '/youtube/v3/videos';

const publishing = usePublishing({ workers: false });

/** An assignment that was cancelled when its video was on the channel. */
async function cancelledAssignment(): Promise<CreatedRun> {
  const assignment = await publishing.create(await publishing.connect());
  const rows = createDatabaseActivities(publishing.deps);
  await rows.begin(assignment);
  await bring(publishing.deps, assignment);
  await rows.cancelAssignment(assignment);
  return assignment;
}

/** One try of the clean-up. @returns its failure */
async function cleanUp(assignment: CreatedRun): Promise<ApplicationFailure | undefined> {
  return new MockActivityEnvironment().run(createPlatformActivities(publishing.deps).cleanUp, assignment).then(
    () => undefined,
    (error: ApplicationFailure) => error,
  );
}

async function cleanupOf({ assignmentId }: CreatedRun): Promise<string> {
  return (await Assignment.findByPk(assignmentId))!.cleanup;
}

async function videosOf({ channel }: CreatedRun): Promise<unknown[]> {
  const { videos: all } = await publishing.sandbox.stateOf('youtube');
  return all.filter(({ channelId }: { channelId: string }) => channelId === channel.channelId);
}

/** As if the assignment had been cancelled so many hours ago. */
async function endedAgo({ assignmentId }: CreatedRun, hours: number): Promise<void> {
  const write = `UPDATE assignment_events SET at = at - make_interval(hours => $2) WHERE assignment_id = $1 RETURNING id`;
  await publishing.database.query(write, [assignmentId, hours]);
}

describe.each([
  ['the quota is used up', 'QUOTA_EXCEEDED', { error: 'uploadLimitExceeded' }],
  ['YouTube is down', 'PLATFORM_UNAVAILABLE', { status: 503, headers: { 'Retry-After': '1801' } }],
  ['the operator has to act', 'INTERNAL', { error: 'accessNotConfigured' }],
])('a clean-up for which %s', (_why, type, fault) => {
  it('waits for hours, and is done then', async () => {
    const assignment = await cancelledAssignment();
    await endedAgo(assignment, 24);
    await publishing.fault({ method: 'DELETE', path: videos }, fault);
    expect(await cleanUp(assignment)).toMatchObject({ type, nextRetryDelay: hourMs });
    expect([await cleanupOf(assignment), (await videosOf(assignment)).length]).toEqual(['due', 1]);
    expect(await cleanUp(assignment)).toBeUndefined();
    expect([await cleanupOf(assignment), (await videosOf(assignment)).length]).toEqual(['done', 0]);
  });

  it('is given up after 25 hours', async () => {
    const assignment = await cancelledAssignment();
    await endedAgo(assignment, 25);
    await publishing.fault({ method: 'DELETE', path: videos }, fault);
    expect(await cleanUp(assignment)).toBeUndefined();
    expect([await cleanupOf(assignment), (await videosOf(assignment)).length]).toEqual(['failed', 1]);
  });
});

describe('a clean-up whose platform is not offered', () => {
  const callsOf = async () => (await publishing.callsSince(0)).length;

  it('waits for hours without a call, and is done when it is offered again', async () => {
    const assignment = await cancelledAssignment();
    await endedAgo(assignment, 24);
    const youtube = withoutPlatform(publishing.deps, 'youtube');
    try {
      const before = await callsOf();
      expect(await cleanUp(assignment)).toMatchObject({ type: 'PLATFORM_UNAVAILABLE', nextRetryDelay: hourMs });
      expect([await cleanupOf(assignment), await callsOf()]).toEqual(['due', before]);
    } finally {
      youtube.offer();
    }
    expect(await cleanUp(assignment)).toBeUndefined();
    expect([await cleanupOf(assignment), (await videosOf(assignment)).length]).toEqual(['done', 0]);
  });

  it('is given up after 25 hours: it says and counts that the video is still there', async () => {
    const assignment = await cancelledAssignment();
    await endedAgo(assignment, 25);
    const youtube = withoutPlatform(publishing.deps, 'youtube');
    try {
      expect(await cleanUp(assignment)).toBeUndefined();
    } finally {
      youtube.offer();
    }
    expect([await cleanupOf(assignment), (await videosOf(assignment)).length]).toEqual(['failed', 1]);
    expect(publishing.log.at(-1)).toMatchObject({
      assignmentId: assignment.assignmentId,
      err: { message: expect.stringContaining('YouTube is not offered') },
    });
  });
});

it('a clean-up that the platform refuses is given up at once', async () => {
  const assignment = await cancelledAssignment();
  await publishing.fault({ method: 'DELETE', path: videos }, { error: 'forbidden' });
  expect(await cleanUp(assignment)).toBeUndefined();
  expect([await cleanupOf(assignment), (await videosOf(assignment)).length]).toEqual(['failed', 1]);
});

describe('an object that an assignment has left, and that a list of the platform leaves out', () => {
  const leftOut = async (times: number) =>
    publishing.fault({ method: 'GET', path: videos, times }, { status: 200, body: { items: [] } });

  it('for a while stays known, and is removed when it is seen', async () => {
    const assignment = await cancelledAssignment();
    await leftOut(2);
    for (let look = 0; look < 2; look += 1) {
      expect(await cleanUp(assignment)).toMatchObject({ type: 'NOT_FOUND', nonRetryable: false });
      expect([await cleanupOf(assignment), (await videosOf(assignment)).length]).toEqual(['due', 1]);
    }
    expect(await cleanUp(assignment)).toBeUndefined();
    expect([await cleanupOf(assignment), (await videosOf(assignment)).length]).toEqual(['done', 0]);
  });

  it('and that was made 10 minutes ago is gone', async () => {
    const assignment = await cancelledAssignment();
    const write = `UPDATE uploads SET made_at = made_at - interval '10 minutes' WHERE assignment_id = $1 RETURNING item`;
    await publishing.database.query(write, [assignment.assignmentId]);
    await leftOut(1);
    expect(await cleanUp(assignment)).toBeUndefined();
    expect(await cleanupOf(assignment)).toBe('done');
  });
});
