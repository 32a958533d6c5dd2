import { paced } from '../pace';
import type { Time } from './snapshot';

/**
 * Work that can wait is spread by the id of its assignment over the time before it is needed. People choose whole minutes
 * for their posts, so without this all of it would begin in the very seconds in which other posts go live
 * (domain/README.md). The same assignment always gets the same moments.
 */

/** The longest that the beginning of a preparation is put off, in seconds: 500 posts of one minute begin at 2 a second. */
const preparationSpreadSecondsMax = 300;
/** Of each minute, the beginning belongs to the posts due at it, and the end to the posts due at the next minute. */
const [firstSecond, secondCount] = [15, 40];
/** The beginning of an assignment that was made at most so long before its earliest moment follows the caller, not the clock. */
export const followsCallerMs = 2000;

/** How long before its time the media of an assignment may be brought. */
export interface PreparationWindow {
  earliestMs: number;
  /** In the first quarter of that time; the earliest moment where there is hardly time for it. */
  spreadMs: number;
}

/** @param prepareAheadSeconds a whole number */
export function aheadOf(id: string, prepareAheadSeconds: number): PreparationWindow {
  const earliestMs = prepareAheadSeconds * 1000;
  return { earliestMs, spreadMs: earliestMs - 1000 * delaySeconds(id, prepareAheadSeconds) };
}

/** How long before its time `dueAt` the media of an assignment may be brought; 0 where it has no time. */
export function aheadMsOf(id: string, createdAt: Time, dueAt: Time | null, prepareAheadSeconds: number): number {
  if (dueAt === null) return 0;
  const { earliestMs, spreadMs } = aheadOf(id, prepareAheadSeconds);
  return createdAt > dueAt - earliestMs - followsCallerMs ? earliestMs : spreadMs;
}

/** How long before its time an assignment is looked at last, and the source of its media: in the last minute, with half of it left. */
export function lastLookMsOf(id: string): number {
  return paced(1000) * (55 - Math.floor(25 * shareOf(id, 1)) - middleOfASecond(id));
}

function delaySeconds(id: string, prepareAheadSeconds: number): number {
  const seconds = Math.min(Math.floor(prepareAheadSeconds / 4), preparationSpreadSecondsMax);
  if (seconds < 1) return 0;
  if (seconds < 60) return Math.floor(shareOf(id, 1) * seconds) + middleOfASecond(id);
  const minutes = Math.floor(shareOf(id, 1) * Math.floor(seconds / 60));
  return 60 * minutes + firstSecond + Math.floor(secondCount * shareOf(id, 2)) + middleOfASecond(id);
}

/** Posts are due at the beginning of a second. */
function middleOfASecond(id: string): number {
  return 0.3 + 0.4 * shareOf(id, 0);
}

/** A number from 0 up to 1, from sixteen of the last random bits of a UUID. */
function shareOf(id: string, place: 0 | 1 | 2): number {
  const start = id.length - 12 + 4 * place;
  return Number.parseInt(id.slice(start, start + 4), 16) / 65_536;
}
