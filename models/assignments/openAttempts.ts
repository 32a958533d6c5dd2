import type { Payload } from '../../domain/payload/payload';
import type { CreationTraces, Post } from '../../platforms/Publisher';
import { sql } from '../database/fragment';

/** Of an attempt `p`: its call has happened or may have. Only this condition leads to the index. */
export const mayHaveHappened = sql`p.outcome IS DISTINCT FROM 'notHappened'`;
/** Of an attempt `p`: its outcome is unknown. */
export const hasNoKnownOutcome = sql`${mayHaveHappened} AND p.outcome IS NULL`;

/** Of an attempt `p`: its call changes a post that is public. One such call of an assignment is under way at most. */
export const changesLivePost = sql`p.step IN ('update', 'remove')`;

/**
 * Of an assignment `a`: whether its post may be live, or is, and its status does not say so: no caller cancels or edits it
 * meanwhile.
 */
export const hasOpenOutcome = sql`(a.status <> 'published' AND EXISTS (SELECT 1 FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.step = 'publish' AND ${mayHaveHappened}))`;

/** Of an assignment `a`: whether it has ended, and the outcome of a call that may have published its post is still unknown. */
export const isResolvable = sql`(a.status = 'failed' AND EXISTS (SELECT 1 FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.step = 'publish' AND ${hasNoKnownOutcome}))`;

/** Of an assignment `a`: whether the platform may have another payload than its row. */
export const isUpdateUnknown = sql`EXISTS (SELECT 1 FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.step = 'update' AND ${hasNoKnownOutcome})`;

/** Of an assignment `a`: whether an update of its published post is under way. */
export const isBeingUpdated = sql`EXISTS (SELECT 1 FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.step = 'update' AND ${hasNoKnownOutcome} AND p.lease_until > clock_timestamp())`;

/** Of an assignment `a`: the attempt to stage or to publish that has happened or may have, as a `BlockingAttempt`, or null. */
export const attemptThatBlocks = sql`(SELECT jsonb_build_object('id', p.id, 'step', p.step, 'payload', p.payload, 'result', p.result,
    'isAccepted', p.accepted_at IS NOT NULL, 'isRepeatable', p.is_repeatable, 'creation', p.creation,
    'restoredForMs', extract(epoch FROM clock_timestamp() - p.restored_at) * 1000,
    'leaseLeftMs', extract(epoch FROM p.lease_until - clock_timestamp()) * 1000)
  FROM publish_attempts p
  WHERE p.assignment_id = a.id AND NOT ${changesLivePost} AND ${mayHaveHappened})`;

/** Of an assignment `a`: whether one of its calls may have made a draft that no row names. */
export const mayHaveLostDraft = sql`EXISTS (SELECT 1 FROM publish_attempts p WHERE p.assignment_id = a.id AND p.is_lost)`;

/** Of an assignment `a`: whether the post of an earlier creating call was not found, and the call counts as a call that did not happen. */
export const hasAbsentPost = sql`EXISTS (SELECT 1 FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.absent_at IS NOT NULL AND p.outcome = 'notHappened')`;

export interface BlockingAttempt {
  id: number;
  step: 'stage' | 'publish';
  payload: Payload;
  /** The post that the call made; null: the outcome is unknown. */
  result: Post | null;
  isAccepted: boolean;
  /** The caller has retried since. */
  isRepeatable: boolean;
  /** The traces by which the post of a creating call is known; null for a call that publishes a draft. */
  creation: CreationTraces | null;
  /** How long the attempt has stood for calls that a restored database cannot know; null for a call of ours. */
  restoredForMs: number | null;
  /** Negative once the lease has run out. */
  leaseLeftMs: number;
}
