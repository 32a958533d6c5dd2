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

/** The outcome of recording an event on an assignment. */
export interface Recorded extends Pick<Loaded, 'assignment' | 'now' | 'facts'> {
  change: Change;
  /** The outbox entries to dispatch. */
  outboxIds: readonly number[];
  /** The number of the call that begins; null: no call begins. */
  callId: number | null;
  /** When a post that is live now was last asked for. */
  askedAt?: Time;
}

/** The events that have happened, for the present assignment; null: none. After a void event the next is ignored. */
export type Report = (
  assignment: AssignmentSnapshot,
  now: Time,
  facts: Facts,
) => Event | readonly [Event, Event] | null;

const lock = command('assignments.lock', sql`SELECT FROM assignments WHERE id = ${param('id', 'uuid')} FOR UPDATE`);

/** The number of times that a change is decided while other writers are faster; then the row is locked. */
const attemptsMax = 5;

/**
 * Records events of an assignment: `after` decides on the present row, and one statement stores the change, if no other
 * writer has changed the row meanwhile. Else the change is decided again.
 * @param given the facts of the change that the assignment does not contain
 * @param known the assignment as its run has last read or stored it; kept up to date
 * @returns the assignment afterwards; null: not found
 */
export async function record(
  id: string,
  limits: Limits,
  report: Report,
  given: Given = {},
  known?: Known,
): Promise<Recorded | null> {
  const last = known?.now();
  const change = last && changeOf(last, report);
  if (last && change && isCertain(change)) {
    const recorded = await recordChange(last, change, given, known);
    if (recorded !== 'stale') return recorded;
  }
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const loaded = await (known ? known.load(id, limits) : loadAssignment(id, limits));
    if (!loaded) return null;
    const recorded = await recordChange(loaded, changeOf(loaded, report), given, known);
    if (recorded !== 'stale') return recorded;
  }
  return inOwnTransaction(async (transaction) => {
    await lock.run({ id }, transaction);
    const loaded = await loadAssignment(id, limits, transaction);
    if (!loaded) return null;
    const recorded = await recordChange(loaded, changeOf(loaded, report), given, known, transaction);
    if (recorded === 'stale') throw new Error('an assignment has changed although it was locked');
    return recorded;
  });
}

/**
 * Whether what is known is enough to store a change. A void change may be void no more on the row as it is now. The clock that is known is
 * late, and no post is live before its platform has shown it.
 */
function isCertain({ isVoid, moves }: Change): boolean {
  return !isVoid && !moves.includes('published');
}

async function recordChange(
  loaded: Loaded,
  change: Change,
  given: Given,
  known: Known | undefined,
  transaction?: Transaction,
): Promise<Recorded | 'stale'> {
  const readAtMs = performance.now();
  const { assignment, now, facts } = loaded;
  if (change.isVoid) return { assignment, now, facts, change, outboxIds: [], callId: null };
  const stored = await storeChange(loaded, change, given, transaction);
  known?.note(stored && loadedAfter(loaded, change, given, stored.callId ?? null), readAtMs);
  if (stored === null) return 'stale';
  return { assignment: change.assignment, now, facts, change, callId: null, ...stored };
}

function changeOf({ assignment, now, facts }: Loaded, report: Report): Change {
  const reported = report(assignment, now, facts);
  const [first, second] = reported === null ? [] : 'is' in reported ? [reported] : reported;
  const change = first ? after(assignment, first, now) : nothing(assignment);
  return change.isVoid || !second ? change : andThen(change, (next) => after(next, second, now));
}
