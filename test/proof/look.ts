import { temporal } from '@temporalio/proto';
import type { Client } from '@temporalio/client';
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import { leftIdsOf, postsOf } from '../kinds';
import type { Json, SeenMail } from '../support/servers/sandbox';
import type { TestDatabase } from '../support/servers/database';
import type { WebhookReceiver } from '../support/servers/webhookReceiver';
import { readTables } from './judging/tables';
import type { Snapshot, SeenEffect, SeenPayment, SeenWebhook, SeenRun } from './judging/snapshot';

interface Lookouts {
  database: TestDatabase;
  client: Client;
  sandbox: {
    state: () => Promise<Json>;
    calls: () => Promise<Json[]>;
    mails: () => Promise<SeenMail[]>;
    payments: () => Promise<SeenPayment[]>;
  };
  receiver: WebhookReceiver;
}

/** Looks at everything. */
export async function look({
  database,
  client,
  sandbox,
  receiver,
}: Lookouts): Promise<Omit<Snapshot, 'accepted' | 'connected' | 'secrets'>> {
  const [rows, state, effects, mails, payments, runs] = await Promise.all([
    readTables(database),
    sandbox.state(),
    readEffects(sandbox),
    sandbox.mails(),
    sandbox.payments(),
    listRuns(client),
  ]);
  const seen = {
    posts: postsOf(state),
    left: leftIdsOf(state),
    effects,
    mails: mails.map(invitationMail),
    payments,
  };
  return { ...rows, ...seen, received: receiver.received.map(seenWebhook), runs };
}

function invitationMail({ messageId, end }: SeenMail): Snapshot['mails'][number] {
  return { invitationId: /^<invitation\.(.*)@/.exec(messageId)?.[1] ?? messageId, end };
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

/** Workflows that the outbox starts; workflows that run by the clock are not of interest. */
const ordered = ['publishAssignment', 'deliverWebhook', 'retireConnection', 'connectChannel', 'mailInvitation'];

const scheduledAt = defineSearchAttributeKey('ScheduledAt', SearchAttributeType.DATETIME);

async function listRuns(client: Client): Promise<SeenRun[]> {
  const runs: Promise<SeenRun>[] = [];
  for await (const { workflowId, runId, type, status, typedSearchAttributes } of client.workflow.list()) {
    if (!ordered.includes(type)) continue;
    const scheduledAtMs = typedSearchAttributes.get(scheduledAt)?.getTime() ?? null;
    const isEnded = status.name !== 'RUNNING';
    const failures =
      type === 'publishAssignment' ? failuresOf(client, workflowId, runId, isEnded) : Promise.resolve([]);
    runs.push(failures.then((taskFailures) => ({ workflowId, status: status.name, scheduledAtMs, taskFailures })));
  }
  return Promise.all(runs);
}

const { EVENT_TYPE_WORKFLOW_TASK_FAILED } = temporal.api.enums.v1.EventType;
const causes = temporal.api.enums.v1.WorkflowTaskFailedCause;

/** Of runs that have ended, by their ids: their histories stay as they are, and a stage is looked at again and again. */
const failuresOfEnded = new Map<string, Promise<SeenRun['taskFailures']>>();

async function failuresOf(
  client: Client,
  workflowId: string,
  runId: string,
  isEnded: boolean,
): Promise<SeenRun['taskFailures']> {
  const failures = failuresOfEnded.get(runId) ?? readFailures(client, workflowId, runId);
  if (isEnded) failuresOfEnded.set(runId, failures);
  return failures;
}

async function readFailures(client: Client, workflowId: string, runId: string): Promise<SeenRun['taskFailures']> {
  const { events } = await client.workflow.getHandle(workflowId, runId).fetchHistory();
  return (events ?? [])
    .filter(({ eventType }) => eventType === EVENT_TYPE_WORKFLOW_TASK_FAILED)
    .map(({ workflowTaskFailedEventAttributes: failed }) => ({
      cause: causes[failed?.cause ?? 0] ?? 'unknown',
      message: failed?.failure?.message ?? '',
    }));
}
