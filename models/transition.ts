import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import { ofOpenOutcome } from '../domain/failures';
import { failpoint } from '../lib/failpoint';
import type { Post } from '../platforms/Publisher';
import { Assignment } from './Assignment';
import { AssignmentEvent } from './AssignmentEvent';
import { cleanupAfter, owesCleanup } from './cleanupOwed';
import { CreditAccount } from './CreditAccount';
import type { Transaction } from './database';
import { lockAndRead } from './lockedRow';
import type { LockedRow } from './lockedRow';
import { alreadyMade, ImpossibleTransition, obstacle, answerOfRow } from './obstacle';
import type { Target, TransitionOutcome } from './obstacle';
import { noteMediaAnew } from './preparation';
import { PublishAttempt } from './PublishAttempt';
import { firstRow, rows } from './sql';
import { Upload } from './Upload';
import { WebhookDelivery } from './WebhookDelivery';

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
 * uploaded before has its media once more. All of it is one transaction.
 * @returns what became of each transition that was asked for
 */
export async function finishTransfer(id: string, generation: number): Promise<[Moved, ...Moved[]]> {
  const [uploaded, target] = [{ to: 'uploaded' }, { to: 'processing' }] as const;
  return within(undefined, async (transaction) => {
    const row = await lockAndRead(id, uploaded.to, transaction);
    if (row?.generation !== generation) return [{ target: uploaded, outcome: { kind: 'superseded' } }];
    if (row.status === uploaded.to) {
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
      outboxIds.push(...(await write(id, { to }, row, transaction)));
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
  const outboxIds = await write(id, target, row, transaction);
  failpoint(`transition.written.${target.to}`);
  return {
    kind: 'moved',
    cleanupDue: owesCleanup(target, row),
    error: target.to === 'failed' ? target.error : null,
    outboxIds,
  };
}

/** From now on the job is at work again, and callers cannot edit it. */
async function endWait(id: string, transaction: Transaction): Promise<void> {
  await rows(Assignment, 'UPDATE assignments SET prepare_again_at = NULL WHERE id = $id', { id }, transaction);
}

/** The status and its line of the timeline, and what follows from them. */
async function write(id: string, target: Target, row: LockedRow, transaction: Transaction): Promise<number[]> {
  const errors = target.to === 'failed' ? [target.error] : [];
  const post = target.to === 'published' ? target.post : null;
  await rows(
    Assignment,
    `WITH moved AS (
       UPDATE assignments
       SET status = $to, errors = $errors::jsonb, cleanup = $cleanup, platform_post_id = $platformPostId,
           platform_url = $platformUrl, published_at = CASE WHEN $to = 'published' THEN $at::timestamptz END,
           preparation_error = CASE WHEN $to = 'uploading' THEN preparation_error END, prepare_again_at = NULL,
           tries = 0, tries_began_at = NULL, last_failure = NULL, updated_at = $at::timestamptz
       WHERE id = $id RETURNING id, generation, status, errors)
     INSERT INTO assignment_events (assignment_id, generation, status, errors, at)
     SELECT id, generation, status, errors, $at::timestamptz FROM moved`,
    {
      id,
      at: row.now,
      to: target.to,
      errors: JSON.stringify(errors),
      cleanup: cleanupAfter(target, row),
      platformPostId: post?.platformPostId ?? null,
      platformUrl: post?.platformUrl ?? null,
    },
    transaction,
  );
  if (target.to === 'published') await CreditAccount.post(row.holdId, transaction);
  if (target.to === 'published' && row.isOutcomeOpen) await PublishAttempt.closeOpen(id, target.post, transaction);
  if (target.to === 'failed' || target.to === 'cancelled') await CreditAccount.void(row.holdId, transaction);
  return notify(id, target, row, errors, transaction);
}

/** Promises a webhook of the transition, where the caller asked for one. */
async function notify(
  id: string,
  target: Target,
  row: LockedRow,
  errors: AssignmentError[],
  transaction: Transaction,
): Promise<number[]> {
  const { workspaceId, connectionId, platform, callbackUrl, now } = row;
  if (callbackUrl === null) return [];
  const post = target.to === 'published' ? target.post : { platformPostId: null, platformUrl: null };
  const event = { assignmentId: id, status: target.to, platform, connectionId, ...post, errors, timestamp: now };
  const outboxId = await WebhookDelivery.add({ workspaceId, url: callbackUrl, event }, transaction);
  return outboxId === null ? [] : [outboxId];
}

/**
 * Takes a failed job up again, in its next generation: the one way back to `pending`. Its errors stay in the timeline,
 * its counts begin anew. What the failed run should have removed and has not is still to be removed, before the first
 * byte. The caller's transaction holds the row.
 * @param holdId a new hold: the earlier one was given back
 * @returns the generation
 * @throws ImpossibleTransition if the job has not failed, or has moved on
 */
export async function retryAssignment(
  { id, generation }: Pick<Assignment, 'id' | 'generation'>,
  holdId: string,
  transaction: Transaction,
): Promise<number> {
  const row = await firstRow<{ generation: number; at: Date }>(
    Assignment,
    `UPDATE assignments
     SET status = 'pending', generation = generation + 1, hold_id = $holdId, errors = '[]',
         cleanup = CASE WHEN cleanup IN ('due', 'failed') THEN 'due' ELSE 'none' END,
         prepared_at = NULL, preparations_failed = 0, is_media_due = false, is_prepared_anew = false,
         processing_since = NULL,
         tries = 0, tries_began_at = NULL, last_failure = NULL, updated_at = clock_timestamp()
     WHERE id = $id AND generation = $generation AND status = 'failed' RETURNING generation, updated_at AS at`,
    { id, generation, holdId },
    transaction,
  );
  if (!row) throw new ImpossibleTransition(`assignment ${id} has not failed`);
  await AssignmentEvent.add({ assignmentId: id, ...row, status: 'pending' }, transaction);
  await Upload.forgetCounts(id, transaction);
  return row.generation;
}
