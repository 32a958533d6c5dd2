import { allows } from './allows';
import type { AssignmentFacts } from './allows';
import { change, nextRun, nothing } from './change';
import type { Change } from './change';
import type { CallerEvent } from './events';
import { debtsOf } from './nextStep';
import type { RemovalMode } from '../platform';
import type { AssignmentSnapshot, Failure, Time } from './snapshot';

/**
 * The answer to the wish to take a public post down (contract.md §2):
 * - `begins`: the removal is tried from now on
 * - `stands`: it is so, or is being made so
 * - `isDeleted`: the post is being deleted, and cannot become private
 */
export type TakeDownAnswer = 'begins' | 'stands' | 'isDeleted';

/** The answer where `allows` has nothing against the wish, or the post is deleted. */
export function takeDownAnswer({ removal }: Pick<AssignmentFacts, 'removal'>, mode: RemovalMode): TakeDownAnswer {
  if (!removal || removal.state === 'failed') return 'begins';
  if (removal.mode === mode || (removal.mode === 'delete' && removal.state === 'done')) return 'stands';
  return mode === 'delete' ? 'begins' : 'isDeleted';
}

/** The next run takes the post down. Extras that the post still lacks are dropped. */
export function afterTakeDownAsked(
  assignment: AssignmentSnapshot,
  { mode, by }: Extract<CallerEvent, { is: 'takeDownAsked' }>,
  now: Time,
): Change {
  const { kind, media } = assignment;
  if (allows(assignment, 'takeDown') !== null || !kind.removalModes.includes(mode)) return nothing(assignment);
  if (takeDownAnswer(assignment, mode) !== 'begins') return nothing(assignment);
  const asked = {
    removal: { state: 'due', mode, askedAt: now, askedBy: by, endedAt: null, error: null },
    lacksExtras: false,
    media: { ...media, absentSince: null },
    tries: null,
    refusals: null,
    busy: null,
  } as const;
  return nextRun(assignment, asked, { terminates: debtsOf(assignment).length > 0 });
}

/** The post is gone, or private. */
export function takenDown(assignment: AssignmentSnapshot, now: Time): Change {
  const { removal, media } = assignment;
  if (removal?.state !== 'due') return nothing(assignment);
  const done = { ...removal, state: 'done', endedAt: now, error: null } as const;
  return change({ ...assignment, removal: done, media: { ...media, absentSince: null } });
}

/** The removal is given up. */
export function takeDownFailed(assignment: AssignmentSnapshot, { code, message }: Failure, now: Time): Change {
  const { removal } = assignment;
  if (removal?.state !== 'due') return nothing(assignment);
  const failed = { ...removal, state: 'failed', endedAt: now, error: { code, message } } as const;
  return change({ ...assignment, removal: failed });
}
