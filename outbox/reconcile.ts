import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { deliveryWorkflowId, mailWorkflowId, publishWorkflowId } from '../domain/workflowContract';
import type { DeliveryRound, MailRound } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { startNextGeneration, suspects } from '../models/assignmentRuns';
import type { Suspect } from '../models/assignmentRuns';
import { continueInNextRound, suspectRounds } from '../models/deliveryRuns';
import { mailInNextRound, suspectMails } from '../models/invitationMail';
import type { Dispatcher } from './dispatch';
import { isStuck, stuckReason } from './stuckRun';
import { withinDeadline } from './withinDeadline';

const batchSize = 500;
const describesAtOnce = 8;
const describeDeadlineMs = 5000;
const closed: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'TERMINATED', 'TIMED_OUT']);

interface ReconcileDeps {
  client: Client;
  dispatcher: Dispatcher;
  logger: Logger;
  metrics: Metrics;
}

export interface ReconcileResult {
  looked: number;
  repaired: number;
}

/** Rows of one table that promise a running workflow. */
interface Promised<Row> {
  /** Those that may have lost it, in the order of their ids. */
  suspects: (afterId: string | null, limit: number) => Promise<Row[]>;
  idOf: (row: Row) => string;
  workflowId: (row: Row) => string;
  /** Promises another one. Null if the row has moved on. @returns the outbox entry */
  startAnew: (row: Row) => Promise<number | null>;
  /** One was started. */
  tell: (row: Row) => void;
}

/**
 * Finds jobs, webhook deliveries and mails that have no workflow although their start was dispatched, and lets the next
 * generation, or round, of each go on: after a loss in Temporal, a termination by hand, an end that was not written to
 * the row, or a workflow task that never ends (ARCHITECTURE.md §4). A ticket needs none of it: it lives for minutes, and its row alone ends it.
 * @param scope jobs: `recent`, due or in flight and unchanged for a minute, and clean-ups due; `all`, also those that
 *   wait for their time
 * @param note called after each batch with its progress
 * @throws if Temporal cannot be asked about one; those before it are repaired
 */
export async function reconcile(
  deps: ReconcileDeps,
  scope: 'recent' | 'all',
  note: (result: ReconcileResult) => void,
): Promise<ReconcileResult> {
  const result = { looked: 0, repaired: 0 };
  await repairLost(deps, jobs(deps, scope), result, note);
  await repairLost(deps, deliveries(deps), result, note);
  await repairLost(deps, mails(deps), result, note);
  return result;
}

function jobs({ logger, metrics }: ReconcileDeps, scope: 'recent' | 'all'): Promised<Suspect> {
  return {
    suspects: async (afterId, limit) => suspects(scope, afterId, limit),
    idOf: ({ id }) => id,
    workflowId: ({ id, generation }) => publishWorkflowId({ assignmentId: id, generation }),
    startAnew: async ({ id, generation, status }) => startNextGeneration(id, generation, status),
    tell: ({ id, generation, status }) => {
      failpoint('repair.job.committed');
      logger.warn({ assignmentId: id, generation, status }, 'a job had no workflow; its next generation is started');
      metrics.assignmentsRepaired.inc();
    },
  };
}

function deliveries({ logger, metrics }: ReconcileDeps): Promised<DeliveryRound> {
  return {
    suspects: suspectRounds,
    idOf: ({ deliveryId }) => deliveryId,
    workflowId: deliveryWorkflowId,
    startAnew: continueInNextRound,
    tell: (round) => {
      failpoint('repair.delivery.committed');
      logger.warn({ ...round }, 'a webhook delivery had no workflow; its next round goes on');
      metrics.deliveriesRepaired.inc();
    },
  };
}

function mails({ logger, metrics }: ReconcileDeps): Promised<MailRound> {
  return {
    suspects: suspectMails,
    idOf: ({ invitationId }) => invitationId,
    workflowId: mailWorkflowId,
    startAnew: mailInNextRound,
    tell: (round) => {
      failpoint('repair.mail.committed');
      logger.warn({ ...round }, 'a mail had no workflow; its next round goes on');
      metrics.mailsRepaired.inc();
    },
  };
}

async function repairLost<Row>(
  deps: ReconcileDeps,
  promised: Promised<Row>,
  result: ReconcileResult,
  note: (result: ReconcileResult) => void,
): Promise<void> {
  let afterId: string | null = null;
  for (;;) {
    const found: Row[] = await promised.suspects(afterId, batchSize);
    for (let index = 0; index < found.length; index += describesAtOnce) {
      const repaired = await Promise.all(
        found.slice(index, index + describesAtOnce).map(async (row) => repairIfLost(deps, promised, row)),
      );
      result.repaired += repaired.filter(Boolean).length;
    }
    result.looked += found.length;
    note(result);
    const last = found.at(-1);
    if (last === undefined || found.length < batchSize) return;
    afterId = promised.idOf(last);
  }
}

async function repairIfLost<Row>(deps: ReconcileDeps, promised: Promised<Row>, row: Row): Promise<boolean> {
  if (!(await isLost(deps, promised.workflowId(row)))) return false;
  const outboxId = await promised.startAnew(row);
  if (outboxId === null) return false;
  promised.tell(row);
  await deps.dispatcher.dispatch(outboxId);
  return true;
}

/**
 * Tells whether a run is over; a run that does not come any further is brought to its end here. Only "not found" and
 * "closed" say that a run is over; any other answer, such as a time-out, changes nothing.
 */
async function isLost({ client, logger, metrics }: ReconcileDeps, workflowId: string): Promise<boolean> {
  const handle = client.workflow.getHandle(workflowId);
  try {
    const run = await withinDeadline(client, describeDeadlineMs, async () => handle.describe());
    if (closed.has(run.status.name)) return true;
    if (!(await withinDeadline(client, describeDeadlineMs, async () => isStuck(client, run)))) return false;
    await withinDeadline(client, describeDeadlineMs, async () => handle.terminate(stuckReason));
    logger.error({ workflowId }, 'a run was stuck in a workflow task and is terminated');
    metrics.stuckRuns.inc();
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return true;
    throw error;
  }
}
