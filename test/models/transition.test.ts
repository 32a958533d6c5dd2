import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { assignmentStatuses } from '../../domain/assignment';
import type { AssignmentStatus } from '../../domain/assignment';
import { inTransaction } from '../../models/database';
import { transitionAssignment } from '../../models/transition';
import { ImpossibleTransition } from '../../models/obstacle';
import { everythingButTheDate } from '../support/everythingButTheDate';
import { useDatabase } from '../support/database';
import { buildJobs, error, move, targets } from '../support/jobs';
import type { Job } from '../support/jobs';
import { stopwatch } from '../support/stopwatch';
import { use } from '../support/use';

type TargetName = keyof typeof targets;
const targetNames = Object.keys(targets) as TargetName[];

/**
 * The answer of each transition (ARCHITECTURE.md §3.3), typed by hand: by the status that a job has reached by its own
 * transitions (rows), for each target (columns). `X` is a bug of the caller.
 */
const walked: Record<AssignmentStatus, string> = {
  //          uploading   uploaded    processing  published   failed      cancelled
  pending: '   moved       X           X           X           moved       moved',
  uploading: ' already     moved       X           X           moved       moved',
  uploaded: '  already     already     moved       X           moved       moved',
  processing: 'already     already     already     moved       moved       tooLate',
  published: ' superseded  superseded  superseded  already     superseded  superseded',
  failed: '    ended       ended       ended       ended       already     ended',
  cancelled: ' ended       ended       ended       ended       ended       already',
};

const cellsOf = (matrix: Record<AssignmentStatus, string>) =>
  Object.entries(matrix).flatMap(([status, line]) =>
    line
      .trim()
      .split(/\s+/)
      .map((kind, index) => ({ status: status as AssignmentStatus, to: targetNames[index]!, kind })),
  );

const database = useDatabase();
const jobs = use(async () => buildJobs(database));

async function kindOf(job: Job, to: TargetName, generation = 1): Promise<string> {
  try {
    return (await move(job, targets[to], generation)).kind;
  } catch (error) {
    if (error instanceof ImpossibleTransition) return 'X';
    throw error;
  }
}

/** All that a transition may write. */
async function factsOf(job: Job): Promise<unknown> {
  const account = await database.query('SELECT * FROM credit_accounts WHERE workspace_id = $1', [jobs.workspaceId]);
  return [await jobs.row(job), await jobs.timeline(job), await jobs.entries(job), account];
}

describe('transitionAssignment', () => {
  it.each(cellsOf(walked))('from $status to $to: $kind', async ({ status, to, kind }) => {
    const job = await jobs.walked(status);
    const before = await factsOf(job);
    const timeline = await jobs.timeline(job);
    expect(await kindOf(job, to)).toBe(kind);
    expect(await jobs.row(job)).toMatchObject({ status: kind === 'moved' ? to : status, generation: 1 });
    expect(await jobs.timeline(job)).toEqual(kind === 'moved' ? [...timeline, `1 ${to}`] : timeline);
    const isUnchanged = isDeepStrictEqual(await factsOf(job), before);
    expect(isUnchanged).toBe(kind !== 'moved');
  });

  it.each(cellsOf(walked))('in a later generation that was not retried, from $status to $to: $kind', async (cell) => {
    const { status, to, kind } = cell;
    const job = await jobs.walked(status);
    await database.query('UPDATE assignments SET generation = 2 WHERE id = $1', [job.assignmentId]);
    const timeline = await jobs.timeline(job);
    expect(await kindOf(job, to, 2)).toBe(kind);
    expect(await jobs.row(job)).toMatchObject({ status: kind === 'moved' ? to : status, generation: 2 });
    expect(await jobs.timeline(job)).toEqual(kind === 'moved' ? [...timeline, `2 ${to}`] : timeline);
  });

  it.each(assignmentStatuses)('answers another generation before all else, %s', async (status) => {
    const job = await jobs.walked(status);
    await database.query('UPDATE assignments SET generation = 5 WHERE id = $1', [job.assignmentId]);
    const before = await factsOf(job);
    for (const to of targetNames) {
      for (const generation of [1, 4, 6]) expect(await kindOf(job, to, generation)).toBe('superseded');
    }
    expect(await factsOf(job)).toEqual(before);
  });

  it('answers superseded for a job that does not exist', async () => {
    expect(await kindOf({ assignmentId: uuidv7(), holdId: uuidv7() }, 'uploading')).toBe('superseded');
  });

  it('says of an ended job how it ended', async () => {
    const failed = await jobs.walked('failed');
    const cancelled = await jobs.walked('cancelled');
    expect(await move(failed, targets.uploaded)).toEqual({ kind: 'ended', status: 'failed', cleanupDue: false, error });
    expect(await move(cancelled, targets.processing)).toEqual({
      kind: 'ended',
      status: 'cancelled',
      cleanupDue: false,
      error: null,
    });
  });

  it('answers already when the timeline has the transition, whatever the row says', async () => {
    const job = await jobs.pending();
    await database.query(
      `INSERT INTO assignment_events (assignment_id, generation, status) VALUES ($1, 1, 'cancelled')`,
      [job.assignmentId],
    );
    const before = await factsOf(job);
    expect(await kindOf(job, 'cancelled')).toBe('already');
    expect(await factsOf(job)).toEqual(before);
  });

  it('is part of the transaction it is given: nothing stays of one that is rolled back', async () => {
    const job = await jobs.walked('processing');
    const before = await factsOf(job);
    const rolledBack = inTransaction(database.sequelize, async (transaction) => {
      expect((await transitionAssignment(job.assignmentId, 1, targets.published, transaction)).kind).toBe('moved');
      throw new Error('the rest went wrong');
    });
    await expect(rolledBack).rejects.toThrow('the rest went wrong');
    expect(await factsOf(job)).toEqual(before);
  });
});

describe('the time of a transition', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000);

  const anyMs = expect.any(Number) as number;

  it.each([
    ['pending', 'uploading', 0, { kind: 'notDue', waitMs: anyMs, until: 'its preparation begins' }, 3_600_000],
    ['pending', 'uploading', 600, { kind: 'notDue', waitMs: anyMs, until: 'its preparation begins' }, 3_000_000],
    ['uploaded', 'processing', 600, { kind: 'unprepared', dueInMs: anyMs }, 3_600_000],
  ] as const)(
    'from %s to %s, prepared %d s ahead, is not before it may be',
    async (status, to, ahead, expected, aboutMs) => {
      const job = await jobs.walked(status);
      const passedMs = stopwatch();
      await schedule(job, inAnHour(), ahead);
      const before = await jobs.row(job);
      const outcome = await move(job, targets[to]);
      expect(outcome).toEqual(expected);
      const { waitMs, dueInMs } = outcome as { waitMs?: number; dueInMs?: number };
      const ms = waitMs ?? dueInMs;
      expect(ms).toBeGreaterThanOrEqual(aboutMs - passedMs());
      // A preparation begins in the first quarter of its time.
      expect(ms).toBeLessThanOrEqual(aboutMs + (to === 'uploading' ? ahead * 250 : 0));
      expect(await jobs.row(job)).toEqual(before);
    },
  );

  it('from pending to uploading comes ahead of scheduledAt by as much as the media are prepared', async () => {
    const job = await jobs.pending();
    await schedule(job, inAnHour(), 3601);
    expect((await move(job, targets.uploading)).kind).toBe('moved');
  });

  async function schedule({ assignmentId }: Job, at: Date, aheadSeconds: number): Promise<void> {
    const write = 'UPDATE assignments SET scheduled_at = $2, prepare_ahead_seconds = $3 WHERE id = $1';
    await database.query(write, [assignmentId, at, aheadSeconds]);
  }

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
  it('stops a job when its time has come to begin, or to pass the point of no return, and no other', async () => {
    const inactive = await buildJobs(database);
    const made = await Promise.all(
      (['pending', 'uploading', 'uploaded', 'processing'] as const).map(async (status) => inactive.walked(status)),
    );
    await database.query('UPDATE connections SET is_active = false WHERE id = $1', [inactive.connectionId]);
    const [pending, uploading, uploaded, processing] = made as [Job, Job, Job, Job];
    expect(await move(pending, targets.uploading)).toEqual({ kind: 'inactive' });
    expect(await jobs.row(pending)).toMatchObject({ status: 'pending' });
    expect((await move(uploading, targets.uploaded)).kind).toBe('moved');
    expect(await move(uploaded, targets.processing)).toEqual({ kind: 'inactive' });
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
