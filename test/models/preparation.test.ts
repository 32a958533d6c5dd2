import type { Client } from 'pg';
import { paced } from '../../domain/pace';
import { Connection } from '../../models/Connection';
import {
  isLastLook,
  noteMediaAnew,
  notePrepared,
  postponePreparation,
  prepareAnew,
  resumePreparations,
} from '../../models/preparation';
import { PublishAttempt } from '../../models/PublishAttempt';
import { useDatabase } from '../support/database';
import { buildJobs, error, move, targets } from '../support/jobs';
import type { Job } from '../support/jobs';
import { interleave } from '../support/interleave';
import { stopwatch } from '../support/stopwatch';
import { use } from '../support/use';

const database = useDatabase();
const jobs = use(async () => buildJobs(database));
const minuteMs = paced(60_000);
const open = ['pending', 'uploading', 'uploaded'] as const;

/** A job of this status whose time comes in `dueInMs`; its media may be transferred now. */
async function scheduled(status: Parameters<typeof jobs.walked>[0], dueInMs: number): Promise<Job> {
  const job = await jobs.walked(status);
  const write = `UPDATE assignments SET scheduled_at = clock_timestamp() + make_interval(secs => $2 / 1000.0),
                   prepare_ahead_seconds = 86400 WHERE id = $1`;
  await database.query(write, [job.assignmentId, dueInMs]);
  return job;
}

const fence = ({ assignmentId }: Job, generation = 1) => ({ assignmentId, generation });
const set = async ({ assignmentId }: Job, what: string) =>
  database.query(`UPDATE assignments SET ${what} WHERE id = $1`, [assignmentId]);

describe('a preparation that fails', () => {
  it.each(open)('waits and keeps its status, with the reason beside it: %s', async (status) => {
    const job = await scheduled(status, 60 * minuteMs);
    await set(job, 'tries = 3, tries_began_at = now()');
    const passedMs = stopwatch();
    const waitMs = await postponePreparation(fence(job), error);
    expect(waitMs).toBeGreaterThanOrEqual(5 * minuteMs - passedMs());
    expect(waitMs).toBeLessThanOrEqual(5 * minuteMs);
    const kept = { status, errors: [], preparation_error: error, preparation_failed_at: expect.any(Date), tries: 0 };
    expect(await jobs.row(job)).toMatchObject(kept);
    expect(await jobs.entries(job)).toEqual(['hold']);
  });

  it('waits twice as long each time, and an hour at most', async () => {
    const job = await scheduled('uploading', 600 * minuteMs);
    const minutes: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      minutes.push(Math.round((await postponePreparation(fence(job), error))! / minuteMs));
    }
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('is tried again at the scheduled time at the latest', async () => {
    const job = await scheduled('uploading', 2 * minuteMs);
    expect(await postponePreparation(fence(job), error)).toBeLessThanOrEqual(2 * minuteMs);
  });

  it.each([
    ['uploading', -1, 1],
    ['processing', 60 * minuteMs, 1],
    ['published', 60 * minuteMs, 1],
    ['cancelled', 60 * minuteMs, 1],
    ['uploading', 60 * minuteMs, 2],
  ] as const)(
    'is final, or nothing to this run: %s, due in %d ms, generation %d',
    async (status, dueInMs, generation) => {
      const job = await scheduled(status, dueInMs);
      const before = await jobs.row(job);
      expect(await postponePreparation(fence(job, generation), error)).toBeNull();
      expect(await jobs.row(job)).toEqual(before);
    },
  );

  it.each([
    ['pending', 'uploading'],
    ['uploading', 'uploading'],
    ['uploaded', 'processing'],
  ] as const)('lets a run go on when its wait is over, and callers edit only before: %s', async (status, to) => {
    const job = await scheduled(status, 60 * minuteMs);
    await postponePreparation(fence(job), error);
    expect(await move(job, targets[to])).toMatchObject({ kind: 'notDue', until: 'its preparation is tried again' });
    expect(await jobs.row(job)).toMatchObject({ prepare_again_at: expect.any(Date) });
    await set(job, 'prepare_again_at = clock_timestamp()');
    expect((await move(job, targets[to])).kind).not.toBe('notDue');
    expect(await jobs.row(job)).toMatchObject({ prepare_again_at: null });
  });

  it('is tried again at once, in the next generation, when its connection changes', async () => {
    const waiting = await Promise.all(open.map(async (status) => scheduled(status, 60 * minuteMs)));
    const [working, foreign] = [
      await scheduled('uploading', 60 * minuteMs),
      await scheduled('uploading', 60 * minuteMs),
    ];
    const another = await buildJobs(database);
    await set(foreign, `connection_id = '${another.connectionId}'`);
    for (const job of [...waiting, foreign]) await postponePreparation(fence(job), error);
    await resumePreparations((await Connection.findByPk(jobs.connectionId))!);
    for (const job of waiting) {
      expect(await jobs.row(job)).toMatchObject({ generation: 2, prepare_again_at: null, preparation_error: error });
      const orders = 'SELECT kind, generation FROM outbox WHERE subject_id = $1 ORDER BY generation DESC';
      expect(await database.query(orders, [job.assignmentId])).toEqual([
        { kind: 'start', generation: 2 },
        { kind: 'terminate', generation: 1 },
      ]);
    }
    for (const job of [working, foreign]) expect(await jobs.row(job)).toMatchObject({ generation: 1 });
  });
});

describe('a post that is prepared', () => {
  it('waits for its last look, then for its time, and is looked at once more in between', async () => {
    const job = await scheduled('uploaded', 10 * minuteMs);
    expect((await move(job, targets.processing)).kind).toBe('unprepared');
    await postponePreparation(fence(job), error);
    await notePrepared(fence(job));
    await set(job, 'prepare_again_at = NULL');
    expect(await jobs.row(job)).toMatchObject({ preparation_error: null, preparations_failed: 0 });
    expect(await move(job, targets.processing)).toMatchObject({ kind: 'notDue', until: 'its last look' });
    expect(await isLastLook(fence(job))).toBe(false);
    await set(
      job,
      `scheduled_at = clock_timestamp() + interval '${minuteMs / 4} milliseconds', prepared_at = now() - interval '2 minutes'`,
    );
    expect(await isLastLook(fence(job))).toBe(true);
    expect((await move(job, targets.processing)).kind).toBe('unprepared');
    await notePrepared(fence(job));
    expect(await move(job, targets.processing)).toMatchObject({ kind: 'notDue', until: 'its scheduled time' });
    await set(job, 'scheduled_at = clock_timestamp()');
    expect((await move(job, targets.processing)).kind).toBe('moved');
  });

  it('and is of no use any more is prepared anew by the next generation, in its status', async () => {
    const job = await scheduled('uploaded', 10 * minuteMs);
    await notePrepared(fence(job));
    expect(await prepareAnew(fence(job, 2), null)).toBeNull();
    expect(await prepareAnew(fence(job), null)).toEqual(expect.any(Number));
    const anew = { status: 'uploaded', generation: 2, cleanup: 'due', is_media_due: true, prepared_at: null };
    expect(await jobs.row(job)).toMatchObject(anew);
    expect(await move(job, targets.processing, 2)).toEqual({ kind: 'mediaDue' });
    await noteMediaAnew(fence(job, 1));
    expect(await jobs.row(job)).toMatchObject({ is_media_due: true });
    await noteMediaAnew(fence(job, 2));
    expect((await move(job, targets.processing, 2)).kind).toBe('unprepared');
    expect(await jobs.timeline(job)).toEqual(['1 pending', '1 uploading', '1 uploaded']);
  });

  it('and is lost is prepared anew also past the point of no return, and callers are told', async () => {
    const job = await jobs.walked('processing');
    expect(await prepareAnew(fence(job), error)).toEqual(expect.any(Number));
    const anew = { status: 'processing', is_media_due: true, is_prepared_anew: false, preparation_error: error };
    expect(await jobs.row(job)).toMatchObject({ ...anew, preparation_failed_at: expect.any(Date) });
    expect(await move(job, targets.processing, 2)).toEqual({ kind: 'mediaLost' });
    expect(await move(job, targets.cancelled, 2)).toEqual({ kind: 'tooLate' });
    const attempt = { ...fence(job, 2), payload: {}, leaseSeconds: 30 };
    for (const step of ['stage', 'publish'] as const) {
      expect(await PublishAttempt.begin({ ...attempt, step })).toBeNull();
    }
    await noteMediaAnew(fence(job, 2));
    expect((await move(job, targets.processing, 2)).kind).toBe('already');
    expect(await jobs.row(job)).toMatchObject({ is_media_due: false });
  });

  it('and may have been published, or has been, is never prepared anew', async () => {
    const job = await jobs.walked('processing');
    const attemptId = await PublishAttempt.begin({ ...fence(job), step: 'publish', payload: {}, leaseSeconds: 30 });
    expect(await prepareAnew(fence(job), error)).toBeNull();
    await PublishAttempt.succeed(attemptId!, { platformPostId: 'v1', platformUrl: 'https://example.com/v1' });
    expect(await prepareAnew(fence(job), error)).toBeNull();
    expect(await jobs.row(job)).toMatchObject({ generation: 1, is_media_due: false });
  });

  it('is not prepared anew where a call to publish it was begun meanwhile', async () => {
    const job = await jobs.walked('processing');
    const begins = async (client: Client) => {
      await client.query('SELECT 1 FROM assignments WHERE id = $1 FOR UPDATE', [job.assignmentId]);
      await client.query(
        `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
         VALUES ($1, 1, 'publish', '{}', now() + interval '30 seconds')`,
        [job.assignmentId],
      );
    };
    expect(await interleave(database, begins, async () => prepareAnew(fence(job), error))).toBeNull();
    expect(await jobs.row(job)).toMatchObject({ generation: 1, is_media_due: false, cleanup: 'none' });
  });

  it('that may have been published is looked for before its media are transferred anew', async () => {
    const job = await jobs.walked('processing');
    await PublishAttempt.begin({ ...fence(job), step: 'publish', payload: {}, leaseSeconds: 30 });
    await set(job, 'is_media_due = true');
    expect(await move(job, targets.processing)).toEqual({ kind: 'outcomeOpen' });
  });

  it('anew waits until its media may be transferred, and comes before the scheduled time also when that has come', async () => {
    const job = await scheduled('uploaded', 10 * minuteMs);
    await prepareAnew(fence(job), null);
    await set(job, 'prepare_ahead_seconds = 60');
    expect(await move(job, targets.processing, 2)).toMatchObject({ kind: 'notDue', until: 'its preparation begins' });
    await set(job, 'scheduled_at = clock_timestamp()');
    expect(await move(job, targets.processing, 2)).toEqual({ kind: 'mediaDue' });
  });
});
