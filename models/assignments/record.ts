import { after } from '../../domain/assignment/after';
import { nothing } from '../../domain/assignment/change';
import type { Change } from '../../domain/assignment/change';
import type { Event } from '../../domain/assignment/events';
import type { AssignmentSnapshot, Time } from '../../domain/assignment/snapshot';
import { Assignment } from '../Assignment';
import type { Transaction } from '../database';
import { rows } from '../sql';
import type { Given } from './changeStatement';
import { loadAssignment } from './loadAssignment';
import type { Facts, Limits, Loaded } from './loadAssignment';
import { inOwnTransaction, storeChange } from './storeChange';

/** What has become of an assignment. */
export interface Recorded extends Pick<Loaded, 'assignment' | 'now'> {
  change: Change;
  /** The outbox entries to dispatch. */
  outboxIds: readonly number[];
  /** The number of the call that begins; null: none does. */
  callId: number | null;
}

/** What has happened, by the assignment as it is; null: nothing. */
export type Report = (assignment: AssignmentSnapshot, now: Time, facts: Facts) => Event | null;

/** So often a change is decided anew because others have written meanwhile; then they wait. */
const attemptsMax = 5;

/**
 * Records what has happened to an assignment: `after` decides on the row as it is, and one statement stores that, if nobody else
 * has written meanwhile. Else it is decided anew.
 * @param given what of that the assignment does not say
 * @returns the assignment afterwards; null: there is none
 */
export async function record(id: string, limits: Limits, report: Report, given: Given = {}): Promise<Recorded | null> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const recorded = await recordOnce(id, limits, report, given);
    if (recorded !== 'stale') return recorded;
  }
  return inOwnTransaction(async (transaction) => {
    await rows(Assignment, 'SELECT 1 FROM assignments WHERE id = $id FOR UPDATE', { id }, transaction);
    const recorded = await recordOnce(id, limits, report, given, transaction);
    if (recorded === 'stale') throw new Error('an assignment has changed although it was locked');
    return recorded;
  });
}

async function recordOnce(
  id: string,
  limits: Limits,
  report: Report,
  given: Given,
  transaction?: Transaction,
): Promise<Recorded | null | 'stale'> {
  const loaded = await loadAssignment(id, limits, transaction);
  if (!loaded) return null;
  const { assignment, now } = loaded;
  const event = report(assignment, now, loaded.facts);
  const change = event === null ? nothing(assignment) : after(assignment, event, now);
  if (change.isVoid) return { assignment, now, change, outboxIds: [], callId: null };
  const stored = await storeChange(loaded, change, given, transaction);
  if (stored === null) return 'stale';
  return { assignment: change.assignment, now, change, callId: null, ...stored };
}
