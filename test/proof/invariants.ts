import { createHmac } from 'node:crypto';
import type { SeenAssignment, SeenOrder, SeenRun, World } from './world';

/** What holds for every world that has come to rest, whatever was killed, cut or lost on the way. */
export interface Invariant {
  name: string;
  /** One sentence for each violation. */
  violations: (world: World) => string[];
}

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

export const invariants: readonly Invariant[] = [
  { name: 'every job comes to an end', violations: each(unended) },
  {
    name: 'a published job has one post, which is as was asked; a cancelled one has none',
    violations: each(wrongVideos),
  },
  { name: 'every video belongs to a job', violations: strayVideos },
  { name: 'a timeline is a path of the state machine and ends where the row is', violations: each(brokenTimeline) },
  { name: 'the webhooks of a job are its transitions, once each', violations: each(wrongDeliveries) },
  {
    name: 'a webhook that was delivered has arrived, with the bytes and the signature that were promised',
    violations: undelivered,
  },
  {
    name: 'a hold is charged when the job is published and released when it is not, once',
    violations: each(wrongSettlement),
  },
  { name: 'the ledger adds up', violations: brokenLedger },
  { name: 'the call that publishes happened once, and is known to have', violations: each(wrongAttempts) },
  { name: 'nothing that was promised waits', violations: waitingOrders },
  { name: 'no row without its run, no run without its row', violations: strayRuns },
  { name: 'the last run of a job ended as the job did', violations: each(wrongRun) },
  { name: 'no task of a workflow failed', violations: failedTasks },
  { name: 'a job that was accepted is there once, under the id that was answered', violations: lostAnswers },
  { name: 'a ticket makes one connection or none, and then holds no secret', violations: wrongTickets },
  {
    name: 'a connection that was promised is there; one that was removed holds no token',
    violations: wrongConnections,
  },
];

/** All that is wrong with a world, in sentences; none is what the proof is after. */
export function violationsOf(world: World): string[] {
  return invariants.flatMap(({ name, violations }) => violations(world).map((what) => `${name}: ${what}`));
}

type Judge = (job: SeenAssignment, world: World) => (string | false)[];

function each(judge: Judge) {
  return (world: World): string[] =>
    world.assignments.flatMap((job) =>
      judge(job, world)
        .filter((fault) => fault !== false)
        .map((fault) => `${job.idempotencyKey} (${job.id}, ${job.status}) ${fault}`),
    );
}

const ended = ['published', 'failed', 'cancelled'];

function unended({ status, cleanup, errors }: SeenAssignment): (string | false)[] {
  return [
    !ended.includes(status) && 'has not ended',
    cleanup === 'due' && 'still owes a clean-up',
    errors.some(({ code }) => code === 'INTERNAL') && 'failed for a reason of our own',
  ];
}

function wrongVideos(job: SeenAssignment, { videos }: World): (string | false)[] {
  const own = videos.filter(({ title }) => title.includes(job.idempotencyKey));
  const [video] = own;
  if (job.status !== 'published') {
    const mayStay = job.status === 'failed' && job.cleanup !== 'done';
    const isUnsure = job.errors.some(({ code }) => code === 'OUTCOME_UNKNOWN');
    return [
      own.length > (mayStay ? 1 : 0) && `has ${own.length} videos`,
      own.some(({ privacy }) => privacy !== 'private') && !isUnsure && 'has a video that others can see',
    ];
  }
  if (!video || own.length > 1) return [`has ${own.length} videos`];
  return [
    video.id !== job.platformPostId && `names the post ${job.platformPostId}, the platform ${video.id}`,
    job.platformUrl !== `https://www.youtube.com/watch?v=${video.id}` && `has the URL ${job.platformUrl}`,
    video.privacy !== job.payload.privacy && `is ${video.privacy}, not ${job.payload.privacy}`,
    video.title !== job.payload.title && `is called "${video.title}", not "${job.payload.title}"`,
  ];
}

function strayVideos({ videos, assignments }: World): string[] {
  const strays = videos.filter(({ title }) => !assignments.some((job) => title.includes(job.idempotencyKey)));
  return strays.map(({ id, title }) => `nobody asked for ${id}, "${title}"`);
}

function brokenTimeline(job: SeenAssignment, { events }: World): (string | false)[] {
  const path = events.filter(({ assignmentId }) => assignmentId === job.id).map(({ status }) => status);
  const wrongAt = path.findIndex((status, index) => !waysOn[path[index - 1] ?? '']?.includes(status));
  return [
    wrongAt >= 0 && `went ${path.join(' → ')}`,
    path.at(-1) !== job.status && `has a timeline that ends with ${path.at(-1)}`,
  ];
}

function wrongDeliveries(job: SeenAssignment, { events, deliveries }: World): (string | false)[] {
  const promised = deliveries.filter(({ assignmentId }) => assignmentId === job.id);
  const told = promised.map(({ event }) => event).sort();
  const made = events
    .filter(({ assignmentId, status }) => assignmentId === job.id && status !== 'pending')
    .map(({ status }) => status)
    .sort();
  const due = job.callbackUrl === null ? [] : made;
  return [
    told.join() !== due.join() && `tells of ${told.join()} and has made ${due.join()}`,
    promised.some(({ status }) => status === 'pending') && 'has webhooks that still wait',
  ];
}

function undelivered({ deliveries, received, secrets }: World): string[] {
  const known = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const arrived = new Set(received.map(({ deliveryId }) => deliveryId));
  const missing = deliveries.filter(({ id, status }) => status === 'delivered' && !arrived.has(id));
  const wrong = received.filter(({ deliveryId, body, signature }) => {
    const delivery = known.get(deliveryId);
    const secret = secrets[delivery?.workspaceId ?? ''] ?? '';
    return delivery?.body !== body || createHmac('sha256', secret).update(body).digest('hex') !== signature;
  });
  return [
    ...missing.map(({ id, event }) => `${id} (${event}) never arrived`),
    ...wrong.map(({ deliveryId }) => `${deliveryId} arrived otherwise than it was promised`),
  ];
}

function wrongSettlement(job: SeenAssignment, { entries }: World): (string | false)[] {
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

function brokenLedger({ accounts, entries }: World): string[] {
  return accounts.flatMap(({ workspaceId, monthlyCredits, held, posted, purchased }) => {
    const own = entries.filter((entry) => entry.workspaceId === workspaceId);
    const sum = (type: string) =>
      own.filter((entry) => entry.type === type).reduce((all, { credits }) => all + credits, 0);
    const balance = monthlyCredits - held - posted + purchased;
    const running = own.map((_, index) => own.slice(0, index + 1).reduce((all, { amount }) => all + amount, 0));
    const open = sum('hold') - sum('charge') - sum('release');
    const faults = [
      held !== open && `${held} held in the account, ${open} in the ledger`,
      posted !== sum('charge') && `${posted} posted in the account, ${sum('charge')} in the ledger`,
      balance !== running.at(-1) && `a balance of ${balance} in the account, of ${running.at(-1)} in the ledger`,
      own.some(({ balanceAfter }, index) => balanceAfter !== running[index]) && 'an entry with a wrong balance',
      Math.min(held, posted, purchased, balance) < 0 && 'less than nothing',
    ];
    return faults.filter((fault) => fault !== false).map((fault) => `${workspaceId} has ${fault}`);
  });
}

function wrongAttempts(job: SeenAssignment, { attempts }: World): (string | false)[] {
  const own = attempts.filter(({ assignmentId }) => assignmentId === job.id);
  const happened = own.filter(({ outcome }) => outcome === 'happened').length;
  return [
    job.status === 'published' && happened !== 1 && `was published by ${happened} calls`,
    job.status !== 'published' && happened > 0 && 'was published all the same',
    job.status === 'published' && own.some(({ outcome }) => outcome === null) && 'has a call of unknown outcome',
  ];
}

function waitingOrders({ orders }: World): string[] {
  return orders
    .filter(({ outcome }) => outcome === null)
    .map(({ kind, workflow, subjectId, generation }) => `to ${kind} ${workflow} ${subjectId}, ${generation}`);
}

/** A ticket whose way was cut runs until its time is over, even when its row says that it has ended. */
function strayRuns({ orders, runs }: World): string[] {
  const promised = orders.filter(({ kind }) => kind === 'start');
  const ids = new Set(runs.map(({ workflowId }) => workflowId));
  const started = promised.filter(({ outcome }) => outcome === 'sent' || outcome === 'already').map(runIdOf);
  const promisedIds = new Set(promised.map(runIdOf));
  return [
    ...started.filter((id) => !ids.has(id)).map((id) => `${id} was started and is not there`),
    ...[...ids].filter((id) => !promisedIds.has(id)).map((id) => `${id} runs, and nobody promised it`),
    ...runs
      .filter(({ workflowId, status }) => status === 'RUNNING' && !workflowId.startsWith('ticket/'))
      .map(({ workflowId }) => `${workflowId} still runs`),
  ];
}

function runIdOf({
  workflow,
  subjectId,
  generation,
}: {
  workflow: string;
  subjectId: string;
  generation: number;
}): string {
  return `${stems[workflow]}/${subjectId}/${generation}`;
}

const stems: Record<string, string> = {
  publishAssignment: 'assignment',
  deliverWebhook: 'webhook',
  retireConnection: 'connection',
  connectChannel: 'ticket',
};

const endsOfRuns: Record<string, string> = { published: 'COMPLETED', failed: 'FAILED', cancelled: 'CANCELLED' };

/**
 * A job that failed while it was created was never started, and one that was cancelled before it was started needs no run:
 * its start is dropped (architecture.md §3.2).
 */
function wrongRun(job: SeenAssignment, { runs, orders, events }: World): (string | false)[] {
  const run = runs.find(({ workflowId }) => workflowId === `assignment/${job.id}/${job.generation}`);
  const isOrdered = orders.some(({ kind, subjectId }) => kind === 'start' && subjectId === job.id);
  const statuses = events.filter(({ assignmentId }) => assignmentId === job.id).map(({ status }) => status);
  if (!isOrdered && statuses.join() === 'pending,failed') return [run !== undefined && 'runs though it failed at once'];
  const isDropped = ({ kind, subjectId, generation, outcome }: SeenOrder) =>
    kind === 'start' && subjectId === job.id && generation === job.generation && outcome === 'dropped';
  if (!run && job.status === 'cancelled' && orders.some(isDropped)) return [];
  return [run?.status !== endsOfRuns[job.status] && `has a run that is ${run?.status ?? 'not there'}`];
}

/**
 * A cancellation that arrives while a task is being carried out makes the server ask once more, and a termination leaves
 * that task behind as failed: no failures of ours.
 */
function failedTasks({ runs }: World): string[] {
  const isOurs = (cause: string, { status }: SeenRun) =>
    !cause.endsWith('UNHANDLED_COMMAND') && !(status === 'TERMINATED' && cause.endsWith('FORCE_CLOSE_COMMAND'));
  const failures = (run: SeenRun) => run.taskFailures.filter((cause) => isOurs(cause, run));
  return runs.filter((run) => failures(run).length > 0).map((run) => `${run.workflowId}: ${failures(run).join()}`);
}

function lostAnswers({ accepted, assignments }: World): string[] {
  return accepted.flatMap(({ idempotencyKey, id }) => {
    const rows = assignments.filter((job) => job.idempotencyKey === idempotencyKey);
    return rows.length === 1 && rows[0]?.id === id ? [] : [`${idempotencyKey}, answered as ${id}: ${rows.length} rows`];
  });
}

const endedTickets = ['completed', 'failed', 'expired'];

function wrongTickets({ tickets }: World): string[] {
  return tickets
    .filter(
      ({ status, connectedId, holdsSecret }) =>
        (status === 'completed') !== (connectedId !== null) || (endedTickets.includes(status) && holdsSecret),
    )
    .map(({ id, status, connectedId }) => `${id} is ${status} with ${connectedId ?? 'no connection'}`);
}

function wrongConnections({ connections, connected }: World): string[] {
  const ids = new Set(connections.map(({ id }) => id));
  return [
    ...connected.filter((id) => !ids.has(id)).map((id) => `${id} was promised and is not there`),
    ...connections.filter(({ isRemoved, hasTokens }) => isRemoved && hasTokens).map(({ id }) => `${id} holds tokens`),
  ];
}
