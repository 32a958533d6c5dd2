import { callbackEvents } from '../webhook';
import type { CallbackEvent, PostEvent } from '../webhook';
import { askedItems, extraFields, extrasOf, shownExtra } from './extras';
import type { PostWithExtras } from './extras';
import type { AssignmentSnapshot, PostRemoval } from './snapshot';

/** Work on a live post that callers can ask to hear of. */
interface Told {
  /** Whether a change has ended the work. */
  ends: (before: AssignmentSnapshot, later: AssignmentSnapshot, about: PostFacts) => boolean;
  /** How the work has ended, as answers show it. */
  outcome: (later: AssignmentSnapshot, about: PostFacts) => unknown;
}

/** What the events read beside the snapshots. */
export type PostFacts = Pick<PostWithExtras, 'payload' | 'noted'>;

/** By event, in the order in which callers hear of them. */
const told: Readonly<Record<CallbackEvent, Told>> = {
  removal: {
    ends: (before, { removal }) => before.removal?.state === 'due' && removal !== null && removal.state !== 'due',
    outcome: ({ removal }) => removal && shownRemoval(removal),
  },
  extras: {
    ends: (before, later, { payload }) =>
      later.status === 'published' &&
      !later.lacksExtras &&
      (before.status !== 'published' || before.lacksExtras) &&
      askedItems(extraFields, payload).length > 0,
    outcome: (later, about) => extrasOf({ ...later, ...about }).extras.map(shownExtra),
  },
};

/** The events of a live post that lie between two snapshots of its assignment: the change from one to the other has made them. */
export function postEventsOf(before: AssignmentSnapshot, later: AssignmentSnapshot, about: PostFacts): PostEvent[] {
  return callbackEvents.flatMap((event) => {
    const of = told[event];
    return of.ends(before, later, about) ? [{ event, outcome: of.outcome(later, about) }] : [];
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
