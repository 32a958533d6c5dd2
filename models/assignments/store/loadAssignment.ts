import { aheadMsOf, lastLookMsOf } from '../../../domain/assignment/spread';
import type { AssignmentSnapshot, Kind, PlatformCall, Reason, Time } from '../../../domain/assignment/snapshot';
import type { Post } from '../../../platforms/Publisher';
import type { Transaction } from '../../database/transaction';
import type { BlockingAttempt } from '../openAttempts';
import { loadMany, loadOne } from './loadStatement';
import type { Facts, Row } from './loadStatement';

export type { Facts, NotedMedium } from './loadStatement';

/** The limits that the platform and the settings fix, and not the assignment. */
export type Limits = Omit<Kind, 'hasMedia' | 'lastLookMs'>;

/** No limits: requests of callers, and the loss of a run, are decided without the limits of a run (`walk.test.ts`). */
export const noLimits: Limits = {
  platform: '',
  retryDelaysMs: [],
  processingLimitMs: 0,
  pollMs: 0,
  leaseMs: 0,
  settleMs: 0,
  removalModes: [],
};

export interface Loaded {
  assignment: AssignmentSnapshot;
  /** The database's clock when the assignment was read. */
  now: Time;
  facts: Facts;
  /** The post of the call that has happened. */
  result: Post | null;
}

/** An assignment as the rules of its life read it, with all dependent facts, in one statement; null: not found. */
export async function loadAssignment(id: string, limits: Limits, transaction?: Transaction): Promise<Loaded | null> {
  const [loaded] = await loadAssignments([id], limits, transaction);
  return loaded ?? null;
}

/** Assignments as `loadAssignment` loads one, in the order of their ids; unknown ids are left out. */
export async function loadAssignments(
  ids: readonly string[],
  limits: Limits,
  transaction?: Transaction,
): Promise<Loaded[]> {
  const found = await (ids.length === 1 ? loadOne : loadMany).all({ ids }, transaction);
  return found.map((row) => loadedFrom(row, limits));
}

function loadedFrom(row: Row, limits: Limits): Loaded {
  return { assignment: snapshotOf(row, limits), now: row.now, facts: row, result: row.earlier?.result ?? null };
}

function snapshotOf(row: Row, limits: Limits): AssignmentSnapshot {
  const { status, generation, version, dueAt, endedAt, error, draft, cleanup, lacksExtras, channel, now } = row;
  const { tries, refusals, busy } = row;
  return {
    kind: { ...limits, hasMedia: row.hasMedia, lastLookMs: lastLookMsOf(row.assignmentId) },
    generation,
    version,
    status,
    dueAt,
    aheadMs: aheadMsOf(row.assignmentId, row.createdAt, dueAt, row.prepareAheadSeconds),
    endedAt,
    error: error ?? null,
    media: row.transfer,
    draft,
    call: row.earlier && callOf(row.earlier, now),
    tries,
    refusals,
    busy,
    pause: pauseOf(row),
    preparedAt: status === 'uploaded' ? row.preparedAt : null,
    cleanup,
    removal: row.removal,
    lacksExtras,
    channel,
  };
}

/** The reason of a failure that was not recorded. */
const unknown: Reason = { code: 'INTERNAL', message: '' };

function callOf({ step, isAccepted, leaseLeftMs, result, isRepeatable }: BlockingAttempt, now: Time): PlatformCall {
  return { of: step, isAccepted, leaseUntil: now + leaseLeftMs, hasHappened: result !== null, isRepeatable };
}

function pauseOf({ pause: { until, error, failedAt, count }, now }: Row): AssignmentSnapshot['pause'] {
  if (until === null && error === null) return null;
  return { until, error: error ?? unknown, failedAt: failedAt ?? now, count };
}
