import { makeFilm } from '../../support/media/mediaFiles';
import type { Json } from '../../support/servers/sandbox';
import { passTime } from '../../support/runs/passTime';
import type { CreatedRun } from '../../support/runs/publishing';
import { timelineOf } from '../../support/runs/timeline';
import { until } from '../../support/until';
import { isCall, requestOf } from '../../kinds';
import type { Kind, OutsideCall } from '../../kinds';
import { facebookReel } from '../../kinds/facebookReel';
import { facebookVideo } from '../../kinds/facebookVideo';
import { untilPrepared, useKinds } from './kindAssignments';
import { rescheduleAssignment } from '../operations/rescheduleAssignment';
import { retryAssignment } from '../operations/retryAssignment';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Facebook may process a post for two hours. */
const [nearlyMs, tooLongMs] = [1.9 * hourMs, 2.1 * hourMs];
/** Two looks lie a minute apart at most (contract.md §2). */
const patienceMs = 180_000;

const publishing = useKinds();
const inMs = (ms: number): Date => new Date(Date.now() + ms);
const passNearly = async ({ assignmentId }: CreatedRun) => passTime(publishing.database, assignmentId, nearlyMs);
/** Facebook keeps a reel that is prepared for 30 days, of which 25 count. */
const passWeeks = async ({ assignmentId }: CreatedRun) => passTime(publishing.database, assignmentId, 10 * dayMs);
const passMonths = async ({ assignmentId }: CreatedRun) => passTime(publishing.database, assignmentId, 100 * dayMs);

const complete = { status: 'complete' };
const underWay = { status: 'in_progress' };
/** The states that Facebook gives of a video. */
const words = {
  processing: { video_status: 'processing', uploading_phase: complete, processing_phase: underWay },
  publishing: {
    video_status: 'ready',
    uploading_phase: complete,
    processing_phase: complete,
    publishing_phase: underWay,
  },
  published: {
    video_status: 'ready',
    uploading_phase: complete,
    processing_phase: complete,
    publishing_phase: complete,
  },
} as const;

/** Answers each look from now on with this state. */
async function says({ calls: { look } }: Kind, what: keyof typeof words): Promise<void> {
  await publishing.sandbox.control('DELETE', '/faults');
  await publishing.fault({ ...look, times: 100_000 }, { status: 200, body: { id: '1', status: words[what] } });
}

const saysTheTruth = async () => publishing.sandbox.control('DELETE', '/faults');
const lastSeq = async (): Promise<number> => (await publishing.callsSince(0)).at(-1)?.seq ?? 0;

/** @param count how many of the calls that are made from now on */
async function untilCalled(wanted: OutsideCall, count: number, seq: number): Promise<void> {
  const calls = async () => (await publishing.callsSince(seq)).filter((call) => isCall(call, wanted));
  await until(async () => (await calls()).length >= count, patienceMs);
}

/**
 * The assignment has been asked for, and asked for again: the answer to the first question is noted. The call that stages
 * or publishes a post may look at it once before.
 */
const untilAsked = async ({ calls: { look } }: Kind) => untilCalled(look, 3, await lastSeq());

async function submit(kind: Kind, aheadMs?: number): Promise<CreatedRun> {
  const { url } = publishing.media.serve({ bytes: kind.media(40_000) });
  const channel = await publishing.connect({ platform: 'facebook' });
  const request = requestOf(kind, kind.payload('At noon', 'public'), [url]);
  const time = aheadMs === undefined ? {} : { prepareAheadSeconds: 366 * 86_400, scheduledAt: inMs(aheadMs) };
  return publishing.submit(channel, { platform: 'facebook', ...request, ...time });
}

/** An assignment that the platform has been told to publish, and does not show. */
async function ordered(kind: Kind): Promise<CreatedRun> {
  const seq = await lastSeq();
  await publishing.sandbox.control('POST', '/settings', { facebook: { liveDelayMs: dayMs } });
  const assignment = await submit(kind);
  await untilCalled(kind.calls.publish, 1, seq);
  return assignment;
}

describe('a vertical video that Facebook turns into a reel', () => {
  const submitVertical = async (verticalVideos: string): Promise<CreatedRun> => {
    await publishing.sandbox.control('POST', '/settings', { facebook: { verticalVideos } });
    const { url } = publishing.media.serve({ bytes: await makeFilm({ rotation: 90, seconds: 4 }) });
    const channel = await publishing.connect({ platform: 'facebook' });
    const request = requestOf(facebookVideo, facebookVideo.payload('Upright', 'public'), [url]);
    return publishing.submit(channel, { platform: 'facebook', ...request });
  };
  const videosOf = async ({ channel }: CreatedRun): Promise<Json[]> =>
    (await publishing.sandbox.stateOf('facebook')).videos.filter(({ pageId }: Json) => pageId === channel.channelId);

  it('is published, with the address of the reel', async () => {
    const assignment = await submitVertical('reel');
    const { row } = await publishing.outcomeOf(assignment, patienceMs);
    const [video] = await videosOf(assignment);
    expect(row).toMatchObject({
      status: 'published',
      platformPostId: video.id,
      platformUrl: `https://www.facebook.com/reel/${video.id}/`,
    });
  });

  it('has failed if it stays a draft for longer than Facebook may process it, and is removed', async () => {
    const seq = await lastSeq();
    const assignment = await submitVertical('draft');
    await untilCalled(facebookVideo.calls.publish, 1, seq);
    await untilAsked(facebookVideo);
    await passTime(publishing.database, assignment.assignmentId, nearlyMs);
    await untilAsked(facebookVideo);
    expect(await videosOf(assignment)).toHaveLength(1);
    await passTime(publishing.database, assignment.assignmentId, tooLongMs);
    const { row, credits } = await publishing.outcomeOf(assignment, patienceMs);
    expect(row).toMatchObject({ status: 'failed', cleanup: 'done', errors: [{ code: 'PROCESSING_FAILED' }] });
    expect(row.errors[0]?.message).toContain('sends it as type reel');
    expect(credits.at(-1)).toBe('release');
    expect(await videosOf(assignment)).toEqual([]);
    const calls = (await publishing.callsSince(seq)).filter((call) => isCall(call, facebookVideo.calls.publish));
    expect(calls).toHaveLength(1);
  });
});

async function outcomeOf(assignment: CreatedRun): Promise<unknown[]> {
  const { row, credits } = await publishing.outcomeOf(assignment, patienceMs);
  return [row.status, row.errors[0]?.code ?? null, credits.at(-1)];
}

const reel = facebookReel;
const published = ['published', null, 'charge'];

beforeEach(async () => publishing.sandbox.control('POST', '/settings', { facebook: { liveDelayMs: 0 } }));

it('a post that was processed while it was prepared, and again after an edit, is published weeks later', async () => {
  await says(reel, 'processing');
  const first = await submit(reel, 24 * dayMs);
  await untilAsked(reel);
  await passNearly(first);
  const edited = await rescheduleAssignment(publishing, first, inMs(24 * dayMs));
  await untilAsked(reel);
  await passNearly(edited);
  await saysTheTruth();
  await untilPrepared(publishing, edited);
  await passWeeks(edited);
  await says(reel, 'processing');
  const due = await rescheduleAssignment(publishing, edited, inMs(1000));
  await until(async () => (await timelineOf(due.assignmentId)).at(-1)?.status === 'processing', patienceMs);
  await untilAsked(reel);
  await passNearly(due);
  await untilAsked(reel);
  await saysTheTruth();
  expect(await outcomeOf(due)).toEqual(published);
});

describe('the time for which a platform may process a post', () => {
  it('begins anew with the call that publishes', async () => {
    await publishing.sandbox.control('POST', '/settings', { facebook: { liveDelayMs: dayMs } });
    await says(reel, 'processing');
    const seq = await lastSeq();
    const assignment = await submit(reel);
    await untilAsked(reel);
    await passNearly(assignment);
    await saysTheTruth();
    await untilCalled(reel.calls.publish, 1, seq);
    await says(reel, 'publishing');
    await untilAsked(reel);
    await passNearly(assignment);
    await untilAsked(reel);
    await says(reel, 'published');
    expect(await outcomeOf(assignment)).toEqual(published);
  });

  it('ends an assignment that is not processed in it, and begins anew with a retry', async () => {
    await says(reel, 'processing');
    const assignment = await submit(reel);
    await untilAsked(reel);
    await passTime(publishing.database, assignment.assignmentId, tooLongMs);
    expect(await outcomeOf(assignment)).toEqual(['failed', 'PROCESSING_TIMEOUT', 'release']);
    await passMonths(assignment);
    const again = await retryAssignment(publishing, assignment);
    await untilAsked(reel);
    await passNearly(again);
    await untilAsked(reel);
    await saysTheTruth();
    expect(await outcomeOf(again)).toEqual(published);
  });

  it('ends an assignment that is not live in it, and begins anew with a retry, which asks first', async () => {
    const assignment = await ordered(reel);
    await says(reel, 'publishing');
    await untilAsked(reel);
    await passTime(publishing.database, assignment.assignmentId, tooLongMs);
    expect(await outcomeOf(assignment)).toEqual(['failed', 'OUTCOME_UNKNOWN', 'release']);
    await passMonths(assignment);
    const again = await retryAssignment(publishing, assignment);
    await untilAsked(reel);
    await passNearly(again);
    await untilAsked(reel);
    await says(reel, 'published');
    expect(await outcomeOf(again)).toEqual(published);
  });
});
