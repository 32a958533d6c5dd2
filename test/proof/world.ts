import { temporal } from '@temporalio/proto';
import type { Client } from '@temporalio/client';
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import type { Payload } from '../../domain/payload';
import { postsOf } from '../kinds';
import type { SeenPost } from '../kinds';
import type { Json } from '../support/sandbox';
import type { TestDatabase } from '../support/database';
import type { WebhookReceiver } from '../support/webhookReceiver';
import { readTables } from './tables';

/** All that can be seen of the service from outside of it, at one moment: what the invariants are about. */
export interface World {
  assignments: SeenAssignment[];
  /** Timelines, in the order in which they were written. */
  events: SeenEvent[];
  attempts: { assignmentId: string; outcome: string | null }[];
  /** In the order of the transitions that they tell of. */
  deliveries: SeenDelivery[];
  accounts: SeenAccount[];
  /** In the order of the ledger. */
  entries: SeenEntry[];
  orders: SeenOrder[];
  connections: { id: string; isRemoved: boolean; hasTokens: boolean }[];
  tickets: { id: string; status: string; connectedId: string | null; holdsSecret: boolean }[];
  posts: SeenPost[];
  /** All that calls have ever done to posts, by the sandbox's record, in the order in which it happened. */
  effects: SeenEffect[];
  /** Webhooks as a receiver took them, in the order in which they came. */
  received: SeenWebhook[];
  runs: SeenRun[];
  /** What callers were answered. */
  accepted: { idempotencyKey: string; id: string }[];
  /** Connections that browsers were told of. */
  connected: string[];
  /** Webhook secrets, by workspace. */
  secrets: Record<string, string>;
}

/** Times are in milliseconds since 1970: of the database's clock, or of the machine's where it says so. */
export interface SeenEvent {
  assignmentId: string;
  generation: number;
  status: string;
  atMs: number;
}

export interface SeenEffect {
  /** The post's id. */
  resource: string;
  title: string;
  /** The post's audience before and afterwards; null: there is no such post. */
  from: string | null;
  to: string | null;
  /** Of the machine's clock. */
  atMs: number;
}

export interface SeenDelivery {
  id: string;
  workspaceId: string;
  assignmentId: string;
  event: string;
  status: string;
  body: string;
  createdAtMs: number;
  /** When its first attempt had ended without an answer; null: it has not, or there was an answer. */
  unansweredAtMs: number | null;
}

export interface SeenWebhook {
  deliveryId: string;
  path: string;
  signature: string;
  body: string;
  /** Of the machine's clock. */
  atMs: number;
}

export interface SeenAssignment {
  id: string;
  platform: string;
  type: string;
  status: string;
  generation: number;
  /** The job's mark: the post's title contains it. */
  idempotencyKey: string;
  payload: Payload;
  /** Null: at once. */
  scheduledAtMs: number | null;
  platformPostId: string | null;
  platformUrl: string | null;
  callbackUrl: string | null;
  holdId: string;
  cleanup: string;
  errors: { code: string }[];
}

export interface SeenAccount {
  workspaceId: string;
  monthlyCredits: number;
  held: number;
  posted: number;
  purchased: number;
}

export interface SeenEntry {
  workspaceId: string;
  type: string;
  operation: string | null;
  credits: number;
  amount: number;
  balanceAfter: number;
  assignmentId: string | null;
  holdId: string | null;
}

export interface SeenOrder {
  kind: string;
  workflow: string;
  subjectId: string;
  generation: number;
  /** Null: still to be dispatched. */
  outcome: string | null;
}

export interface SeenRun {
  workflowId: string;
  status: string;
  /** When the run was to begin, as it was told at its start; null: at once, or it is no run of a job. */
  scheduledAtMs: number | null;
  /** Why tasks of the workflow failed: a task that a killed worker has left timed out, and did not fail. */
  taskFailures: { cause: string; message: string }[];
}

interface Lookouts {
  database: TestDatabase;
  client: Client;
  sandbox: { state: () => Promise<Json>; calls: () => Promise<Json[]> };
  receiver: WebhookReceiver;
}

/** Looks at everything. */
export async function look({
  database,
  client,
  sandbox,
  receiver,
}: Lookouts): Promise<Omit<World, 'accepted' | 'connected' | 'secrets'>> {
  const [rows, state, effects, runs] = await Promise.all([
    readTables(database),
    sandbox.state(),
    readEffects(sandbox),
    listRuns(client),
  ]);
  return { ...rows, posts: postsOf(state), effects, received: receiver.received.map(seenWebhook), runs };
}

function seenWebhook({ headers, path, body, atMs }: WebhookReceiver['received'][number]): SeenWebhook {
  return {
    deliveryId: String(headers['webhook-id']),
    path,
    signature: String(headers['x-webhook-signature']),
    body,
    atMs: Date.now() - (performance.now() - atMs),
  };
}

async function readEffects(sandbox: Lookouts['sandbox']): Promise<SeenEffect[]> {
  const effects: SeenEffect[] = (await sandbox.calls())
    .flatMap(({ effect }: Json) => effect ?? [])
    .map(({ at, ...effect }: Json) => ({ ...effect, atMs: Date.parse(at) }));
  return effects.sort((one, other) => one.atMs - other.atMs);
}

/** What the outbox starts; what runs by the clock is not of interest. */
const ordered = ['publishAssignment', 'deliverWebhook', 'retireConnection', 'connectChannel'];

const scheduledAt = defineSearchAttributeKey('ScheduledAt', SearchAttributeType.DATETIME);

async function listRuns(client: Client): Promise<SeenRun[]> {
  const runs: Promise<SeenRun>[] = [];
  for await (const { workflowId, runId, type, status, typedSearchAttributes } of client.workflow.list()) {
    if (!ordered.includes(type)) continue;
    const scheduledAtMs = typedSearchAttributes.get(scheduledAt)?.getTime() ?? null;
    const failures = type === 'publishAssignment' ? failuresOf(client, workflowId, runId) : Promise.resolve([]);
    runs.push(failures.then((taskFailures) => ({ workflowId, status: status.name, scheduledAtMs, taskFailures })));
  }
  return Promise.all(runs);
}

const { EVENT_TYPE_WORKFLOW_TASK_FAILED } = temporal.api.enums.v1.EventType;
const causes = temporal.api.enums.v1.WorkflowTaskFailedCause;

async function failuresOf(client: Client, workflowId: string, runId: string): Promise<SeenRun['taskFailures']> {
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  return (events ?? [])
    .filter(({ eventType }) => eventType === EVENT_TYPE_WORKFLOW_TASK_FAILED)
    .map(({ workflowTaskFailedEventAttributes: failed }) => ({
      cause: causes[failed?.cause ?? 0] ?? 'unknown',
      message: failed?.failure?.message ?? '',
    }));
}
