import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import { Assignment } from './Assignment';
import type { CleanupState } from './Assignment';
import type { Transaction } from './database';
import { isOutcomeOpen, isOutcomeUnknown } from './openAttempts';
import { lastLookAt, transferAt } from './spread';
import { firstRow, rows } from './sql';

/** Milliseconds until a moment, by the database's clock. */
const msUntil = (moment: string): string => `ceil(extract(epoch FROM ${moment} - clock_timestamp()) * 1000)::float`;

/** One job as a transition judges it, its row locked. */
export interface LockedRow {
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
  /** Its live post lacks extras. */
  owesExtras: boolean;
  error: AssignmentError | null;
  /** Milliseconds until scheduled_at by the database's clock; 0 or less when due. */
  waitMs: number;
  /** Until its last look; 0 or less from then on, and without a scheduled time. */
  lastLookWaitMs: number;
  /** Until its media may be transferred; 0 or less from then on. */
  transferWaitMs: number;
  /** Until a preparation that failed is tried again; null while none waits. */
  againMs: number | null;
  /** All is in place for going live; in the last minute, only if it was looked at since that began. */
  isPrepared: boolean;
  isMediaDue: boolean;
  isActive: boolean;
  hasLeftover: boolean;
  /** A draft that another one has replaced is not removed yet. */
  hasReplaced: boolean;
  /** Its post may be live, or is, and the status does not say so. */
  isOutcomeOpen: boolean;
  /** Nobody knows whether its post is live. */
  isOutcomeUnknown: boolean;
  /** The status that the next transition leads to. */
  asked: 'uploading' | 'processing';
  /** The job has made this transition since it was created or last retried, in whatever generation. */
  reached: boolean;
}

/**
 * Locks in a statement of its own: the next one then sees all that was committed while this one waited.
 * @param to the status that is asked for; null for the one that the row leads to
 */
export async function lockAndRead(
  id: string,
  to: AssignmentStatus | null,
  transaction: Transaction,
): Promise<LockedRow | undefined> {
  await rows(Assignment, 'SELECT 1 FROM assignments WHERE id = $id FOR UPDATE', { id }, transaction);
  return firstRow<LockedRow>(
    Assignment,
    `SELECT clock_timestamp() AS now, a.workspace_id AS "workspaceId", a.connection_id AS "connectionId", a.platform,
            a.callback_url AS "callbackUrl", a.status, a.generation, a.hold_id AS "holdId", a.cleanup,
            a.owes_extras AS "owesExtras", a.errors->0 AS error,
            coalesce(${msUntil('a.scheduled_at')}, 0) AS "waitMs",
            coalesce(${msUntil(transferAt)}, 0) AS "transferWaitMs",
            coalesce(${msUntil(lastLookAt())}, 0) AS "lastLookWaitMs",
            ${msUntil('a.prepare_again_at')} AS "againMs", a.is_media_due AS "isMediaDue",
            a.prepared_at IS NOT NULL AND coalesce(clock_timestamp() < ${lastLookAt()}
              OR a.prepared_at >= ${lastLookAt()}, false) AS "isPrepared",
            c.is_active AS "isActive",
            EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = a.id AND coalesce(u.session, u.object_id) IS NOT NULL)
              OR EXISTS (SELECT 1 FROM drafts d WHERE d.assignment_id = a.id AND d.draft_id IS NOT NULL) AS "hasLeftover",
            EXISTS (SELECT 1 FROM drafts d WHERE d.assignment_id = a.id AND d.replaced <> '{}')
              OR EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = a.id AND coalesce(u.spare_session, u.spare_object_id) IS NOT NULL)
              AS "hasReplaced",
            ${isOutcomeOpen} AS "isOutcomeOpen", ${isOutcomeUnknown} AS "isOutcomeUnknown",
            asked.status AS asked,
            EXISTS (SELECT 1 FROM assignment_events e WHERE e.assignment_id = a.id AND e.status = asked.status AND e.id > (
                      SELECT max(id) FROM assignment_events WHERE assignment_id = a.id AND status = 'pending')) AS reached
     FROM assignments a JOIN connections c ON c.id = a.connection_id CROSS JOIN LATERAL (
       SELECT coalesce($to, CASE WHEN a.status IN ('uploaded', 'processing') THEN 'processing' ELSE 'uploading' END) AS status) asked
     WHERE a.id = $id`,
    { id, to },
    transaction,
  );
}
