import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { publishWorkflowId } from '../domain/workflowContract';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { startNextGeneration, suspects } from '../models/assignmentRuns';
import type { Suspect } from '../models/assignmentRuns';
import type { Dispatcher } from './dispatch';

const batchSize = 500;
const describesAtOnce = 8;

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

/**
 * Finds jobs that have no workflow although their start was dispatched, and starts the next generation of each: after a
 * loss in Temporal, a termination by hand, or an end that was not written to the row (architecture.md §4).
 * @param scope `recent`: due or in flight and unchanged for a minute, and clean-ups due; `all`: also those that wait for
 *   their time
 * @param note told after each batch how far it is
 */
export async function reconcileAssignments(
  deps: ReconcileDeps,
  scope: 'recent' | 'all',
  note: (result: ReconcileResult) => void,
): Promise<ReconcileResult> {
  const result = { looked: 0, repaired: 0 };
  let afterId: string | null = null;
  for (;;) {
    const found: Suspect[] = await suspects(scope, afterId, batchSize);
    for (let index = 0; index < found.length; index += describesAtOnce) {
      const repaired = await Promise.all(
        found.slice(index, index + describesAtOnce).map(async (suspect) => repairIfLost(deps, suspect)),
      );
      result.repaired += repaired.filter(Boolean).length;
    }
    result.looked += found.length;
    note(result);
    afterId = found.at(-1)?.id ?? null;
    if (found.length < batchSize) return result;
  }
}

async function repairIfLost(
  { client, dispatcher, logger, metrics }: ReconcileDeps,
  { id, generation, status }: Suspect,
): Promise<boolean> {
  if (!(await isLost(client, publishWorkflowId({ assignmentId: id, generation })))) return false;
  const outboxId = await startNextGeneration(id, generation, status);
  if (outboxId === null) return false;
  logger.warn({ assignmentId: id, generation, status }, 'a job had no workflow; its next generation is started');
  metrics.assignmentsRepaired.inc();
  await dispatcher.dispatch(outboxId);
  return true;
}

/** Only "not found" and "closed" say so; any other answer, such as a time-out, changes nothing. */
async function isLost(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    return status.name !== 'RUNNING' && status.name !== 'PAUSED' && status.name !== 'UNKNOWN';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return true;
    throw error;
  }
}
