import { endedStatuses } from '../domain/assignment';
import type { AssignmentError } from '../domain/assignment';
import { Assignment } from './Assignment';
import { tellChange } from './AssignmentEvent';
import { cleanupAfter } from './cleanupOwed';
import { CreditAccount } from './CreditAccount';
import type { Transaction } from './database';
import type { LockedRow } from './lockedRow';
import type { Target } from './obstacle';
import { phaseEnds } from './phaseClocks';
import { giveUpPlaces } from './places';
import { PublishAttempt } from './PublishAttempt';
import { rows } from './sql';
import { notedColumns, noteTransition } from './StatisticChange';
import { WebhookDelivery } from './WebhookDelivery';

/**
 * Writes a transition that `models/transition.ts` allows: the status, its line of the timeline, its part of the
 * statistics, the settlement of the hold, and the promise of a webhook. The transaction holds the row. The account comes
 * before the outbox (ARCHITECTURE.md §4).
 * @returns the outbox entries to dispatch after the commit
 */
export async function writeTransition(
  id: string,
  target: Target,
  row: LockedRow,
  transaction: Transaction,
): Promise<number[]> {
  const errors = target.to === 'failed' ? [target.error] : [];
  const post = target.to === 'published' ? target.post : null;
  const isEnd = endedStatuses.includes(target.to);
  await settle(id, target, row, transaction);
  await rows(
    Assignment,
    `WITH moved AS (
       UPDATE assignments
       SET status = $to, errors = $errors::jsonb, cleanup = $cleanup, platform_post_id = $platformPostId,
           platform_url = $platformUrl, published_at = CASE WHEN $to = 'published' THEN $at::timestamptz END,
           preparation_error = CASE WHEN $to = 'uploading' THEN preparation_error END, prepare_again_at = NULL,
           ${phaseEnds}, updated_at = $at::timestamptz
       WHERE id = $id RETURNING id, generation, errors, $from AS from_status, $at::timestamptz AS at, ${notedColumns}),
     written AS (
       INSERT INTO assignment_events (assignment_id, generation, status, errors, at)
       SELECT id, generation, status, errors, at FROM moved RETURNING assignment_id),
     noted AS (${noteTransition('moved')})
     ${isEnd ? `, given_up AS (${giveUpPlaces('$id')})` : ''}
     SELECT ${tellChange('assignment_id')} FROM written`,
    {
      id,
      at: row.now,
      from: row.status,
      to: target.to,
      errors: JSON.stringify(errors),
      cleanup: cleanupAfter(target, row),
      platformPostId: post?.platformPostId ?? null,
      platformUrl: post?.platformUrl ?? null,
    },
    transaction,
  );
  return notify(id, target, row, errors, transaction);
}

/** Charges the credits of a published post; a job that failed or was cancelled releases its held credits. */
async function settle(id: string, target: Target, row: LockedRow, transaction: Transaction): Promise<void> {
  if (target.to === 'published') await CreditAccount.post(row, row.holdId, transaction);
  if (target.to === 'published' && row.isOutcomeUnknown) await PublishAttempt.closeOpen(id, target.post, transaction);
  if (target.to === 'failed' || target.to === 'cancelled') await CreditAccount.void(row, row.holdId, transaction);
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
