import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { publishWorkflowId } from '../domain/workflowContract';
import type { AssignmentRun } from '../domain/workflowContract';
import type { Logger } from '../lib/logger';
import { runsFor } from './runViews';
import { runPage, runsPage } from './runsPage';
import { withinDeadline } from './withinDeadline';

/** A person waits for the answer, and no other work needs it. */
const deadlineMs = 1000;

/** The run of an assignment, as operators find it. */
export interface FoundRun {
  workflowId: string;
  /** Null: it is not started yet, it is removed already, or Temporal did not answer. */
  runId: string | null;
  /** Its page in Temporal's UI; null where no setting names the UI. */
  url: string | null;
  /** The page of all runs for the assignment, those of its webhooks included; null as `url`. */
  runsUrl: string | null;
}

/** Asks Temporal for the run of a generation. Never rejects. */
export type FindRun = (run: Pick<AssignmentRun, 'assignmentId' | 'generation'>) => Promise<FoundRun>;

export function createFindRun(client: Client, uiUrl: string | null, logger: Logger): FindRun {
  const { namespace } = client.options;
  return async (run) => {
    const workflowId = publishWorkflowId(run);
    const runId = await runIdOf(client, workflowId).catch((error: unknown) => {
      logger.warn({ err: error, workflowId }, 'Temporal did not say which run a workflow has');
      return null;
    });
    if (uiUrl === null) return { workflowId, runId, url: null, runsUrl: null };
    const ui = { url: uiUrl, namespace };
    const page = runPage(ui, workflowId);
    const runsUrl = runsPage(ui, runsFor('assignment', run.assignmentId));
    return { workflowId, runId, url: runId === null ? page : `${page}/${runId}/history`, runsUrl };
  };
}

async function runIdOf(client: Client, workflowId: string): Promise<string | null> {
  try {
    const { runId } = await withinDeadline(client, deadlineMs, async () =>
      client.workflow.getHandle(workflowId).describe(),
    );
    return runId;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
