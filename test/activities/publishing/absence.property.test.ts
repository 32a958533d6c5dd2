import { createDatabaseActivities, createMediaActivities } from '../../../activities';
import { usePace } from '../../support/jest/pace';
import { stillProcessing } from '../../../domain/workflowContract';
import type { RunStep } from '../../../domain/assignment/runStep';
import { fail } from '../../support/runs/reports';
import { retry } from '../../support/retry';
import { kinds, wordsFor } from '../../kinds';
import type { Kind } from '../../kinds';
import { until } from '../../support/until';
import { byCounts, draw } from '../../support/counts';
import { use } from '../../support/use';
import { toySlug } from '../../toy/platform';
import {
  audienceOf,
  begunAssignment,
  broughtAssignment,
  cleanUp,
  environment,
  letPass,
  prepareBy,
  publicationsOf,
  publishIn,
  publishing,
  runOf,
} from './going';
import type { ProcessingAssignment } from './going';
import { triedBy } from './tried';
import type { Tried } from './tried';

/** Time passes by itself only in the rows: the durations are as in production. */
usePace(1);

const rows = use(async () => createDatabaseActivities(publishing.deps));
const media = use(async () => createMediaActivities(publishing.deps));
const notFound = 'NOT_FOUND';
const minuteMs = 60_000;

/** The answers of a platform that does not find the requested object, in its own words. */
const misses: Record<string, { path: string; answer: object }> = {
  youtube: { path: '/youtube/v3/videos', answer: { status: 200, body: { items: [] } } },
  facebook: { path: '/v27.0/*', answer: { error: 'missingObject' } },
  toy: { path: '/toy/posts', answer: { status: 404, body: { error: { message: 'no such post' } } } },
};

/** From now on the platform finds nothing. */
async function hide({ platform }: Kind): Promise<void> {
  const { path, answer } = misses[platform]!;
  await publishing.fault({ method: 'GET', path, platform, times: 100_000 }, answer);
  // A photo is removed without a look before.
  if (platform === 'facebook') await publishing.fault({ method: 'DELETE', path, platform, times: 100_000 }, answer);
}

const show = async (): Promise<void> => void (await publishing.sandbox.control('DELETE', '/faults'));

async function setTime({ assignmentId }: ProcessingAssignment, time: string | null): Promise<void> {
  const write = `UPDATE assignments SET scheduled_at = clock_timestamp() + $2::interval, prepare_ahead_seconds = 86400 WHERE id = $1`;
  await publishing.database.query(write, [assignmentId, time]);
}

const rowOf = async ({ assignmentId }: ProcessingAssignment) =>
  (await publishing.database.query('SELECT * FROM assignments WHERE id = $1', [assignmentId]))[0]!;

const done: RunStep = { do: 'end', as: 'published', debts: [], error: null };
type Step = (assignment: ProcessingAssignment) => Promise<RunStep>;

const goLive: Step = async (assignment) => publishIn(environment(), assignment);
const prepare: Step = async (assignment) => prepareBy(assignment, () => ({}));
const transfer: Step = async (assignment) => environment().run(media.upload, runOf(assignment));

/** Tries for as long as the platform does not find the post, as Temporal does. @returns the waits, in seconds */
async function missing(assignment: ProcessingAssignment, step: Step, absentMs: number): Promise<number[]> {
  const waits: number[] = [];
  for (let passedMs = 0; passedMs < absentMs;) {
    const failure = await triedBy(step(assignment));
    expect(failure).toMatchObject({ type: notFound, nonRetryable: false });
    const waitMs = Number(failure.nextRetryDelay);
    waits.push(waitMs / 1000);
    await letPass(assignment, waitMs);
    passedMs += waitMs;
  }
  return waits;
}

/** Tries until the absence of the post is certain. @returns the end of the step */
async function untilCertain(assignment: ProcessingAssignment, step: Step): Promise<Tried> {
  for (let looks = 1; looks <= 10; looks += 1) {
    const failure = await triedBy(step(assignment));
    if (failure.type !== notFound) return failure;
    await letPass(assignment, Number(failure.nextRetryDelay));
  }
  throw new Error('it never became certain');
}

/** Goes on until the post is live. */
async function liveOf(assignment: ProcessingAssignment): Promise<void> {
  await until(async () => {
    const { type } = await triedBy(goLive(assignment));
    expect(['published', stillProcessing]).toContain(type);
    return type === 'published';
  });
}

/** An assignment at its point of no return. */
async function immediate(kind: Kind): Promise<{ assignment: ProcessingAssignment; step: Step }> {
  const assignment = await broughtAssignment(kind);
  await setTime(assignment, null);
  await rows.begin(assignment).catch(() => undefined);
  await publishing.database.query(
    `UPDATE assignments SET status = 'processing' WHERE id = $1 AND status = 'uploading'`,
    [assignment.assignmentId],
  );
  return { assignment, step: goLive };
}

/** An uploaded assignment, an hour before its time. */
async function scheduled(kind: Kind): Promise<{ assignment: ProcessingAssignment; step: Step }> {
  const assignment = await broughtAssignment(kind);
  await setTime(assignment, '1 hour');
  expect(await environment().run(media.upload, assignment)).toMatchObject({ do: 'prepare' });
  return { assignment, step: prepare };
}

/** A retried assignment, after a failure by a limit of the platform, which keeps its objects. */
async function retried(kind: Kind): Promise<{ assignment: ProcessingAssignment; step: Step }> {
  const { assignment } = await immediate(kind);
  await fail(assignment, { code: 'PROCESSING_TIMEOUT', message: 'It took too long.' });
  const { generation } = await retry(assignment.assignmentId);
  const next = { ...assignment, generation };
  await rows.begin(next);
  await publishing.database.query(`UPDATE assignments SET status = 'processing' WHERE id = $1`, [
    assignment.assignmentId,
  ]);
  return { assignment: next, step: goLive };
}

const phases = { immediate, scheduled, retried };
const absences = [
  { words: '1 s', absentMs: 1000, looksMax: 1 },
  { words: '8 s', absentMs: 8000, looksMax: 2 },
  { words: '60 s', absentMs: minuteMs, looksMax: 4 },
  { words: '5 minutes', absentMs: 5 * minuteMs, looksMax: 7 },
];
const table = kinds.flatMap((kind) =>
  Object.entries(phases).flatMap(([phase, begin]) =>
    absences.map((absence) => ({ ...absence, post: `${phase} ${wordsFor(kind)}`, kind, begin })),
  ),
);

describe('an absence is waited out, and the post goes live once, as it was made:', () => {
  it.each(draw(table, byCounts({ few: 12, sample: 48, full: table.length })))(
    '$words of the $post',
    async ({ kind, begin, absentMs, looksMax }) => {
      const { assignment, step } = await begin(kind);
      await hide(kind);
      const waits = await missing(assignment, step, absentMs);
      expect(waits[0]).toBeGreaterThanOrEqual(5);
      expect(waits.length).toBeLessThanOrEqual(looksMax);
      await show();
      expect(await rowOf(assignment)).toMatchObject({ generation: assignment.generation, tries: null });
      if (step === prepare) {
        await untilPrepared(assignment);
        await makeDue(assignment);
      }
      await liveOf(assignment);
      expect(await rowOf(assignment)).toMatchObject({
        generation: assignment.generation,
        absent_since: null,
        is_media_due: false,
      });
      expect(await publicationsOf(assignment)).toHaveLength(1);
    },
  );
});

async function untilPrepared(assignment: ProcessingAssignment): Promise<void> {
  await until(async () => (await triedBy(prepare(assignment))).type === 'its last look');
  expect(await rowOf(assignment)).toMatchObject({
    status: 'uploaded',
    absent_since: null,
    prepared_at: expect.any(Date),
  });
}

/** Lets the time of the assignment come. */
async function makeDue(assignment: ProcessingAssignment): Promise<void> {
  await setTime(assignment, '0');
  await rows.begin(assignment);
}

/** The toy's posts go live by an order that is only accepted: then a look decides, and nothing is replaced. */
const own = kinds.filter(({ platform }) => platform !== toySlug);
const names = (some: readonly Kind[]) => some.map((kind) => ({ name: wordsFor(kind), kind }));

/** The next generation of a post that is replaced brings it to the platform again. */
async function bringAgain(assignment: ProcessingAssignment): Promise<ProcessingAssignment> {
  const next = { ...assignment, generation: assignment.generation + 1 };
  expect(await rowOf(assignment)).toMatchObject({ generation: next.generation, is_media_due: true, cleanup: 'due' });
  const run = runOf(next);
  expect(await rows.begin(run)).toMatchObject({ do: 'upload', isCancellable: false });
  // The lost object is to be removed first. Its absence is certain by now.
  const step: RunStep = await environment().run(media.upload, run);
  expect(['publish', 'wait']).toContain(step.do);
  return next;
}

describe.each(names(draw(own, byCounts({ few: 3, sample: 8, full: own.length }))))('a $name', ({ kind }) => {
  it('that is published at once and stays absent is made anew, once, and then fails', async () => {
    const { assignment } = await immediate(kind);
    await hide(kind);
    expect(await untilCertain(assignment, goLive)).toMatchObject({ type: 'superseded' });
    const next = await bringAgain(assignment);
    const message = expect.stringMatching(/Retry to send it again/);
    expect(await untilCertain(next, goLive)).toMatchObject({ type: 'PROCESSING_FAILED', nonRetryable: true, message });
    expect(await publicationsOf(assignment)).toEqual([]);
  });

  it('that was prepared 10 minutes ago and is absent at its time is made anew at once, and published once', async () => {
    const { assignment } = await scheduled(kind);
    await untilPrepared(assignment);
    await letPass(assignment, 10 * minuteMs);
    await makeDue(assignment);
    await hide(kind);
    expect(await triedBy(goLive(assignment))).toMatchObject({ type: 'superseded' });
    const next = { ...assignment, generation: 2 };
    const run = runOf(next);
    expect(await rows.begin(run)).toMatchObject({ do: 'upload', isCancellable: false });
    expect(await triedBy(environment().run(media.upload, run))).toMatchObject({ nonRetryable: true });
    await show();
    await liveOf(next);
    expect(await publicationsOf(assignment)).toHaveLength(1);
  });

  it('that a cancelled assignment has left is looked for until it is certainly gone', async () => {
    const { assignment } = await scheduled(kind);
    await untilPrepared(assignment);
    await rows.cancelAssignment(assignment);
    await hide(kind);
    const remove: Step = async (left) => {
      await cleanUp(runOf(left));
      return done;
    };
    await missing(assignment, remove, 5 * minuteMs);
    expect(await rowOf(assignment)).toMatchObject({ cleanup: 'due' });
    await show();
    expect(await untilCertain(assignment, remove)).toMatchObject({ type: 'published' });
    expect(await rowOf(assignment)).toMatchObject({ cleanup: 'done' });
    expect(await audienceOf(assignment)).toEqual([]);
  });
});

/** The kinds whose upload begins with the object that it fills. */
const filled = own.filter(
  ({ mediaCount, platform, mediaType }) => mediaCount > 0 && platform === 'facebook' && mediaType === 'video/mp4',
);
it.each(names(filled))('an upload of a $name whose object is absent goes on when it is found', async ({ kind }) => {
  const cut = { ...kind.calls.upload.at(-1)!, platform: kind.platform };
  await publishing.fault(cut, { cutAfterBytes: 1000 });
  const assignment = await begunAssignment(kind);
  expect(await triedBy(transfer(assignment))).toMatchObject({ nonRetryable: false });
  await show();
  await hide(kind);
  await missing(assignment, transfer, minuteMs);
  await show();
  expect(await triedBy(transfer(assignment))).toMatchObject({ nonRetryable: true });
  const { videos } = await publishing.sandbox.stateOf('facebook');
  expect(videos.filter(({ pageId }: { pageId: string }) => pageId === assignment.channel.channelId)).toHaveLength(1);
});
