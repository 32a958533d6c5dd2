import { isEarly } from './snapshot';
import type { AssignmentSnapshot, Time } from './snapshot';
import { aheadMsOf } from './spread';

/**
 * The part of its life for which a prepared object counts as kept. The rest is for a preparation that is tried again, and
 * for a post that goes live late: of the 24 hours of an unpublished photo, 20 count (contract.md §2, _Time_).
 */
const countedShare = 5 / 6;

/** The time for which a platform certainly keeps prepared objects, in milliseconds. @param preparedLifeMs null: for good */
export function countedLifeMs(preparedLifeMs: number | null): number {
  return preparedLifeMs === null ? Infinity : Math.floor(preparedLifeMs * countedShare);
}

/**
 * How long before its time a post is prepared, in whole seconds.
 * @param asked in whole seconds
 * @param preparedLifeMs how long the platform keeps prepared objects; null: for good
 */
export function countedAheadSeconds(asked: number, preparedLifeMs: number | null): number {
  return Math.min(asked, Math.floor(countedLifeMs(preparedLifeMs) / 1000));
}

/** Whether an object that was stored at `storedAt` may be gone by the time of its post. */
export function isShortLived(storedAt: Time, dueAt: Time, preparedLifeMs: number | null): boolean {
  return storedAt + countedLifeMs(preparedLifeMs) < dueAt;
}

/** The facts by which the beginning of a preparation is known. */
export interface PreparationFacts extends Pick<AssignmentSnapshot, 'status' | 'dueAt'> {
  id: string;
  createdAt: Time;
  hasMedia: boolean;
  /** As it is stored: it counts already. */
  prepareAheadSeconds: number;
}

/** When the preparation of a post begins, or has begun; null without a time, without media, and once it is over. */
export function preparesAt(facts: PreparationFacts): Time | null {
  const { id, createdAt, dueAt, hasMedia, prepareAheadSeconds } = facts;
  if (dueAt === null || !hasMedia || !isEarly(facts)) return null;
  return dueAt - aheadMsOf(id, createdAt, dueAt, prepareAheadSeconds);
}
