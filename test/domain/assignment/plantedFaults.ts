import { plainFailure } from '../../../domain/failures/failures';
import { after } from '../../../domain/assignment/after';
import { change } from '../../../domain/assignment/change';
import type { Change } from '../../../domain/assignment/change';
import type { Event } from '../../../domain/assignment/events';
import { hasEnded, isOutcomeOpen } from '../../../domain/assignment/snapshot';
import type { AssignmentSnapshot } from '../../../domain/assignment/snapshot';

type Fault = (assignment: AssignmentSnapshot, event: Event, right: Change) => Change;

const withSnapshot = (right: Change, set: Partial<AssignmentSnapshot>): Change => ({
  ...right,
  assignment: { ...right.assignment, ...set },
});

/** Faults as a programmer might write them, each with the promise that it breaks. */
const faults: Readonly<Record<string, [promise: string, fault: Fault]>> = {
  'a removal is owed, and nobody does it': [
    'work that is left has a run',
    (_given, { is }, right) => (is === 'takeDownAsked' ? { ...right, runs: [] } : right),
  ],
  'a removal is forgotten when it is done': [
    'the end of a removal is told of, and nothing else',
    ({ removal }, { is }, right) =>
      is === 'cleaned' && removal?.state === 'due' ? withSnapshot(right, { removal: null }) : right,
  ],
  'a failure is told in place of an open outcome': [
    'a release while the post may be live is told',
    (given, _event, right) =>
      isOutcomeOpen(given) && right.moves.at(-1) === 'failed'
        ? withSnapshot(right, { error: plainFailure('UPLOAD_FAILED') })
        : right,
  ],
  'a cancellation while a call may publish': [
    'cancelled has nothing open',
    (given, { is }, right) => {
      if (is !== 'cancelled' || !isOutcomeOpen(given) || hasEnded(given)) return right;
      return change({ ...given, status: 'cancelled', endedAt: 0 }, { moves: ['cancelled'], credits: ['release'] });
    },
  ],
  'a second call while one stands': [
    'no call is made while another one stands',
    (given, event, right) => {
      if (event.is !== 'calling' || given.call?.of !== 'stage') return right;
      return change({ ...given, call: { ...given.call, of: event.of, leaseUntil: 30_000 } });
    },
  ],
  'a stored result that fails': [
    'live is known, or told as unknown',
    (_given, event, right) => {
      const isLive = event.is === 'answered' && event.answer === 'live' && right.moves.length > 0;
      if (!isLive) return right;
      const moves = [...right.moves.slice(0, -1), 'failed' as const];
      return {
        ...withSnapshot(right, { status: 'failed', error: plainFailure('UPLOAD_FAILED') }),
        moves,
        credits: ['release'],
      };
    },
  ],
  'a stored result that is asked for again': [
    'a retry of what is live publishes it',
    (given, event, right) => {
      if (event.is !== 'retried' || !given.call?.hasHappened) return right;
      return after({ ...given, call: { ...given.call, hasHappened: false } }, event, 0);
    },
  ],
  'a result that comes after the end is lost': [
    'no result of a call is void',
    (given, { is }, right) => (is === 'answered' && hasEnded(given) ? { ...right, isVoid: true } : right),
  ],
  'a lost answer ends its call': [
    'no call that publishes is forgotten without its answer',
    (_given, event, right) =>
      event.is === 'answered' && event.answer === 'lost' ? withSnapshot(right, { call: null }) : right,
  ],
  'a hold that is released twice': [
    'a hold is settled once',
    (_given, _event, right) =>
      right.credits.includes('release') ? { ...right, credits: [...right.credits, 'release'] } : right,
  ],
  'a counter that outlives its work': [
    'counters and clocks are of the work that is next',
    ({ tries }, _event, right) => (right.assignment.tries ? right : withSnapshot(right, { tries })),
  ],
  'a wait without an end': [
    'what has not ended has a step or a finite wait',
    (_given, _event, right) => {
      const { tries } = right.assignment;
      return tries ? withSnapshot(right, { tries: { ...tries, nextAt: Infinity } }) : right;
    },
  ],
  'a status that is left out': [
    'a status changes as the contract says',
    (_given, { is }, right) => (is === 'uploaded' ? { ...right, moves: right.moves.slice(1) } : right),
  ],
  'a run that never takes its first step up': [
    'the worker alone can reach an end',
    (given, { is }, right) => (is === 'began' && given.status === 'pending' ? { ...right, isVoid: true } : right),
  ],
  'an edit that is decided by the wait between two questions': [
    'what callers ask for is decided without the limits of a run',
    ({ kind }, { is }, right) =>
      is === 'edited' && !right.isVoid ? withSnapshot(right, { preparedAt: kind.pollMs }) : right,
  ],
};

export const plantedFaults = Object.entries(faults).map(([name, [promise, fault]]) => ({
  name,
  promise,
  after: ((assignment, event, now) => fault(assignment, event, after(assignment, event, now))) as typeof after,
}));
