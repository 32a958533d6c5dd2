import { publishWorkflowId } from '../../domain/workflowContract';
import { parseOutboundAllow } from '../../lib/safeFetch/allow';
import { createSafeFetch } from '../../lib/safeFetch/safeFetch';
import { Assignment } from '../../models/assignments/Assignment';
import { progressOf, Upload } from '../../models/assignments/Upload';
import { createDispatcher } from '../../outbox/dispatch';
import { startRelay } from '../../outbox/relay';
import { openGate } from '../support/runs/gate';
import type { Json } from '../support/servers/sandbox';
import { workspaceClient } from '../support/actors';
import type { Answer } from '../support/actors';
import { startApp } from '../support/callers/app';
import type { Media } from '../support/servers/mediaSource';
import { film, startPublishing } from '../support/runs/publishing';
import type { CreatedRun, Overrides, Publishing } from '../support/runs/publishing';
import { until } from '../support/until';
import { use } from '../support/use';
import { startReceiver } from '../support/servers/webhookReceiver';
import type { WebhookReceiver } from '../support/servers/webhookReceiver';

export const payload = { title: 'As its caller wants', privacy: 'public', tags: [], madeForKids: false };
export const hourMs = 3_600_000;
/** Temporal may have been down, and then is asked again after some seconds. */
export const patienceMs = 30_000;

export interface Calling {
  publishing: Publishing;
  receiver: WebhookReceiver;
  /** An assignment of a channel of its own, handed to Temporal. */
  submit: Submit;
  /** A request of the assignment's workspace. Its orders go to Temporal after its answer, which so waits for none of them. */
  request: (assignment: CreatedRun, method: string, path: string, body?: unknown) => Promise<Answer>;
  /** An assignment whose media has stopped in the middle, its session open, and its progress reported. */
  uploading: () => Promise<StoppedAssignment>;
  /** An assignment that has been uploaded, and that waits for its time. */
  putOff: () => Promise<CreatedRun>;
  /** API and relay cannot reach Temporal while `work` is done; then they can. */
  whileDown: (work: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
}

type Submit = (assignment?: Overrides) => Promise<CreatedRun>;
type StoppedAssignment = CreatedRun & { source: Media };

/**
 * Callers of the API, its relay and the workers, with a way from API and relay to Temporal that can be barred. Every assignment
 * has its webhooks sent to one receiver.
 */
async function startCalling(): Promise<Calling> {
  const safeFetch = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
  const publishing = await startPublishing({ deps: { safeFetch } });
  const { database, deps, sandbox, temporal } = publishing;
  const { logger, metrics } = deps;
  const gate = await openGate(temporal);
  const receiver = await startReceiver();
  const dispatcher = createDispatcher({ client: gate.client, logger, metrics });
  const relay = startRelay({ dispatcher, databaseUrl: database.url, logger, metrics });
  const orders: number[] = [];
  const dispatch = (outboxIds: readonly number[]) => void orders.push(...outboxIds);
  const app = await startApp({}, { platformUrl: sandbox.url, dispatch, database });
  const submit: Submit = async (assignment = {}) =>
    publishing.submit(await publishing.connect(), { payload, callbackUrl: receiver.url, ...assignment });
  return {
    publishing,
    receiver,
    submit,
    request: async ({ channel }, method, path, body) => {
      const answer = await workspaceClient(app, channel)(method, path, { ...(body !== undefined && { body }) });
      dispatcher.dispatchSoon(orders.splice(0));
      return answer;
    },
    uploading: async () => stopInTheMiddle(publishing, submit),
    putOff: async () => putOff(await stopInTheMiddle(publishing, submit)),
    whileDown: async (work) => {
      gate.set('shut');
      await work().finally(() => gate.set('open'));
    },
    stop: async () => {
      await relay.stop();
      await dispatcher.drained();
      await app.stop();
      await gate.stop();
      await publishing.stop();
      await receiver.stop();
    },
  };
}

/** The same for the tests around the call; before each of them its sandbox calms down and its receiver forgets. */
export function useCalling(): Calling {
  const calling = use(startCalling);
  beforeEach(async () => {
    calling.receiver.received.length = 0;
    await calling.publishing.sandbox.calm();
  });
  return calling;
}

async function stopInTheMiddle(publishing: Publishing, submit: Submit): Promise<StoppedAssignment> {
  const source = publishing.media.serve({ bytes: film, pauseAfterBytes: 300_000 });
  const assignment = await submit({ mediaUrl: source.url });
  await until(
    async () => source.requests[0]?.sentBytes === 300_000 && (await leftOf(publishing, assignment)).open.length === 1,
  );
  await until(
    async () => progressOf(await Upload.ofAssignment(assignment.assignmentId), null).bytesTransferred > 250_000,
  );
  return { ...assignment, source };
}

async function putOff({ source, ...assignment }: StoppedAssignment): Promise<CreatedRun> {
  await Assignment.update({ scheduledAt: new Date(Date.now() + hourMs) }, { where: { id: assignment.assignmentId } });
  source.resume();
  await until(async () => (await rowOf(assignment)).status === 'uploaded');
  return assignment;
}

/**
 * Waits until the media's connection is closed, and lets another transfer go on.
 * @returns how often that one has reported its progress meanwhile
 */
export async function stopped({ source }: StoppedAssignment, other: StoppedAssignment): Promise<number> {
  const reports = new Set<number>();
  await until(async () => {
    const { updatedAt } = await Upload.findByPk(other.assignmentId, { raw: true, rejectOnEmpty: true });
    reports.add(updatedAt.getTime());
    return !source.requests[0]!.isOpen;
  });
  other.source.resume();
  return reports.size - 1;
}

export async function rowOf({ assignmentId }: CreatedRun) {
  return Assignment.findByPk(assignmentId, { raw: true, rejectOnEmpty: true });
}

/** The open sessions and videos of the assignment's channel. */
export async function leftOf(
  { sandbox }: Publishing,
  { channel }: CreatedRun,
): Promise<{ open: Json[]; videos: Json[] }> {
  const { uploadSessions, videos } = await sandbox.stateOf('youtube');
  const ofChannel = ({ channelId }: Json) => channelId === channel.channelId;
  return {
    open: uploadSessions.filter(ofChannel).filter(({ status }: Json) => status === 'open'),
    videos: videos.filter(ofChannel),
  };
}

/** The assignment in its next generation, whose run has begun. */
export async function next({ temporal }: Publishing, assignment: CreatedRun): Promise<CreatedRun> {
  const later = { ...assignment, generation: assignment.generation + 1 };
  const run = temporal.client.workflow.getHandle(publishWorkflowId(later));
  await until(async () => (await run.describe().catch(() => undefined)) !== undefined, patienceMs);
  return later;
}
