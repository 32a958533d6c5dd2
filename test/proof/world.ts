import { temporal } from '@temporalio/proto';
import type { Client } from '@temporalio/client';
import type { Json } from '../support/sandbox';
import type { TestDatabase } from '../support/database';
import type { WebhookReceiver } from '../support/webhookReceiver';

/** All that can be seen of the service from outside of it, at one moment: what the invariants are about. */
export interface World {
  assignments: SeenAssignment[];
  /** Timelines, in the order in which they were written. */
  events: { assignmentId: string; generation: number; status: string }[];
  attempts: { assignmentId: string; outcome: string | null }[];
  deliveries: { id: string; workspaceId: string; assignmentId: string; event: string; status: string; body: string }[];
  accounts: SeenAccount[];
  /** In the order of the ledger. */
  entries: SeenEntry[];
  orders: SeenOrder[];
  connections: { id: string; isRemoved: boolean; hasTokens: boolean }[];
  tickets: { id: string; status: string; connectedId: string | null; holdsSecret: boolean }[];
  videos: { id: string; title: string; privacy: string }[];
  /** Webhooks as a receiver took them. */
  received: { deliveryId: string; signature: string; body: string }[];
  runs: SeenRun[];
  /** What callers were answered. */
  accepted: { idempotencyKey: string; id: string }[];
  /** Connections that browsers were told of. */
  connected: string[];
  /** Webhook secrets, by workspace. */
  secrets: Record<string, string>;
}

export interface SeenAssignment {
  id: string;
  status: string;
  generation: number;
  /** The job's mark: the video's title contains it. */
  idempotencyKey: string;
  payload: { title: string; privacy: string };
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
  /** Why tasks of the workflow failed: a task that a killed worker has left timed out, and did not fail. */
  taskFailures: { cause: string; message: string }[];
}

interface Lookouts {
  database: TestDatabase;
  client: Client;
  sandbox: { state: () => Promise<Json> };
  receiver: WebhookReceiver;
}

/** Looks at everything. */
export async function look({
  database,
  client,
  sandbox,
  receiver,
}: Lookouts): Promise<Omit<World, 'accepted' | 'connected' | 'secrets'>> {
  const [rows, { videos }, runs] = await Promise.all([readTables(database), sandbox.state(), listRuns(client)]);
  return {
    ...rows,
    videos: videos.map(({ id, snippet, status }: Json) => ({
      id,
      title: snippet.title,
      privacy: status.privacyStatus,
    })),
    received: receiver.received.map(({ headers, body }) => ({
      deliveryId: String(headers['webhook-id']),
      signature: String(headers['x-webhook-signature']),
      body,
    })),
    runs,
  };
}

async function readTables({ query }: TestDatabase) {
  const [assignments, events, attempts, deliveries, accounts, entries, orders, connections, tickets] =
    await Promise.all([
      query<SeenAssignment>(
        `SELECT id, status, generation, idempotency_key AS "idempotencyKey", payload, platform_post_id AS "platformPostId",
              platform_url AS "platformUrl", callback_url AS "callbackUrl", hold_id AS "holdId", cleanup, errors
       FROM assignments ORDER BY id`,
      ),
      query<World['events'][number]>(
        'SELECT assignment_id AS "assignmentId", generation, status FROM assignment_events ORDER BY id',
      ),
      query<World['attempts'][number]>(
        'SELECT assignment_id AS "assignmentId", outcome FROM publish_attempts WHERE step = \'publish\'',
      ),
      query<World['deliveries'][number]>(
        `SELECT id, workspace_id AS "workspaceId", assignment_id AS "assignmentId", event, status, body
       FROM webhook_deliveries ORDER BY seq`,
      ),
      query<SeenAccount>(
        `SELECT workspace_id AS "workspaceId", monthly_credits AS "monthlyCredits", held, posted, purchased
       FROM credit_accounts`,
      ),
      query<SeenEntry>(
        `SELECT workspace_id AS "workspaceId", type, credits, amount, balance_after AS "balanceAfter",
              assignment_id AS "assignmentId", hold_id AS "holdId" FROM credit_entries ORDER BY seq`,
      ),
      query<SeenOrder>('SELECT kind, workflow, subject_id AS "subjectId", generation, outcome FROM outbox ORDER BY id'),
      query<World['connections'][number]>(
        `SELECT id, removed_at IS NOT NULL AS "isRemoved", coalesce(access_token, refresh_token) IS NOT NULL AS "hasTokens"
       FROM connections`,
      ),
      query<World['tickets'][number]>(
        'SELECT id, status, connected_id AS "connectedId", held IS NOT NULL AS "holdsSecret" FROM oauth_tickets',
      ),
    ]);
  return { assignments, events, attempts, deliveries, accounts, entries, orders, connections, tickets };
}

/** What the outbox starts; what runs by the clock is not of interest. */
const ordered = ['publishAssignment', 'deliverWebhook', 'retireConnection', 'connectChannel'];

async function listRuns(client: Client): Promise<SeenRun[]> {
  const runs: Promise<SeenRun>[] = [];
  for await (const { workflowId, runId, type, status } of client.workflow.list()) {
    if (!ordered.includes(type)) continue;
    const failures = type === 'publishAssignment' ? failuresOf(client, workflowId, runId) : Promise.resolve([]);
    runs.push(failures.then((taskFailures) => ({ workflowId, status: status.name, taskFailures })));
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
