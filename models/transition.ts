import type { AssignmentStatus } from '../domain/assignment';
import { ofOpenOutcome } from '../domain/failures';
import { failpoint } from '../lib/failpoint';
import type { Post } from '../platforms/Publisher';
import { Assignment } from './Assignment';
import { AssignmentEvent } from './AssignmentEvent';
import { owesCleanup } from './cleanupOwed';
import type { Transaction } from './database';
import { lockAndRead } from './lockedRow';
import type { LockedRow } from './lockedRow';
import { alreadyMade, ImpossibleTransition, extrasOf, obstacle, answerOfRow } from './obstacle';
import type { Target, TransitionOutcome } from './obstacle';
import { phaseEnds } from './phaseClocks';
import { noteMediaAnew } from './preparation';
import { PostExtra } from './PostExtra';
import { firstRow, rows } from './sql';
import { notedColumns, noteTransition } from './StatisticChange';
import { Upload } from './Upload';
import { writeTransition } from './writeTransition';

/**
 * Moves one job to another status: the only writer of `assignments.status`. In one transaction, with the row locked, it
 * checks the fence (`generation`), the table of transitions and the conditions of time and connection; then writes
 * the status, the timeline event, the settlement of the hold and the promise of a webhook. A transition that the job has
 * made since it was created or last retried is never written again, whichever generation made it.
 * @throws ImpossibleTransition if the table has no way from where the job is: that is a bug of the caller
 */
export async function transitionAssignment(
  id: string,
  generation: number,
  target: Target,
  outer?: Transaction,
): Promise<TransitionOutcome> {
  return within(outer, async (transaction) => move(id, generation, target, transaction));
}

/**
 * The same for an assignment that a query with a tenant has found. The transaction holds its row.
 * @param generation another one than the row had, where the transaction has begun it
 */
export async function transitionFound(
  { id, ...found }: Assignment,
  target: Target,
  transaction: Transaction,
  generation = found.generation,
): Promise<TransitionOutcome> {
  return transitionAssignment(id, generation, target, transaction);
}

/**
 * Moves a job on from wherever it is, to the transition that its status leads to. One that is published has made its last.
 * @returns which that is, and what became of it
 */
export async function resumeAssignment(id: string, generation: number): Promise<Moved> {
  return within(undefined, async (transaction) => {
    const row = await lockAndRead(id, null, transaction);
    if (row?.generation !== generation) return { target: { to: 'uploading' }, outcome: { kind: 'superseded' } };
    if (row.status === 'published') return { target: { to: row.status }, outcome: alreadyMade(row) };
    const target = { to: row.asked } as const;
    return { target, outcome: await moveRow(id, row, target, transaction) };
  });
}

/**
 * All media have arrived: the job is uploaded, and past its point of no return if nothing lies between. One that was
 * uploaded before, or is past that point, has its media once more. All of it is one transaction.
 * @returns what became of each transition that was asked for
 */
export async function finishTransfer(id: string, generation: number): Promise<[Moved, ...Moved[]]> {
  const [uploaded, target] = [{ to: 'uploaded' }, { to: 'processing' }] as const;
  return within(undefined, async (transaction) => {
    const row = await lockAndRead(id, uploaded.to, transaction);
    if (row?.generation !== generation) return [{ target: uploaded, outcome: { kind: 'superseded' } }];
    if (row.status === uploaded.to || row.isMediaDue) {
      await noteMediaAnew({ assignmentId: id, generation }, transaction);
      return [{ target, outcome: await move(id, generation, target, transaction) }];
    }
    const outcome = await moveRow(id, row, uploaded, transaction);
    if (outcome.kind !== 'moved') return [{ target: uploaded, outcome }];
    const next = await moveRow(id, { ...row, status: 'uploaded', reached: false, againMs: null }, target, transaction);
    return [
      { target: uploaded, outcome },
      { target, outcome: next },
    ];
  });
}

/** A transition that was asked for, and what became of it. */
export interface Moved {
  target: Pick<Target, 'to'>;
  outcome: TransitionOutcome;
}

/**
 * Takes a job whose post turns out to be live through all transitions that it has not made, to `published`. Neither its
 * time nor its connection is an obstacle: it has happened.
 * @returns those before the last one, and what became of the last
 */
export async function passToPublished(
  id: string,
  generation: number,
  post: Post,
): Promise<{ passed: AssignmentStatus[]; outcome: TransitionOutcome }> {
  return within(undefined, async (transaction) => {
    const outboxIds: number[] = [];
    const passed: AssignmentStatus[] = [];
    for (const to of ['uploading', 'uploaded', 'processing'] as const) {
      const row = await lockAndRead(id, to, transaction);
      if (!row || row.generation !== generation) return { passed: [], outcome: { kind: 'superseded' } };
      if (answerOfRow(row, { to })) continue;
      outboxIds.push(...(await writeTransition(id, { to }, row, transaction)));
      passed.push(to);
    }
    const last = await move(id, generation, { to: 'published', post }, transaction);
    const outcome = last.kind === 'moved' ? { ...last, outboxIds: [...outboxIds, ...last.outboxIds] } : last;
    return { passed, outcome };
  });
}

async function within<T>(outer: Transaction | undefined, work: (transaction: Transaction) => Promise<T>): Promise<T> {
  if (outer) return work(outer);
  const { sequelize } = Assignment;
  if (!sequelize) throw new Error('Assignment is not bound to a database');
  return sequelize.transaction(work);
}

async function move(
  id: string,
  generation: number,
  asked: Target,
  transaction: Transaction,
): Promise<TransitionOutcome> {
  const row = await lockAndRead(id, asked.to, transaction);
  return row?.generation === generation ? moveRow(id, row, asked, transaction) : { kind: 'superseded' };
}

async function moveRow(
  id: string,
  row: LockedRow,
  asked: Target,
  transaction: Transaction,
): Promise<TransitionOutcome> {
  const refusal = answerOfRow(row, asked) ?? obstacle(id, row, asked);
  if (refusal?.kind !== 'notDue' && row.againMs !== null) await endWait(id, transaction);
  if (refusal) return refusal;
  const target = row.isOutcomeOpen && asked.to === 'failed' ? { ...asked, error: ofOpenOutcome(asked.error) } : asked;
  const outboxIds = await writeTransition(id, target, row, transaction);
  failpoint(`transition.written.${target.to}`);
  return {
    kind: 'moved',
    cleanupDue: owesCleanup(target, row),
    ...extrasOf(row),
    error: target.to === 'failed' ? target.error : null,
    outboxIds,
  };
}

/** From now on the job is at work again, and callers cannot edit it. */
async function endWait(id: string, transaction: Transaction): Promise<void> {
  await rows(Assignment, 'UPDATE assignments SET prepare_again_at = NULL WHERE id = $id', { id }, transaction);
}

/**
 * Takes a failed job up again, in its next generation: the one way back to `pending`. Its errors stay in the timeline,
 * its counts begin anew. Objects that the failed run still owes to remove are removed before the first
 * byte. The caller's transaction holds the row.
 * @param holdId a new hold: the earlier one was released
 * @returns the generation, and whether it has something to remove first
 * @throws ImpossibleTransition if the job has not failed, or has moved on
 */
export async function retryAssignment(
  assignment: Assignment,
  holdId: string,
  transaction: Transaction,
): Promise<{ generation: number; owesCleanup: boolean }> {
  const { id, generation } = assignment;
  const row = await firstRow<{ generation: number; at: Date; owesCleanup: boolean }>(
    Assignment,
    `WITH moved AS (
       UPDATE assignments
       SET status = 'pending', generation = generation + 1, hold_id = $holdId, errors = '[]',
           cleanup = CASE WHEN cleanup IN ('due', 'failed') THEN 'due' ELSE 'none' END,
           prepared_at = NULL, preparations_failed = 0, is_media_due = false, is_prepared_anew = false,
           is_replaced = false, media_warnings = NULL, ${phaseEnds}, updated_at = clock_timestamp()
       WHERE id = $id AND generation = $generation AND status = 'failed'
       RETURNING generation, 'failed' AS from_status, updated_at AS at,
                 cleanup = 'due' AS owes_cleanup, ${notedColumns}),
     noted AS (${noteTransition('moved')})
     SELECT generation, at, owes_cleanup AS "owesCleanup" FROM moved`,
    { id, generation, holdId },
    transaction,
  );
  if (!row) throw new ImpossibleTransition(`assignment ${id} has not failed`);
  const { owesCleanup, ...event } = row;
  await AssignmentEvent.add({ assignmentId: id, ...event, status: 'pending' }, transaction);
  await Upload.forgetCounts(id, transaction);
  await PostExtra.forgetUndone(assignment, transaction);
  return { generation: row.generation, owesCleanup };
}
