import { callbackEvents } from '../webhook';
import type { CallbackEvent, PostEvent } from '../webhook';
import type { AssignmentSnapshot, PostRemoval } from './snapshot';

/** Work on a live post that callers can ask to hear of. */
interface Told {
  /** Whether a change has ended the work. */
  ends: (before: AssignmentSnapshot, later: AssignmentSnapshot) => boolean;
  /** How the work has ended, as answers show it. */
  outcome: (later: AssignmentSnapshot) => unknown;
}

/** By event, in the order in which callers hear of them. Nothing is sent for an event without a row. */
const told: Partial<Record<CallbackEvent, Told>> = {
  removal: {
    ends: (before, { removal }) => before.removal?.state === 'due' && removal !== null && removal.state !== 'due',
    outcome: ({ removal }) => removal && shownRemoval(removal),
  },
};

/** The events of a live post that lie between two snapshots of its assignment: the change from one to the other has made them. */
export function postEventsOf(before: AssignmentSnapshot, later: AssignmentSnapshot): PostEvent[] {
  return callbackEvents.flatMap((event) => {
    const of = told[event];
    return of?.ends(before, later) ? [{ event, outcome: of.outcome(later) }] : [];
  });
}

/** A removal as callers see it, in answers and in webhooks (contract.md §2). */
export function shownRemoval({ mode, state, askedAt, askedBy, endedAt, error }: PostRemoval) {
  return {
    mode,
    status: state,
    requestedAt: new Date(askedAt).toISOString(),
    requestedBy: askedBy,
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    error,
  };
}
