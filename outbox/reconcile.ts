import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import {
  deliveryWorkflowId,
  mailWorkflowId,
  publishWorkflowId,
  retirementWorkflowId,
} from '../domain/workflowContract';
import type { DeliveryRound, MailRound } from '../domain/workflowContract';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { startNextGeneration, suspects } from '../models/assignments/store/assignmentRuns';
import type { Suspect } from '../models/assignments/store/assignmentRuns';
import { continueInNextRound, suspectRounds } from '../models/webhooks/deliveryRuns';
import { mailInNextRound, suspectMails } from '../models/organizations/invitationMail';
import { continueInNextRemoval, suspectRemovals } from '../models/removals/removalRuns';
import type { Removal } from '../models/removals/removalRuns';
import type { Dispatcher } from './dispatch';
import type { RecentLooks } from './recentLooks';
import { isStuck, stuckReason } from './stuckRun';
import { withinDeadline } from './withinDeadline';

const batchSize = 500;
const describesAtOnce = 8;
const describeDeadlineMs = 5000;
const closed: ReadonlySet<string> = new Set(['COMPLETED', 'FAILED', 'CANCELLED', 'TERMINATED', 'TIMED_OUT']);

export interface ReconcileDeps {
  client: Client;
  dispatcher: Dispatcher;
  logger: Logger;
  metrics: Metrics;
  /** Runs that need no look: they were in order a moment ago. None if left out. */
  looks?: RecentLooks;
}

export interface ReconcileResult {
  looked: number;
  repaired: number;
}

/** Rows of one table that promise a running workflow. */
interface ExpectedRuns<Row> {
  /** The rows that may have lost their workflow, in the order of their ids. */
  suspects: (afterId: string | null, limit: number) => Promise<Row[]>;
  idOf: (row: Row) => string;
  workflowId: (row: Row) => string;
  /** Promises another run, unless the row has moved on. @returns the outbox entries, in the order of their dispatch */
  startAnew: (row: Row) => Promise<readonly number[]>;
  /** Tells operators that another workflow was promised. */
  tell: (row: Row) => void;
}

/**
 * Finds assignments, webhook deliveries, mails and removals of connections that have no workflow although their start was
 * dispatched, and lets the next generation, or round, of each go on: after a loss in Temporal, a termination by hand, an
 * end that was not written to the row, or a workflow task that never ends (outbox/README.md). A ticket needs none of
 * it: it lives for minutes, and its row alone ends it.
 * @param scope assignments: `recent`, due or in flight and unchanged for a minute, and clean-ups due; `all`,
 *   also assignments that wait for their time
 * @param note called after each batch with the progress; an error of it ends the work at once
 * @throws Error at the end, if Temporal could not be asked about a row: that keeps no other row from being repaired
 */
export async function reconcile(
  deps: ReconcileDeps,
  scope: 'recent' | 'all',
  note: (result: ReconcileResult) => void | Promise<void>,
): Promise<ReconcileResult> {
  const result = { looked: 0, repaired: 0 };
  const round: Round = { deps, result, note };
  await repairLost(round, runs(deps, scope));
  await repairLost(round, deliveries(deps));
  await repairLost(round, mails(deps));
  await repairLost(round, removals(deps));
  if (round.fault) throw round.fault;
  return result;
}

interface Round {
  deps: ReconcileDeps;
  result: ReconcileResult;
  note: (result: ReconcileResult) => void | Promise<void>;
  /** The first reason why a row could not be looked at. */
  fault?: Error | undefined;
}

function runs({ logger, metrics }: ReconcileDeps, scope: 'recent' | 'all'): ExpectedRuns<Suspect> {
  return {
    suspects: async (afterId, limit) => suspects(scope, afterId, limit),
    idOf: ({ id }) => id,
    workflowId: ({ id, generation }) => publishWorkflowId({ assignmentId: id, generation }),
    startAnew: async ({ id, generation, status }) => startNextGeneration(id, generation, status),
    tell: ({ id, generation, status }) => {
      logger.warn(
        { assignmentId: id, generation, status },
        'an assignment had no workflow; its next generation is started',
      );
      metrics.assignmentsRepaired.inc();
    },
  };
}

function deliveries({ logger, metrics }: ReconcileDeps): ExpectedRuns<DeliveryRound> {
  return {
    suspects: suspectRounds,
    idOf: ({ deliveryId }) => deliveryId,
    workflowId: deliveryWorkflowId,
    startAnew: continueInNextRound,
    tell: (round) => {
      logger.warn({ ...round }, 'a webhook delivery had no workflow; its next round goes on');
      metrics.deliveriesRepaired.inc();
    },
  };
}

function mails({ logger, metrics }: ReconcileDeps): ExpectedRuns<MailRound> {
  return {
    suspects: suspectMails,
    idOf: ({ invitationId }) => invitationId,
    workflowId: mailWorkflowId,
    startAnew: mailInNextRound,
    tell: (round) => {
      logger.warn({ ...round }, 'a mail had no workflow; its next round goes on');
      metrics.mailsRepaired.inc();
    },
  };
}

function removals({ logger, metrics }: ReconcileDeps): ExpectedRuns<Removal> {
  return {
    suspects: suspectRemovals,
    idOf: ({ connectionId }) => connectionId,
    workflowId: retirementWorkflowId,
    startAnew: continueInNextRemoval,
    tell: (removal) => {
      logger.warn({ ...removal }, 'the removal of a connection had no workflow; its next run goes on');
      metrics.removalsRepaired.inc();
    },
  };
}

/** Where Temporal tells about none of several runs, it is down: the remaining rows are left to the next time. */
async function repairLost<Row>(round: Round, promised: ExpectedRuns<Row>): Promise<void> {
  let afterId: string | null = null;
  for (;;) {
    const found: Row[] = await promised.suspects(afterId, batchSize);
    const unseen = found.filter((row) => !round.deps.looks?.has(promised.workflowId(row)));
    for (let index = 0; index < unseen.length; index += describesAtOnce) {
      const isAnswered = await repairSome(round, promised, unseen.slice(index, index + describesAtOnce));
      if (!isAnswered) return;
    }
    const last = found.at(-1);
    if (last === undefined || found.length < batchSize) return;
    afterId = promised.idOf(last);
  }
}

/** @returns whether any of the rows could be looked at */
async function repairSome<Row>(round: Round, promised: ExpectedRuns<Row>, some: readonly Row[]): Promise<boolean> {
  const { deps, result, note } = round;
  const looks = await Promise.all(some.map(async (row) => repairOne(deps, promised, row)));
  const failed = looks.filter((look) => look instanceof Error);
  round.fault ??= failed[0];
  result.looked += some.length;
  result.repaired += looks.filter((look) => look === 'repaired').length;
  await note(result);
  return failed.length < some.length;
}

/** @returns the outcome, or the error, which is the matter of this row alone */
async function repairOne<Row>(
  deps: ReconcileDeps,
  promised: ExpectedRuns<Row>,
  row: Row,
): Promise<'repaired' | 'left alone' | Error> {
  try {
    return (await repairIfLost(deps, promised, row)) ? 'repaired' : 'left alone';
  } catch (error) {
    deps.logger.warn({ err: error, workflowId: promised.workflowId(row) }, 'a run could not be looked at');
    return error instanceof Error ? error : new Error('a run could not be looked at', { cause: error });
  }
}

async function repairIfLost<Row>(deps: ReconcileDeps, promised: ExpectedRuns<Row>, row: Row): Promise<boolean> {
  if (!(await isLost(deps, promised.workflowId(row)))) {
    deps.looks?.add(promised.workflowId(row));
    return false;
  }
  const outboxIds = await promised.startAnew(row);
  if (outboxIds.length === 0) return false;
  promised.tell(row);
  for (const outboxId of outboxIds) await deps.dispatcher.dispatch(outboxId);
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
