import { inTransaction } from '../../models/database';
import { transitionAssignment } from '../../models/transition';
import { useDatabase } from '../support/database';
import { buildJobs, move, targets } from './jobs';
import type { Job } from './jobs';
import { use } from '../support/use';

const everythingButTheDate = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

describe('the time of a transition', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000);

  it.each([
    ['pending', 'uploading'],
    ['uploaded', 'processing'],
  ] as const)('from %s to %s is not before scheduledAt', async (status, to) => {
    const job = await jobs.walked(status);
    await database.query('UPDATE assignments SET scheduled_at = $2 WHERE id = $1', [job.assignmentId, inAnHour()]);
    const before = await jobs.row(job);
    const outcome = await move(job, targets[to]);
    expect(outcome).toEqual({ kind: 'notDue', waitMs: expect.any(Number) });
    const { waitMs } = outcome as { waitMs: number };
    expect(waitMs).toBeGreaterThan(3_590_000);
    expect(waitMs).toBeLessThanOrEqual(3_600_000);
    expect(await jobs.row(job)).toEqual(before);
  });

  it.each([
    ['uploading', 'uploaded'],
    ['processing', 'published'],
    ['pending', 'failed'],
    ['pending', 'cancelled'],
  ] as const)('from %s to %s has no regard for scheduledAt', async (status, to) => {
    const job = await jobs.walked(status);
    await database.query('UPDATE assignments SET scheduled_at = $2 WHERE id = $1', [job.assignmentId, inAnHour()]);
    expect((await move(job, targets[to])).kind).toBe('moved');
  });

  it('waits to the moment, never ends early', async () => {
    const job = await jobs.pending();
    // As exact as callers can say it: the time of an event is, too.
    const soon = `UPDATE assignments SET scheduled_at = date_trunc('milliseconds', clock_timestamp()) + interval '150 ms' WHERE id = $1`;
    await database.query(soon, [job.assignmentId]);
    while ((await move(job, targets.uploading)).kind === 'notDue');
    const [row] = await database.query(
      `SELECT e.at >= a.scheduled_at AS "isLater" FROM assignments a JOIN assignment_events e ON e.assignment_id = a.id
       WHERE a.id = $1 AND e.status = 'uploading'`,
      [job.assignmentId],
    );
    expect(row).toEqual({ isLater: true });
  });

  it('is judged when it is asked for, not when the transaction around it began', async () => {
    const job = await jobs.pending();
    const kind = await inTransaction(database.sequelize, async (transaction) => {
      await database.sequelize.query(
        `UPDATE assignments SET scheduled_at = clock_timestamp() + interval '50 ms' WHERE id = $1`,
        { bind: [job.assignmentId], transaction },
      );
      await database.sequelize.query('SELECT pg_sleep(0.06)', { transaction });
      return (await transitionAssignment(job.assignmentId, 1, targets.uploading, transaction)).kind;
    });
    expect(kind).toBe('moved');
  });

  it.each([
    ['ahead', 366 * 86_400_000],
    ['behind', -366 * 86_400_000],
  ])("goes by the database's clock, with the process's a year %s", async (_how, offMs) => {
    const due = await jobs.pending({ scheduledAt: new Date(Date.now() - 1000) });
    const notDue = await jobs.pending({ scheduledAt: inAnHour() });
    jest.useFakeTimers({ now: Date.now() + offMs, doNotFake: [...everythingButTheDate] });
    try {
      expect((await move(due, targets.uploading)).kind).toBe('moved');
      expect((await move(notDue, targets.uploading)).kind).toBe('notDue');
    } finally {
      jest.useRealTimers();
    }
    const [row] = await database.query(
      `SELECT abs(extract(epoch FROM clock_timestamp() - e.at)) < 60 AS "isNow" FROM assignment_events e
       WHERE e.assignment_id = $1 AND e.status = 'uploading'`,
      [due.assignmentId],
    );
    expect(row).toEqual({ isNow: true });
  });
});

describe('an inactive connection', () => {
  it('stops a pending job when its time has come, and no other', async () => {
    const inactive = await buildJobs(database);
    const made = await Promise.all(
      (['pending', 'uploading', 'uploaded', 'processing'] as const).map(async (status) => inactive.walked(status)),
    );
    await database.query('UPDATE connections SET is_active = false WHERE id = $1', [inactive.connectionId]);
    const [pending, uploading, uploaded, processing] = made as [Job, Job, Job, Job];
    expect(await move(pending, targets.uploading)).toEqual({ kind: 'inactive' });
    expect(await jobs.row(pending)).toMatchObject({ status: 'pending' });
    expect((await move(uploading, targets.uploaded)).kind).toBe('moved');
    expect((await move(uploaded, targets.processing)).kind).toBe('moved');
    expect((await move(processing, targets.published)).kind).toBe('moved');
  });

  it('stops nothing before its time, since it may be active again by then', async () => {
    const inactive = await buildJobs(database);
    const job = await inactive.pending({ scheduledAt: new Date(Date.now() + 3_600_000) });
    await database.query('UPDATE connections SET is_active = false WHERE id = $1', [inactive.connectionId]);
    expect((await move(job, targets.uploading)).kind).toBe('notDue');
  });

  it('does not keep a job from failing or from being cancelled', async () => {
    const inactive = await buildJobs(database);
    const [one, other] = [await inactive.pending(), await inactive.pending()];
    await database.query('UPDATE connections SET is_active = false WHERE id = $1', [inactive.connectionId]);
    expect((await move(one, targets.failed)).kind).toBe('moved');
    expect((await move(other, targets.cancelled)).kind).toBe('moved');
  });
});
