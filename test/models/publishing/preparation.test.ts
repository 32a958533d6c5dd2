import type { Client } from 'pg';
import { paced } from '../../../domain/pace';
import { Connection } from '../../../models/connections/Connection';
import { resumePreparations } from '../../../models/publishing/preparation';
import { beginCall } from '../../support/runs/attempts';
import { useDatabase } from '../../support/servers/database';
import { buildJobs, error } from '../../support/runs/jobs';
import type { Job } from '../../support/runs/jobs';
import { interleave } from '../../support/runs/interleave';
import { begin, bringAnew, fail, failTry, report } from '../../support/runs/reports';
import { use } from '../../support/use';

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

/** For how long its preparation waits, in milliseconds. */
async function waitOf(job: Job): Promise<number> {
  const row = (await jobs.row(job)) as { prepare_again_at: Date; preparation_failed_at: Date };
  return row.prepare_again_at.getTime() - row.preparation_failed_at.getTime();
}

describe('a preparation that fails', () => {
  it.each(open)('waits and keeps its status, with the reason beside it: %s', async (status) => {
    const job = await scheduled(status, 60 * minuteMs);
    await failTry(job, error);
    await fail(job, error);
    expect(await waitOf(job)).toBe(5 * minuteMs);
    const kept = { status, errors: [], preparation_error: error, preparation_failed_at: expect.any(Date), tries: null };
    expect(await jobs.row(job)).toMatchObject(kept);
    expect(await jobs.entries(job)).toEqual(['hold']);
  });

  it('waits twice as long each time, and an hour at most', async () => {
    const job = await scheduled('uploading', 600 * minuteMs);
    const minutes: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      await fail(job, error);
      minutes.push((await waitOf(job)) / minuteMs);
      await set(job, 'prepare_again_at = NULL');
    }
    expect(minutes).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('is tried again at the scheduled time at the latest', async () => {
    const job = await scheduled('uploading', 2 * minuteMs);
    await fail(job, error);
    expect(await waitOf(job)).toBeLessThanOrEqual(2 * minuteMs);
  });

  it.each([
    ['pending', 'upload'],
    ['uploading', 'upload'],
    ['uploaded', 'prepare'],
  ] as const)('lets a run go on when its wait is over, and callers edit only before: %s', async (status, next) => {
    const job = await scheduled(status, 60 * minuteMs);
    await fail(job, error);
    expect(await begin(job)).toMatchObject({ next: 'its preparation is tried again' });
    expect(await jobs.row(job)).toMatchObject({ prepare_again_at: expect.any(Date) });
    await set(job, 'prepare_again_at = clock_timestamp()');
    expect(await begin(job)).toMatchObject({ next });
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
    for (const job of [...waiting, foreign]) await fail(job, error);
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
    expect(await begin(job)).toEqual({ moves: [], next: 'prepare' });
    await fail(job, error);
    await report(job, { is: 'prepared', generation: 1 });
    await set(job, 'prepare_again_at = NULL');
    expect(await jobs.row(job)).toMatchObject({ preparation_error: null, preparations_failed: 0 });
    expect(await begin(job)).toMatchObject({ next: 'its last look' });
    await set(
      job,
      `scheduled_at = clock_timestamp() + interval '${minuteMs / 4} milliseconds', prepared_at = now() - interval '2 minutes'`,
    );
    expect(await begin(job)).toEqual({ moves: [], next: 'prepare' });
    await report(job, { is: 'prepared', generation: 1 });
    expect(await begin(job)).toMatchObject({ next: 'its scheduled time' });
    await set(job, 'scheduled_at = clock_timestamp()');
    expect(await begin(job)).toEqual({ moves: ['processing'], next: 'publish' });
  });

  it('and is of no use any more is prepared anew by the next generation, in its status', async () => {
    const job = await scheduled('uploaded', 10 * minuteMs);
    await report(job, { is: 'prepared', generation: 1 });
    await set(job, 'prepared_at = NULL');
    await fail(job, error, { isShortLived: true });
    const anew = { status: 'uploaded', generation: 2, cleanup: 'due', is_media_due: true, prepared_at: null };
    expect(await jobs.row(job)).toMatchObject(anew);
    expect(await begin(fence(job, 2))).toEqual({ moves: [], next: 'cleanUp' });
    await bringAnew(fence(job, 1));
    expect(await jobs.row(job)).toMatchObject({ is_media_due: true });
    await bringAnew(fence(job, 2));
    expect(await begin(fence(job, 2))).toMatchObject({ next: 'prepare' });
    expect(await jobs.timeline(job)).toEqual(['1 pending', '1 uploading', '1 uploaded']);
  });

  it('and is lost is prepared anew also past the point of no return, and callers are told', async () => {
    const job = await jobs.walked('processing');
    await fail(job, error, { isLost: true });
    const lost = { code: 'PROCESSING_FAILED', message: error.message };
    const anew = { status: 'processing', is_media_due: true, is_prepared_anew: false, preparation_error: lost };
    expect(await jobs.row(job)).toMatchObject({ ...anew, preparation_failed_at: expect.any(Date) });
    expect(await begin(fence(job, 2))).toEqual({ moves: [], next: 'cleanUp' });
    for (const step of ['stage', 'publish'] as const) {
      expect(await beginCall({ ...fence(job, 2), step })).toBeNull();
    }
    await bringAnew(fence(job, 2));
    expect(await begin(fence(job, 2))).toEqual({ moves: [], next: 'publish' });
    expect(await jobs.row(job)).toMatchObject({ is_media_due: false });
  });

  it('is not prepared anew where a call to publish it was begun meanwhile', async () => {
    const job = await jobs.walked('processing');
    const lost = { is: 'failed', of: 'publish', failure: { ...error, transient: false, isLost: true } } as const;
    const begins = async (client: Client) => {
      await client.query('UPDATE assignments SET version = version WHERE id = $1', [job.assignmentId]);
      await client.query(
        `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
         VALUES ($1, 1, 'publish', '{}', now() + interval '30 seconds')`,
        [job.assignmentId],
      );
    };
    expect(await interleave(database, begins, async () => report(job, { ...lost, generation: 1 }))).toBe(false);
    expect(await jobs.row(job)).toMatchObject({ generation: 1, is_media_due: false, cleanup: 'none' });
  });

  it('that may have been published is looked for before its media are transferred anew', async () => {
    const job = await jobs.walked('processing');
    await beginCall({ ...fence(job), leaseSeconds: 0 });
    await set(job, 'is_media_due = true');
    expect(await begin(job)).toEqual({ moves: [], next: 'settle' });
  });

  it('anew waits until its media may be transferred, and comes before the scheduled time also when that has come', async () => {
    const job = await scheduled('uploaded', 10 * minuteMs);
    await fail(job, error, { isShortLived: true });
    await set(job, 'prepare_ahead_seconds = 60');
    expect(await begin(fence(job, 2))).toMatchObject({ next: 'its preparation begins' });
    await set(job, 'scheduled_at = clock_timestamp()');
    expect(await begin(fence(job, 2))).toEqual({ moves: [], next: 'cleanUp' });
  });
});
