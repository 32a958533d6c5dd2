import { hasEnded } from '../../../domain/assignment/snapshot';
import type { Given } from './changeStatement';
import type { NotedMedium } from './loadAssignment';
import type { NewMedium, NewObject, NewSession, Spare } from './mediaParts';
import type { Report } from './record';

/** The place of a medium, and the generation of who brings it. */
interface Place {
  generation: number;
  item: number;
}

/** What is reported, and what of it the assignment does not say. */
export interface MediumReport {
  report: Report;
  given: Given;
}

/**
 * A session was opened, before its first byte, in place of `replaced` (null: there was none). Void where the assignment
 * has moved on, or another try has stored a session first: then this one must not be used, and its maker removes it. Where
 * the assignment has ended and owes the removal of what it has, this is noted, too.
 */
export function sessionReport(place: Place, session: NewSession, replaced: string | null): MediumReport {
  return reportOf(place, 'session', { item: place.item, session }, (there, isOver) =>
    isOver ? isEmpty(there) : (there?.session ?? null) === replaced,
  );
}

/**
 * The last byte has made an object; repeating it changes nothing. Void where the assignment has moved on, or another try has
 * recorded its object first: then nobody knows this one.
 * @param hasSession the stored session leads to the object
 * @param isLast with it all media have arrived
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

/** A newer version of a medium is beside the prepared one, whatever has become of the assignment. Void where nothing leads to it. */
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

/** @param isFree the place, as it is, takes the medium */
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
