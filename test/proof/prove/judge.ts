import type { Client } from '@temporalio/client';
import { inLanes } from '../../../bench/tools/inLanes';
import { invariants } from '../judging/invariants';
import type { Snapshot } from '../judging/snapshot';
import type { CallersRecord } from './callers';
import { endsOf } from './load';
import { wronglyLive } from './posts';

/** One promise, and how often it was broken. */
export interface Verdict {
  name: string;
  /** One sentence for each time. */
  violations: string[];
}

/** The evidence of a run when everything has come to rest. */
export interface Scene {
  snapshot: Snapshot;
  record: CallersRecord;
  /** Texts that the service has written down or sent: logs, webhooks, histories of workflows. */
  writings: Record<string, string>;
  secrets: string[];
  /** Ends of processes without a kill. */
  falls: string[];
  /** The faults among the ends that Node has caused. */
  interruptions: string[];
  /** Work that did not come to an end in its time. */
  unrest: string[];
}

/** Judges the promises of the proof, and the promises that depend on the callers' requests. */
export function judge(scene: Scene): Verdict[] {
  return [
    { name: 'all work comes to rest by itself', violations: scene.unrest },
    ...invariants.map(({ name, violations }) => ({ name, violations: violations(scene.snapshot) })),
    { name: 'an assignment ends as its caller has brought about', violations: wrongEnds(scene) },
    { name: 'a post is live as its caller has asked, by its platform alone', violations: postsOf(scene) },
    { name: 'no answer is a fault of the service', violations: scene.record.faults },
    { name: 'a webhook comes to nobody but its workspace', violations: straying(scene) },
    { name: 'no secret is written', violations: writtenSecrets(scene) },
    { name: 'no process ends by itself', violations: scene.falls },
    { name: 'Node ends few processes, and none that was not kept from running', violations: scene.interruptions },
  ];
}

const postsOf = ({ snapshot, record }: Scene): string[] => wronglyLive(snapshot, record);

function wrongEnds({ snapshot, record }: Scene): string[] {
  const assignments = new Map(snapshot.assignments.map((assignment) => [assignment.id, assignment]));
  const cancelled = new Set(record.cancelled);
  const givenUp = new Set(record.givenUp);
  return record.accepted.flatMap(({ id, idempotencyKey, kind }) => {
    const assignment = assignments.get(id);
    const isDue = cancelled.has(id)
      ? assignment?.status === 'cancelled'
      : endsOf[kind].includes(assignment?.status ?? 'lost') || (givenUp.has(id) && assignment?.status === 'failed');
    return isDue
      ? []
      : [`${idempotencyKey} (${id}, ${kind}) is ${assignment?.status} ${JSON.stringify(assignment?.errors)}`];
  });
}

function straying({ snapshot: { deliveries, received } }: Scene): string[] {
  const owners = new Map(deliveries.map(({ id, workspaceId }) => [id, workspaceId]));
  const strays = received.filter(({ path, deliveryId }) => !path.endsWith(`/${owners.get(deliveryId)}`));
  return strays.map(({ path, deliveryId }) => `${deliveryId} came to ${path}`);
}

function writtenSecrets({ writings, secrets }: Scene): string[] {
  return Object.entries(writings).flatMap(([where, text]) =>
    secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret.slice(0, 6)}… in ${where}`),
  );
}

const lanesCount = 10;

/** The histories of all workflows as one text, with their payloads decoded. */
export async function readHistories(client: Client): Promise<string> {
  const runs: { workflowId: string; runId: string }[] = [];
  for await (const { workflowId, runId } of client.workflow.list()) runs.push({ workflowId, runId });
  const left = runs.values();
  const texts = await inLanes(runs.length, { concurrency: lanesCount }, async () => {
    const { workflowId, runId } = left.next().value!;
    const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    return JSON.stringify(events, decoded);
  });
  return texts.join('\n');
}

/** Bytes would be written as lists of numbers. */
function decoded(this: Record<string, unknown>, key: string, value: unknown): unknown {
  const own = this[key];
  return own instanceof Uint8Array ? Buffer.from(own).toString() : value;
}
