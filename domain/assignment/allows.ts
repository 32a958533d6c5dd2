import { assignmentStatuses } from '../assignment';
import type { AssignmentStatus } from '../assignment';
import { isEarly, isOutcomeOpen, isTakenDown } from './snapshot';
import type { AssignmentSnapshot, Kind, PlatformCall, PostRemoval } from './snapshot';

/** The obstacles to each action where its status allows it. */
interface Obstacles {
  cancel: 'outcomeOpen';
  /** Of the time, or of payload fields other than the media. */
  edit: 'outcomeOpen';
  /** Other media. */
  editMedia: 'outcomeOpen';
  retry: never;
  /** A person says whether the post is live. */
  resolve: 'outcomeKnown';
  /** Of the live post. */
  update: 'removed';
  /** A removal that is due may be asked for again, in the same way or in a stronger one (`takeDown.ts`). */
  takeDown: 'removed' | 'platform';
}

/** The actions that a caller may ask of an assignment. */
export type Action = keyof Obstacles;

/**
 * - `status`: not in this status
 * - `outcomeOpen`: a call may have published the post
 * - `outcomeKnown`: no call is open whose outcome a person could tell
 * - `removed`: the post is deleted, or is being taken down
 * - `platform`: the platform cannot do it
 */
export type Refusal<Asked extends Action = Action> = 'status' | Obstacles[Asked];

/** The parts of an assignment on which an answer depends. */
export interface AssignmentFacts extends Pick<AssignmentSnapshot, 'status'> {
  pause: Pick<NonNullable<AssignmentSnapshot['pause']>, 'until'> | null;
  call: Pick<PlatformCall, 'of' | 'hasHappened'> | null;
  kind: Pick<Kind, 'removalModes'>;
  removal: Pick<PostRemoval, 'state' | 'mode'> | null;
}

/** Why a caller may not do this now; null: it is allowed. */
export function allows<Asked extends Action>(assignment: AssignmentFacts, action: Asked): Refusal<Asked> | null {
  const { status, pause } = assignment;
  const place = { status, isPaused: pause !== null && pause.until !== null };
  return isInPlace(action, place) ? obstacles[action](assignment) : 'status';
}

/** Where an assignment is, as its answers tell it, too. */
export interface Place extends Pick<AssignmentSnapshot, 'status'> {
  /** Its preparation has failed, and waits to be tried again. */
  isPaused?: boolean;
}

/** Whether an action is allowed there, if nothing else stands in its way. */
export function isInPlace(action: Action, place: Place): boolean {
  return places[action](place);
}

/** The statuses in which an action is allowed, paused or not: texts name them. */
export function statusesOf(action: Action): AssignmentStatus[] {
  return assignmentStatuses.filter((status) => isInPlace(action, { status }));
}

const isPublished = ({ status }: Place): boolean => status === 'published';

/** The statuses of each action. A run that is bringing media is not edited, unless it waits because that failed. */
const places: Record<Action, (place: Place) => boolean> = {
  cancel: isEarly,
  edit: ({ status, isPaused }) =>
    status === 'pending' || status === 'uploaded' || (status === 'uploading' && isPaused === true),
  editMedia: ({ status }) => status === 'pending',
  retry: ({ status }) => status === 'failed',
  resolve: ({ status }) => status === 'failed',
  update: isPublished,
  takeDown: isPublished,
};

const openOutcome = (assignment: AssignmentFacts) => (isOutcomeOpen(assignment) ? 'outcomeOpen' : null);
const deleted = ({ removal }: AssignmentFacts) =>
  removal?.state === 'done' && removal.mode === 'delete' ? 'removed' : null;

const obstacles: { readonly [Asked in Action]: (assignment: AssignmentFacts) => Obstacles[Asked] | null } = {
  cancel: openOutcome,
  edit: openOutcome,
  editMedia: openOutcome,
  retry: () => null,
  resolve: (assignment) => (isOutcomeOpen(assignment) && !assignment.call?.hasHappened ? null : 'outcomeKnown'),
  update: (assignment) => (isTakenDown(assignment) ? 'removed' : null),
  takeDown: (assignment) => (assignment.kind.removalModes.length > 0 ? deleted(assignment) : 'platform'),
};
