/** Violations of one job, each as the end of a sentence about it. */
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

export function unended({ status, cleanup, owesExtras, errors }: SeenAssignment): (string | false)[] {
  return [
    !ended.includes(status) && 'has not ended',
    cleanup === 'due' && 'still owes a clean-up',
    owesExtras && 'still owes what belongs to its post',
    errors.some(({ code }) => code === 'INTERNAL') && `failed for a reason of our own: ${JSON.stringify(errors)}`,
  ];
}

export function brokenTimeline(job: SeenAssignment, { events }: Snapshot): (string | false)[] {
  const path = events.filter(({ assignmentId }) => assignmentId === job.id).map(({ status }) => status);
  const wrongAt = path.findIndex((status, index) => !waysOn[path[index - 1] ?? '']?.includes(status));
  return [
    wrongAt >= 0 && `went ${path.join(' → ')}`,
    path.at(-1) !== job.status && `has a timeline that ends with ${path.at(-1)}`,
  ];
}

export function wrongDeliveries(job: SeenAssignment, { events, deliveries }: Snapshot): (string | false)[] {
  const promised = deliveries.filter(({ assignmentId }) => assignmentId === job.id);
  const notified = promised.map(({ event }) => event).sort();
  const made = events
    .filter(({ assignmentId, status }) => assignmentId === job.id && status !== 'pending')
    .map(({ status }) => status)
    .sort();
  const due = job.callbackUrl === null ? [] : made;
  return [
    notified.join() !== due.join() && `tells of ${notified.join()} and has made ${due.join()}`,
    promised.some(({ status }) => status === 'pending') && 'has webhooks that still wait',
  ];
}

export function wrongSettlement(job: SeenAssignment, { entries }: Snapshot): (string | false)[] {
  const own = entries.filter(({ assignmentId }) => assignmentId === job.id);
  const holds = own.filter(({ type }) => type === 'hold');
  const settlements = (holdId: string | null) =>
    own.filter((entry) => entry.holdId === holdId && (entry.type === 'charge' || entry.type === 'release'));
  const last = settlements(job.holdId);
  const due = job.status === 'published' ? 'charge' : 'release';
  return [
    !holds.some(({ holdId }) => holdId === job.holdId) && 'has no hold',
    holds.some(({ holdId }) => settlements(holdId).length !== 1) && 'has a hold that is not settled once',
    last.some(({ type }) => type !== due) && `owed a ${due}, and got a ${last.map(({ type }) => type).join()}`,
    holds.some(({ holdId, credits }) => settlements(holdId).some((entry) => entry.credits !== credits)) &&
      'was settled with other credits than were held',
  ];
}

export function wrongAttempts(job: SeenAssignment, { attempts }: Snapshot): (string | false)[] {
  const own = attempts.filter(({ assignmentId }) => assignmentId === job.id);
  const happened = own.filter(({ outcome }) => outcome === 'happened').length;
  return [
    job.status === 'published' && happened !== 1 && `was published by ${happened} calls`,
    job.status !== 'published' && happened > 0 && 'was published all the same',
    job.status === 'published' && own.some(({ outcome }) => outcome === null) && 'has a call of unknown outcome',
  ];
}

const endsOfRuns: Record<string, string> = { published: 'COMPLETED', failed: 'FAILED', cancelled: 'CANCELLED' };

/**
 * A job that failed while it was created was never started, and one that was cancelled before it was started needs no run:
 * its start is dropped (outbox/README.md).
 */
export function wrongRun(job: SeenAssignment, { runs, orders, events }: Snapshot): (string | false)[] {
  const run = runs.find(({ workflowId }) => workflowId === `assignment/${job.id}/${job.generation}`);
  const isOrdered = orders.some(({ kind, subjectId }) => kind === 'start' && subjectId === job.id);
  const statuses = events.filter(({ assignmentId }) => assignmentId === job.id).map(({ status }) => status);
  if (!isOrdered && statuses.join() === 'pending,failed') return [run !== undefined && 'runs though it failed at once'];
  const isDropped = ({ kind, subjectId, generation, outcome }: SeenOrder) =>
    kind === 'start' && subjectId === job.id && generation === job.generation && outcome === 'dropped';
  if (!run && job.status === 'cancelled' && orders.some(isDropped)) return [];
  return [run?.status !== endsOfRuns[job.status] && `has a run that is ${run?.status ?? 'not there'}`];
}

/** A delivery whose turn has not come goes out all the same so long after its transition (docs/webhooks.md). */
const orderWaitMs = 15_000;

/**
 * First arrivals are in the order of the transitions. A delivery goes before the previous one once it has waited for 15 s,
 * or when the first attempt of that one has ended without having come to the receiver. The one behind it may then follow
 * it: each waits for the previous one alone.
 */
export function wrongOrder(job: SeenAssignment, { deliveries, received }: Snapshot): (string | false)[] {
  const own = deliveries
    .filter(({ assignmentId }) => assignmentId === job.id)
    .map((delivery) => ({ ...delivery, nth: received.findIndex(({ deliveryId }) => deliveryId === delivery.id) }));
  return own.slice(1).map((delivery, index) => {
    const [arrival, previous] = [received[delivery.nth], own[index]!];
    if (!arrival || arrival.atMs >= delivery.createdAtMs + orderWaitMs) return false;
    const hasArrived = previous.nth >= 0 && previous.nth < delivery.nth;
    const hasEnded = previous.unansweredAtMs !== null && previous.unansweredAtMs <= arrival.atMs;
    return !hasArrived && !hasEnded && `notified of ${delivery.event} before ${previous.event}`;
  });
}
