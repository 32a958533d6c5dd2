import type { Change } from '../../../domain/assignment/change';
import { hasEnded } from '../../../domain/assignment/snapshot';
import type { AssignmentSnapshot, Time } from '../../../domain/assignment/snapshot';
import type { BlockingAttempt } from '../openAttempts';
import type { Given } from './changeStatement';
import { loadAssignment } from './loadAssignment';
import type { Facts, Limits, Loaded, NotedMedium } from './loadAssignment';
import type { NewMedium } from './mediaParts';

/**
 * An assignment as one activity of its run has last read or stored it, so that the activity need not load it again. The write of
 * another writer makes the next change stale, and then the assignment is loaded.
 */
export class Known {
  #last: { loaded: Loaded; readAtMs: number } | null = null;

  /** Loads the assignment, and knows it from now on; null: not found. */
  async load(id: string, limits: Limits): Promise<Loaded | null> {
    const loaded = await loadAssignment(id, limits);
    this.note(loaded, performance.now());
    return loaded;
  }

  /** The assignment as of now, by the clock of the database when it was loaded; null: unknown. That clock is later by the time that the answer took. */
  now(): Loaded | null {
    if (this.#last === null) return null;
    const { loaded, readAtMs } = this.#last;
    return asOf(loaded, loaded.now + performance.now() - readAtMs);
  }

  /** @param readAtMs `performance.now()` at the time of the database's clock in `loaded` */
  note(loaded: Loaded | null, readAtMs: number): void {
    this.#last = loaded && { loaded, readAtMs };
  }
}

function asOf(loaded: Loaded, now: Time): Loaded {
  const { earlier } = loaded.facts;
  if (earlier === null) return { ...loaded, now };
  const passedMs = now - loaded.now;
  const { leaseLeftMs, restoredForMs } = earlier;
  const since = { leaseLeftMs: leaseLeftMs - passedMs, restoredForMs: restoredForMs && restoredForMs + passedMs };
  return { ...loaded, now, facts: { ...loaded.facts, earlier: { ...earlier, ...since } } };
}

/**
 * The assignment that a load after a stored change would give.
 * @param callId of a call that began with the change
 * @returns null where the change does not determine the whole assignment
 */
export function loadedAfter(before: Loaded, change: Change, given: Given, callId: number | null): Loaded | null {
  if (!isPlain(before, change, given)) return null;
  const { facts, now } = before;
  const { medium } = given;
  const staged = stagedBy(medium) ?? facts.staged;
  const media = medium ? mediaWith(facts.media, medium, now) : facts.media;
  const earlier = callId === null ? facts.earlier : begun(change.assignment, given, callId, now);
  return {
    ...before,
    assignment: {
      ...change.assignment,
      version: before.assignment.version + 1,
      ...(stagedBy(medium) && draftOf(change)),
    },
    facts: { ...facts, media, staged, earlier },
  };
}

/** The assignment goes on in the same run, and the change has brought a medium or begun a call at most. */
function isPlain({ assignment }: Loaded, { assignment: next, call, runs }: Change, given: Given): boolean {
  const { draft, takesNewer, columns, medium } = given;
  const isOther = draft !== undefined || takesNewer !== undefined || columns !== undefined;
  const isSpare = medium !== undefined && 'spare' in medium;
  const hasCall = call === null || call === 'begun';
  return !isOther && !isSpare && hasCall && runs.length === 0 && !hasEnded(next) && next.cleanup === assignment.cleanup;
}

function stagedBy(medium: NewMedium | undefined): Facts['staged'] {
  return medium && 'session' in medium ? medium.session.staged : null;
}

/** A session that carries the payload leaves nothing to be staged. */
function draftOf({ assignment: { draft } }: Change): Pick<AssignmentSnapshot, 'draft'> {
  return { draft: { ...draft, payload: 'same' } };
}

function mediaWith(media: readonly NotedMedium[], medium: NewMedium, now: Time) {
  const { item } = medium;
  const there = media.find((one) => one.item === item) ?? emptyAt(item, now);
  return [
    ...media.filter((one) => one.item !== item),
    { ...there, ...noted(there, medium, now), storedAt: now },
  ].toSorted((one, other) => one.item - other.item);
}

function emptyAt(item: number, now: Time): NotedMedium {
  const none = {
    session: null,
    objectId: null,
    source: null,
    spareSession: null,
    spareObjectId: null,
    spareMadeAt: null,
  };
  return { item, ...none, madeAt: now, storedAt: now };
}

function noted(there: NotedMedium, medium: NewMedium, now: Time): Partial<NotedMedium> {
  if ('session' in medium) {
    const { session, source } = medium.session;
    return { session, source, objectId: null, madeAt: now };
  }
  if (!('object' in medium)) return {};
  const { objectId, source } = medium.object;
  return { objectId, source: source ?? there.source, madeAt: there.objectId === null ? now : there.madeAt };
}

function begun(
  { call }: AssignmentSnapshot,
  { callPayload, creation }: Given,
  id: number,
  now: Time,
): BlockingAttempt | null {
  if (!call || !callPayload) return null;
  const leaseLeftMs = call.leaseUntil - now;
  const fresh = { result: null, isAccepted: false, isRepeatable: false, restoredForMs: null };
  return { id, step: call.of, payload: callPayload, creation: creation?.traces ?? null, leaseLeftMs, ...fresh };
}
