import type { AssignmentStatus } from '../../../domain/assignment';
import type { Change } from '../../../domain/assignment/change';
import { postEventsOf } from '../../../domain/assignment/postEvents';
import { eventBody, isNotified, nameOfEvent, webhookBody } from '../../../domain/webhook';
import type { DeliveryEvent } from '../../../domain/webhook';
import type { Post } from '../../../platforms/Publisher';
import { readNoted } from '../notedExtras';
import type { Loaded } from './loadAssignment';

/** What is to be sent to the caller of an assignment. */
export interface Message {
  event: DeliveryEvent;
  /** The bytes of every attempt. */
  body: string;
}

/**
 * What the caller of an assignment is to hear of a change, in order: its transitions, but for those that the caller leaves out,
 * and the events that the caller has asked for (contract.md §5).
 * @param post that the change has made live
 */
export function messagesOf({ assignment: before, facts, now }: Loaded, change: Change, post: Post | null): Message[] {
  const { assignment: later } = change;
  const about = { ...facts, ...post, timestamp: new Date(now) };
  const errors = later.error ? [later.error] : [];
  const isWanted = (status: AssignmentStatus) => facts.callbackStatuses?.includes(status) ?? true;
  const transitions = change.moves
    .filter((status) => isNotified(status) && isWanted(status))
    .map((status) => ({
      event: status,
      body: webhookBody({ ...about, status, errors: status === 'failed' ? errors : [] }),
    }));
  const noted = readNoted(facts.notedExtras ?? []);
  const events = postEventsOf(before, later, { payload: facts.payload, noted })
    .filter(({ event }) => facts.callbackEvents.includes(event))
    .map((told) => ({ event: nameOfEvent(told.event), body: eventBody(told, about) }));
  return [...transitions, ...events];
}
