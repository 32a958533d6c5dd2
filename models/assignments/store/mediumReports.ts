import { hasEnded } from '../../../domain/assignment/snapshot';
import type { Given } from './changeStatement';
import type { NotedMedium } from './loadAssignment';
import type { NewMedium, NewObject, NewSession, Spare } from './mediaParts';
import type { Report } from './record';

/** The place of a medium, and the generation of the run that brings it. */
interface Place {
  generation: number;
  item: number;
}

/** A report, and its facts that the assignment does not contain. */
export interface MediumReport {
  report: Report;
  given: Given;
}

/**
 * A session was opened, before its first byte, in place of `replaced` (null: no session). Void if the assignment has
 * moved on, or another try has stored a session first: then the new session must not be used, and its maker removes it.
 * An ended assignment that owes the removal of its objects notes the session, too.
 */
export function sessionReport(place: Place, session: NewSession, replaced: string | null): MediumReport {
  return reportOf(place, 'session', { item: place.item, session }, (there, isOver) =>
    isOver ? isEmpty(there) : (there?.session ?? null) === replaced,
  );
}

/**
 * The last byte has made an object; repeating the report changes nothing. Void if the assignment has moved on, or
 * another try has recorded its object first: then no row names this object.
 * @param hasSession the stored session leads to the object
 * @param isLast with this object all media have arrived
 */
export function objectReport(
  place: Place,
  object: NewObject,
  { hasSession, isLast = false }: { hasSession: boolean; isLast?: boolean },
): MediumReport {
  const { report, given } = reportOf(place, 'media', { item: place.item, object }, (there, isOver) =>
    isOver && !hasSession ? isEmpty(there) : !there?.objectId || there.objectId === object.objectId,
  );
  const arrived = { is: 'uploaded', generation: place.generation } as const;
  const both: Report = (...known) => {
    const made = report(...known);
    return made && 'is' in made ? [made, arrived] : made;
  };
  return { report: isLast ? both : report, given };
}

/** A newer version of a medium is beside the prepared version, in any state of the assignment. Void without a place. */
export function spareReport(place: Place, spare: Spare): MediumReport {
  return reportOf(
    place,
    'spare',
    { item: place.item, spare },
    (there) => there !== undefined && isFreeFor(there, spare),
  );
}

function isFreeFor({ spareSession, spareObjectId }: NotedMedium, { session }: Spare): boolean {
  const isNone = spareSession === null && spareObjectId === null;
  return isNone || (session !== null && spareSession === session);
}

function isEmpty(there: NotedMedium | undefined): boolean {
  return !there?.session && !there?.objectId;
}

/** @param isFree whether the place, in its present state, takes the medium */
function reportOf(
  { generation, item }: Place,
  what: 'session' | 'media' | 'spare',
  medium: NewMedium,
  isFree: (there: NotedMedium | undefined, isOver: boolean) => boolean,
): MediumReport {
  const event = { is: 'made', what, by: generation } as const;
  const report: Report = (assignment, _now, { media }) => {
    const there = media.find((one) => one.item === item);
    return isFree(there, hasEnded(assignment)) ? event : null;
  };
  return { report, given: { medium } };
}
