/** Violations of one assignment, each as the end of a sentence about it. */
import { endedTries } from '../../../domain/assignment/interventions';
import type { SeenAssignment, SeenOrder, Snapshot } from './snapshot';

/** The ways on of an assignment, written by hand from the contract: domain/assignment.ts may be wrong. */
const waysOn: Record<string, readonly string[]> = {
  '': ['pending'],
  pending: ['uploading', 'failed', 'cancelled'],
  uploading: ['uploaded', 'failed', 'cancelled'],
  uploaded: ['processing', 'failed', 'cancelled'],
  processing: ['published', 'failed'],
  failed: ['pending'],
  published: [],
  cancelled: [],
};

const ended = ['published', 'failed', 'cancelled'];

export function unended({ status, cleanup, owesExtras, removal, errors }: SeenAssignment): (string | false)[] {
  return [
    !ended.includes(status) && 'has not ended',
    cleanup === 'due' && 'still owes a clean-up',
    owesExtras && 'still owes what belongs to its post',
    removal?.state === 'due' && 'is still to be taken down',
    errors.some(({ code, message }) => code === 'INTERNAL' && message !== endedTries) &&
      `failed for a reason of our own: ${JSON.stringify(errors)}`,
  ];
}

export function brokenTimeline(assignment: SeenAssignment, { events }: Snapshot): (string | false)[] {
  const path = events.filter(({ assignmentId }) => assignmentId === assignment.id).map(({ status }) => status);
  const wrongAt = path.findIndex((status, index) => !waysOn[path[index - 1] ?? '']?.includes(status));
  return [
    wrongAt >= 0 && `went ${path.join(' → ')}`,
    path.at(-1) !== assignment.status && `has a timeline that ends with ${path.at(-1)}`,
  ];
}

const removalEvent = 'assignment.removal';

/** The deliveries about removals, by what their bodies say, against each end of a removal that the database has seen. */
export function wrongRemovalEvents(assignment: SeenAssignment, { deliveries }: Snapshot): (string | false)[] {
  const { id, callbackUrl, callbackEvents, endedRemovals } = assignment;
  const bodies = deliveries
    .filter(({ assignmentId, event }) => assignmentId === id && event === removalEvent)
    .map(({ body }) => JSON.parse(body));
  const told = bodies
    .map(({ removal: { mode, status, requestedAt, endedAt } }) => [mode, status, requestedAt, endedAt].join(' '))
    .sort();
  const iso = (ms: number) => new Date(ms).toISOString();
  const ended = endedRemovals
    .map(({ mode, state, askedAt, endedAt }) => [mode, state, iso(askedAt), iso(endedAt)].join(' '))
    .sort();
  const due = callbackUrl !== null && callbackEvents.includes('removal') ? ended : [];
  return [
    told.join() !== due.join() && `tells of the removals ${told.join()} and owes ${due.join()}`,
    bodies.some(({ platformPostId }) => platformPostId !== assignment.platformPostId) &&
      'tells of the removal of another post',
  ];
}

export function wrongDeliveries(assignment: SeenAssignment, { events, deliveries }: Snapshot): (string | false)[] {
  const promised = deliveries.filter(({ assignmentId }) => assignmentId === assignment.id);
  const notified = promised.flatMap(({ event }) => (event === removalEvent ? [] : event)).sort();
  const { callbackUrl, callbackStatuses: wanted } = assignment;
  const made = events
    .filter(({ assignmentId, status }) => assignmentId === assignment.id && status !== 'pending')
    .map(({ status }) => status)
    .filter((status) => wanted?.includes(status) ?? true)
    .sort();
  const due = callbackUrl === null ? [] : made;
  return [
    notified.join() !== due.join() && `tells of ${notified.join()} and has made ${due.join()}`,
    promised.some(({ status }) => status === 'pending') && 'has webhooks that still wait',
  ];
}

export function wrongSettlement(assignment: SeenAssignment, { entries }: Snapshot): (string | false)[] {
  const own = entries.filter(({ assignmentId }) => assignmentId === assignment.id);
  const holds = own.filter(({ type }) => type === 'hold');
  const settlements = (holdId: string | null) =>
    own.filter((entry) => entry.holdId === holdId && (entry.type === 'charge' || entry.type === 'release'));
  const last = settlements(assignment.holdId);
  const due = assignment.status === 'published' ? 'charge' : 'release';
  return [
    !holds.some(({ holdId }) => holdId === assignment.holdId) && 'has no hold',
    holds.some(({ holdId }) => settlements(holdId).length !== 1) && 'has a hold that is not settled once',
    last.some(({ type }) => type !== due) && `owed a ${due}, and got a ${last.map(({ type }) => type).join()}`,
    holds.some(({ holdId, credits }) => settlements(holdId).some((entry) => entry.credits !== credits)) &&
      'was settled with other credits than were held',
  ];
}

export function wrongAttempts(assignment: SeenAssignment, { attempts }: Snapshot): (string | false)[] {
  const own = attempts.filter(({ assignmentId }) => assignmentId === assignment.id);
  const happened = own.filter(({ outcome }) => outcome === 'happened').length;
  return [
    assignment.status === 'published' && happened !== 1 && `was published by ${happened} calls`,
    assignment.status !== 'published' && happened > 0 && 'was published all the same',
    assignment.status === 'published' && own.some(({ outcome }) => outcome === null) && 'has a call of unknown outcome',
  ];
}

const endsOfRuns: Record<string, string> = { published: 'COMPLETED', failed: 'FAILED', cancelled: 'CANCELLED' };

/**
 * An assignment that failed at its creation was never started. An assignment cancelled before its start needs no run:
 * its start is dropped (outbox/README.md).
 */
export function wrongRun(assignment: SeenAssignment, { runs, orders, events }: Snapshot): (string | false)[] {
  const run = runs.find(({ workflowId }) => workflowId === `assignment/${assignment.id}/${assignment.generation}`);
  const isOrdered = orders.some(({ kind, subjectId }) => kind === 'start' && subjectId === assignment.id);
  const statuses = events.filter(({ assignmentId }) => assignmentId === assignment.id).map(({ status }) => status);
  if (!isOrdered && statuses.join() === 'pending,failed') return [run !== undefined && 'runs though it failed at once'];
  const isDropped = ({ kind, subjectId, generation, outcome }: SeenOrder) =>
    kind === 'start' && subjectId === assignment.id && generation === assignment.generation && outcome === 'dropped';
  // A caller has cancelled it, or an operator has given it up, before its run began.
  if (!run && ['cancelled', 'failed'].includes(assignment.status) && orders.some(isDropped)) return [];
  if (!run && assignment.isResolved) return [];
  return [run?.status !== endsOfRuns[assignment.status] && `has a run that is ${run?.status ?? 'not there'}`];
}

/** A delivery whose turn has not come goes out all the same so long after its transition (docs/webhooks.md). */
const orderWaitMs = 15_000;

/**
 * First arrivals are in the order of the transitions. A delivery overtakes the previous delivery once it has waited for
 * 15 s, or when the first attempt of the previous delivery has ended without having come to the receiver. The next
 * delivery may then follow: each delivery waits for the previous delivery alone.
 */
export function wrongOrder(assignment: SeenAssignment, { deliveries, received }: Snapshot): (string | false)[] {
  const own = deliveries
    .filter(({ assignmentId }) => assignmentId === assignment.id)
    .map((delivery) => ({ ...delivery, nth: received.findIndex(({ deliveryId }) => deliveryId === delivery.id) }));
  return own.slice(1).map((delivery, index) => {
    const [arrival, previous] = [received[delivery.nth], own[index]!];
    if (!arrival || arrival.atMs >= delivery.createdAtMs + orderWaitMs) return false;
    const hasArrived = previous.nth >= 0 && previous.nth < delivery.nth;
    const hasEnded = previous.unansweredAtMs !== null && previous.unansweredAtMs <= arrival.atMs;
    return !hasArrived && !hasEnded && `notified of ${delivery.event} before ${previous.event}`;
  });
}
