import type { Refusal as Why } from '../../domain/assignment/allows';
import { conflict, notFound, Refusal } from '../http/errors';
import { statusWords } from './statusWords';

export const noSuchAssignment = notFound('assignment');
export const connectionInactive = conflict('The connection is inactive. Activate it before you publish to it.');
export const connectionGone = conflict('The connection of the assignment is inactive or was removed.');
export const notCancellable = conflict(
  (status: string) => `The assignment is ${status}: it cannot be cancelled any more.`,
  'processing',
);
export const notRetryable = conflict(
  (status: string) => `The assignment is ${status}: only a ${statusWords('retry')} one can be retried.`,
  'published',
);
export const uploadRemoved = conflict('The uploaded media of the assignment was removed.');
export const notEditable = conflict(
  (status: string) => `The assignment is ${status}: it cannot be changed.`,
  'processing',
);
export const mediaFixed = conflict(
  (status: string) => `The assignment is ${status}: its media cannot be changed any more.`,
  'uploaded',
);
export const fieldFixed = conflict(
  (status: string, field: string) =>
    `The assignment is ${status}: payload.${field} went to the platform when the post was prepared, and cannot be changed any more.`,
  'uploaded',
  'notifySubscribers',
);
export const outcomeOpen = conflict(
  'A call that may have published the post has no known outcome. The platform is being asked; try again later.',
);

export const notResolvable = conflict(
  (status: string) =>
    `The assignment is ${status}: only a ${statusWords('resolve')} one with an open outcome can be resolved.`,
  'published',
);
export const notPublic = conflict(
  (status: string, next: string) =>
    `The assignment is ${status}: only a ${statusWords('takeDown')} post can be taken down. ${next}`,
  'pending',
  'Nothing is public yet: cancel it.',
);
export const connectionRemoved = conflict('The connection of the assignment was removed.');
export const neverTakenDown = conflict(
  (platform: string, type: string) => `${platform} does not let a published ${type} be taken down.`,
  'Facebook',
  'Story',
);
export const beingDeleted = conflict('The post is being deleted: it cannot become private any more.');
export const postRemoved = conflict('The post is deleted, or is being taken down: it cannot be changed any more.');
export const outcomeKnown = conflict('The outcome of the assignment is known. A retry publishes the post.');

/** The actions that are refused by the state alone. */
export type JudgedAction = 'cancel' | 'edit' | 'editMedia' | 'retry' | 'resolve';

const stateRefusals: {
  readonly [Asked in JudgedAction]: Readonly<Record<Why<Asked>, Refusal<[status: string]>>>;
} = {
  cancel: { status: notCancellable, outcomeOpen },
  edit: { status: notEditable, outcomeOpen },
  editMedia: { status: mediaFixed, outcomeOpen },
  retry: { status: notRetryable },
  resolve: { status: notResolvable, outcomeKnown },
};

/** The 409 of an action, by why `allows` refuses it. */
export function stateRefusal<Asked extends JudgedAction>(action: Asked, why: Why<Asked>): Refusal<[status: string]> {
  return stateRefusals[action][why];
}

export const noUpdates = conflict(
  (platform: string, type: string) => `${platform} does not let a published ${type} be changed.`,
  'Facebook',
  'Story',
);
export const updateNotMeant = conflict('The assignment is published. Set updatePublished to change the post itself.');
export const updateUnderWay = conflict('Another update of the post is under way. Try again in a moment.');
export const updateOvertaken = conflict('The update took so long that another one has overtaken it.');
export const tooManyStreams = new Refusal(
  'RATE_LIMITED',
  (count: number) => `You have ${count} event streams open. Close some of them first.`,
  100,
);
export const streamsRefused = new Refusal(
  'UNAVAILABLE',
  () => 'No more event streams can be opened here at present. Try again in a moment.',
);

/** The database was restored: whether the key was used before is not known (contract.md §2). */
export const keysLost = new Refusal(
  'UNAVAILABLE',
  () => 'Idempotency keys may have been lost. Requests with one that is not known wait: repeat yours later.',
);
