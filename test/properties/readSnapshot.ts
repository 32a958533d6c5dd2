import type { AssignmentSnapshot, PlatformCall, Time } from '../../domain/assignment/snapshot';
import { blockingAttempt } from '../../models/openAttempts';
import type { BlockingAttempt } from '../../models/openAttempts';
import { lastLookAt, transferAt } from '../../models/spread';
import type { TestDatabase } from '../support/database';

interface Row extends Pick<AssignmentSnapshot, 'status' | 'generation' | 'cleanup' | 'preparedAt' | 'dueAt' | 'error'> {
  now: Time;
  transferAt: Time | null;
  lookAt: Time | null;
  againAt: Time | null;
  isMediaDue: boolean;
  isSecond: boolean;
  isReplaced: boolean;
  hasMedia: boolean;
  hasDraft: boolean;
  /** The platform has a payload; whether it is that of the row, null where nobody knows. */
  isStaged: boolean;
  isStagedSame: boolean | null;
  isActive: boolean;
  call: BlockingAttempt | null;
}

const ms = (moment: string): string => `(extract(epoch FROM ${moment}) * 1000)::float`;

/** The row of an assignment, as `domain/assignment` reads it. */
export async function readSnapshot(
  { query }: TestDatabase,
  id: string,
): Promise<{ snapshot: AssignmentSnapshot; now: Time }> {
  const [row] = await query<Row>(
    `SELECT a.status, a.generation, a.cleanup, ${ms('clock_timestamp()')} AS now, ${ms('a.scheduled_at')} AS "dueAt",
       ${ms(transferAt)} AS "transferAt", ${ms(lastLookAt())} AS "lookAt", ${ms('a.prepared_at')} AS "preparedAt",
       ${ms('a.prepare_again_at')} AS "againAt", a.is_media_due AS "isMediaDue", a.is_prepared_anew AS "isSecond",
       a.is_replaced AS "isReplaced", a.errors->0->>'code' AS error,
       (SELECT d.payload = a.payload FROM drafts d WHERE d.assignment_id = a.id) AS "isStagedSame",
       EXISTS (SELECT 1 FROM drafts d WHERE d.assignment_id = a.id) AS "isStaged", c.is_active AS "isActive", ${blockingAttempt} AS call,
       EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = a.id AND coalesce(u.session, u.object_id) IS NOT NULL) AS "hasMedia",
       EXISTS (SELECT 1 FROM drafts d WHERE d.assignment_id = a.id AND d.draft_id IS NOT NULL) AS "hasDraft"
     FROM assignments a JOIN connections c ON c.id = a.connection_id WHERE a.id = $1`,
    [id],
  );
  return { snapshot: snapshotOf(row!), now: row!.now };
}

function snapshotOf(row: Row): AssignmentSnapshot {
  const { status, generation, cleanup, dueAt, preparedAt, now } = row;
  const kind = {
    hasMedia: true,
    retryDelaysMs: [],
    processingLimitMs: 0,
    pollMs: 0,
    leaseMs: 0,
    settleMs: 0,
    lastLookMs: dueAt === null ? 0 : dueAt - row.lookAt!,
    canTakeDown: false,
  };
  return {
    kind,
    generation,
    version: 0,
    status,
    dueAt,
    aheadMs: dueAt === null ? 0 : dueAt - row.transferAt!,
    endedAt: null,
    error: row.error,
    media: {
      state: row.hasMedia ? 'whole' : 'none',
      madeAt: null,
      isDue: row.isMediaDue,
      absentSince: null,
      isOutdated: false,
      isSecond: row.isSecond,
      isReplaced: row.isReplaced,
    },
    draft: {
      isMade: row.hasDraft,
      payload: row.isStaged ? (row.isStagedSame ? 'same' : 'other') : 'none',
      hasReplaced: false,
    },
    call: row.call && callOf(row.call, now),
    tries: null,
    refusals: null,
    busy: null,
    pause: row.againAt === null ? null : { until: row.againAt, code: 'MEDIA_INVALID', failedAt: 0, count: 1 },
    preparedAt,
    cleanup,
    removal: 'none',
    lacksExtras: false,
    channel: { isActive: row.isActive, hasToken: true },
  };
}

function callOf({ step, isAccepted, leaseLeftMs, result }: BlockingAttempt, now: Time): PlatformCall {
  return { of: step, isAccepted, leaseUntil: now + leaseLeftMs, hasHappened: result !== null };
}
