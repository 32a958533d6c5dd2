import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { assignmentStatuses } from '../../domain/assignment';
import type { AssignmentStatus } from '../../domain/assignment';
import { inTransaction } from '../../models/database';
import { ImpossibleTransition, transitionAssignment } from '../../models/transition';
import { useDatabase } from '../support/database';
import { buildJobs, error, move, targets } from './jobs';
import type { Job } from './jobs';
import { use } from '../support/use';

type TargetName = keyof typeof targets;
const targetNames = Object.keys(targets) as TargetName[];

/**
 * What each transition answers (architecture.md §3.3), typed by hand: by the status that a job has reached by its own
 * transitions (rows), for each target (columns). `X` is a bug of the caller.
 */
const walked: Record<AssignmentStatus, string> = {
  //          uploading   uploaded    processing  published   failed      cancelled
  pending: '   moved       X           X           X           moved       moved',
  uploading: ' already     moved       X           X           moved       moved',
  uploaded: '  already     already     moved       X           moved       moved',
  processing: 'already     already     already     moved       moved       X',
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
