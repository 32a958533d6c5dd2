import { after } from '../../../domain/assignment/after';
import { andThen, nothing } from '../../../domain/assignment/change';
import type { Change } from '../../../domain/assignment/change';
import type { Event } from '../../../domain/assignment/events';
import type { AssignmentSnapshot, Time } from '../../../domain/assignment/snapshot';
import type { Transaction } from '../../database/transaction';
import { param, sql } from '../../database/fragment';
import { command } from '../../database/statement';
import type { Given } from './changeStatement';
import { loadedAfter } from './known';
import type { Known } from './known';
import { loadAssignment } from './loadAssignment';
import type { Facts, Limits, Loaded } from './loadAssignment';
import { inOwnTransaction, storeChange } from './storeChange';

/** What has become of an assignment. */
export interface Recorded extends Pick<Loaded, 'assignment' | 'now' | 'facts'> {
  change: Change;
  /** The outbox entries to dispatch. */
  outboxIds: readonly number[];
  /** The number of the call that begins; null: none does. */
  callId: number | null;
}

/** What has happened, by the assignment as it is; null: nothing. An event after a void one says nothing. */
export type Report = (
  assignment: AssignmentSnapshot,
  now: Time,
  facts: Facts,
) => Event | readonly [Event, Event] | null;

const lock = command('assignments.lock', sql`SELECT FROM assignments WHERE id = ${param('id', 'uuid')} FOR UPDATE`);

/** So often a change is decided anew because others have written meanwhile; then they wait. */
const attemptsMax = 5;

/**
 * Records what has happened to an assignment: `after` decides on the row as it is, and one statement stores that, if nobody else
 * has written meanwhile. Else it is decided anew.
 * @param given what of that the assignment does not say
 * @param known as the run has stored it last; kept up to date
 * @returns the assignment afterwards; null: there is none
 */
export async function record(
  id: string,
  limits: Limits,
  report: Report,
  given: Given = {},
  known?: Known,
): Promise<Recorded | null> {
  const last = known?.now();
  if (last) {
    const recorded = await recordOn(last, report, given, known);
    // A void change may be void no more.
    if (recorded !== 'stale' && !recorded.change.isVoid) return recorded;
  }
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const loaded = await loadAssignment(id, limits);
    if (!loaded) return null;
    const recorded = await recordOn(loaded, report, given, known);
    if (recorded !== 'stale') return recorded;
  }
  return inOwnTransaction(async (transaction) => {
    await lock.run({ id }, transaction);
    const loaded = await loadAssignment(id, limits, transaction);
    if (!loaded) return null;
    const recorded = await recordOn(loaded, report, given, known, transaction);
    if (recorded === 'stale') throw new Error('an assignment has changed although it was locked');
    return recorded;
  });
}

async function recordOn(
  loaded: Loaded,
  report: Report,
  given: Given,
  known: Known | undefined,
  transaction?: Transaction,
): Promise<Recorded | 'stale'> {
  const readAtMs = performance.now();
  const { assignment, now, facts } = loaded;
  const change = changeBy(assignment, report(assignment, now, facts), now);
  if (change.isVoid) return { assignment, now, facts, change, outboxIds: [], callId: null };
  const stored = await storeChange(loaded, change, given, transaction);
  known?.note(stored && loadedAfter(loaded, change, given, stored.callId ?? null), readAtMs);
  if (stored === null) return 'stale';
  return { assignment: change.assignment, now, facts, change, callId: null, ...stored };
}

function changeBy(assignment: AssignmentSnapshot, reported: ReturnType<Report>, now: Time): Change {
  const [first, second] = reported === null ? [] : 'is' in reported ? [reported] : reported;
  const change = first ? after(assignment, first, now) : nothing(assignment);
  return change.isVoid || !second ? change : andThen(change, (next) => after(next, second, now));
}
