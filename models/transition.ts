import { endedStatuses, sourcesOf } from '../domain/assignment';
import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import { failureKinds, failureMessageLengthMax, isFailureCode, keepsPlatformObject } from '../domain/failures';
import { failpoint } from '../lib/failpoint';
import type { Post } from '../platforms/Publisher';
import { Assignment } from './Assignment';
import type { CleanupState } from './Assignment';
import { AssignmentEvent } from './AssignmentEvent';
import { CreditAccount } from './CreditAccount';
import type { Transaction } from './database';
import { isOutcomeOpen } from './PublishAttempt';
import { firstRow, rows } from './sql';
import { WebhookDelivery } from './WebhookDelivery';

/** What a transition asks for. `published` brings the post, `failed` the error. */
export type Target =
  | { to: 'uploading' | 'uploaded' | 'processing' | 'cancelled' }
  | { to: 'published'; post: Post }
  | { to: 'failed'; error: AssignmentError };

/**
 * What became of it (architecture.md §3.3).
 * - `moved`, `already`: the job has made this transition, now or before; callers go on alike. `cleanupDue` says whether
 *   something is to be removed. `moved` brings the outbox entries to dispatch after the commit, and the error that the job
 *   has failed with.
 * - `superseded`: another generation, or the end, has overtaken this run: it has nothing to do any more.
 * - `ended`: the job failed or was cancelled; `cleanupDue` says whether something is to be removed.
 * - `notDue`: its time has not come; ask again in `waitMs`.
 * - `inactive`: the connection was deactivated or removed before the point of no return.
 * - `outcomeOpen`: a call of an earlier run may have published the post; that comes first (architecture.md §11).
 * - `tooLate`: a job past its point of no return cannot be cancelled.
 */
export type TransitionOutcome =
  | { kind: 'moved'; cleanupDue: boolean; error: AssignmentError | null; outboxIds: number[] }
  | { kind: 'already'; cleanupDue: boolean; error: AssignmentError | null }
  | { kind: 'superseded' }
  | { kind: 'ended'; status: 'failed' | 'cancelled'; cleanupDue: boolean; error: AssignmentError | null }
  | { kind: 'notDue'; waitMs: number }
  | { kind: 'inactive' }
  | { kind: 'outcomeOpen' }
  | { kind: 'tooLate' };

export class ImpossibleTransition extends Error {
  override readonly name = 'ImpossibleTransition';
}

interface LockedRow {
  /** By the database's clock: when the transition happens, if it does. */
  now: Date;
  workspaceId: string;
  connectionId: string;
  platform: string;
  callbackUrl: string | null;
  status: AssignmentStatus;
  generation: number;
  holdId: string;
  cleanup: CleanupState;
  error: AssignmentError | null;
  /** Milliseconds until scheduled_at by the database's clock; 0 or less when due. */
  waitMs: number;
  isActive: boolean;
  hasLeftover: boolean;
  /** A call that may have published has no known outcome. */
  isOutcomeOpen: boolean;
  /** The job has made this transition since it was created or last retried, in whatever generation. */
  reached: boolean;
}

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
 * Takes a job whose post turns out to be live through all transitions that it has not made, to `published`. Neither its
 * time nor its connection is an obstacle: it has happened.
 */
export async function passToPublished(id: string, generation: number, post: Post): Promise<TransitionOutcome> {
  return within(undefined, async (transaction) => {
    const outboxIds: number[] = [];
    for (const to of ['uploading', 'uploaded', 'processing'] as const) {
      const row = await lockAndRead(id, to, transaction);
      if (!row || row.generation !== generation) return { kind: 'superseded' };
      if (standing(row, { to })) continue;
      outboxIds.push(...(await write(id, generation, { to }, row, transaction)));
    }
    const last = await move(id, generation, { to: 'published', post }, transaction);
    return last.kind === 'moved' ? { ...last, outboxIds: [...outboxIds, ...last.outboxIds] } : last;
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
  if (!row || row.generation !== generation) return { kind: 'superseded' };
  const refusal = standing(row, asked) ?? obstacle(id, row, asked);
  if (refusal) return refusal;
  const target = truthful(asked, row);
  const outboxIds = await write(id, generation, target, row, transaction);
  failpoint(`transition.written.${target.to}`);
  const error = target.to === 'failed' ? target.error : null;
  return { kind: 'moved', cleanupDue: owesCleanup(target, row), error, outboxIds };
}

/** A job that may be public fails with that, whatever else went wrong: a caller who were told only that would post twice. */
function truthful(target: Target, row: LockedRow): Target {
  if (target.to !== 'failed' || !row.isOutcomeOpen || target.error.code === 'OUTCOME_UNKNOWN') return target;
  const message = `${failureKinds.OUTCOME_UNKNOWN.meaning} The last fault: ${target.error.message}`;
  return { to: 'failed', error: { code: 'OUTCOME_UNKNOWN', message: message.slice(0, failureMessageLengthMax) } };
}

/** What the row itself answers: the transition has been made, or the job is over. */
function standing(row: LockedRow, target: Target): TransitionOutcome | undefined {
  const cleanupDue = row.cleanup === 'due';
  const already = { kind: 'already', cleanupDue, error: row.error } as const;
  if (row.status === target.to) return already;
  if (row.status === 'cancelled' || row.status === 'failed') {
    return { kind: 'ended', status: row.status, cleanupDue, error: row.error };
  }
  if (row.status === 'published') return { kind: 'superseded' };
  return row.reached ? already : undefined;
}

/** What keeps a transition that the table allows from happening now. A connection is judged when the time has come. */
function obstacle(id: string, row: LockedRow, { to }: Target): TransitionOutcome | undefined {
  if (to === 'cancelled' && row.status === 'processing') return { kind: 'tooLate' };
  if (!sourcesOf(to).includes(row.status)) {
    throw new ImpossibleTransition(`assignment ${id} cannot go from ${row.status} to ${to}`);
  }
  if (row.isOutcomeOpen && to !== 'failed' && to !== 'published') return { kind: 'outcomeOpen' };
  if (to !== 'uploading' && to !== 'processing') return undefined;
  if (row.waitMs > 0) return { kind: 'notDue', waitMs: row.waitMs };
  return row.isActive ? undefined : { kind: 'inactive' };
}

/** Locks in a statement of its own: the next one then sees all that was committed while this one waited. */
async function lockAndRead(id: string, to: AssignmentStatus, transaction: Transaction): Promise<LockedRow | undefined> {
  await rows(Assignment, 'SELECT 1 FROM assignments WHERE id = $id FOR UPDATE', { id }, transaction);
  return firstRow<LockedRow>(
    Assignment,
    `SELECT clock_timestamp() AS now, a.workspace_id AS "workspaceId", a.connection_id AS "connectionId", a.platform,
            a.callback_url AS "callbackUrl", a.status, a.generation, a.hold_id AS "holdId", a.cleanup, a.errors->0 AS error,
            coalesce(ceil(extract(epoch FROM a.scheduled_at - clock_timestamp()) * 1000), 0)::float AS "waitMs",
            c.is_active AS "isActive",
            EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = a.id AND coalesce(u.session, u.object_id) IS NOT NULL)
              OR EXISTS (SELECT 1 FROM drafts d WHERE d.assignment_id = a.id AND d.draft_id IS NOT NULL) AS "hasLeftover",
            ${isOutcomeOpen} AS "isOutcomeOpen",
            EXISTS (SELECT 1 FROM assignment_events e WHERE e.assignment_id = a.id AND e.status = $to AND e.id > (
                      SELECT max(id) FROM assignment_events WHERE assignment_id = a.id AND status = 'pending')) AS reached
     FROM assignments a JOIN connections c ON c.id = a.connection_id
     WHERE a.id = $id`,
    { id, to },
    transaction,
  );
}

async function write(
  id: string,
  generation: number,
  target: Target,
  row: LockedRow,
  transaction: Transaction,
): Promise<number[]> {
  const errors = target.to === 'failed' ? [target.error] : [];
  const post = target.to === 'published' ? target.post : null;
  await rows(
    Assignment,
    `UPDATE assignments
     SET status = $to, errors = $errors::jsonb, cleanup = $cleanup, platform_post_id = $platformPostId,
         platform_url = $platformUrl, published_at = CASE WHEN $to = 'published' THEN $at::timestamptz END,
         tries = 0, tries_began_at = NULL, last_failure = NULL, updated_at = $at::timestamptz
     WHERE id = $id AND generation = $generation`,
    {
      id,
      at: row.now,
      generation,
      to: target.to,
      errors: JSON.stringify(errors),
      cleanup: cleanupAfter(target, row),
      platformPostId: post?.platformPostId ?? null,
      platformUrl: post?.platformUrl ?? null,
    },
    transaction,
  );
  await AssignmentEvent.add({ assignmentId: id, generation, status: target.to, errors, at: row.now }, transaction);
  if (target.to === 'published') await CreditAccount.post(row.holdId, transaction);
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

/** A job that goes on still owes what an earlier run of it owed. */
function cleanupAfter(target: Target, row: LockedRow): CleanupState {
  const owes = endedStatuses.includes(target.to) ? owesCleanup(target, row) : row.cleanup === 'due';
  return owes ? 'due' : 'none';
}

/** A job that ends with a session or an object that is not public owes its removal, unless retry goes on with it. */
function owesCleanup(target: Target, row: LockedRow): boolean {
  if (target.to === 'cancelled') return row.hasLeftover;
  if (target.to !== 'failed' || !row.hasLeftover) return false;
  const goesOn = isFailureCode(target.error.code) && keepsPlatformObject.includes(target.error.code);
  return row.cleanup === 'due' || !goesOn;
}
