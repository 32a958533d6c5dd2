import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { publishWorkflowId } from '../domain/workflowContract';
import type { AssignmentRun } from '../domain/workflowContract';
import type { Logger } from '../lib/logger';
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
    const page = uiUrl && runPage(uiUrl, namespace, workflowId);
    return { workflowId, runId, url: page && (runId === null ? page : `${page}/${runId}/history`) };
  };
}

/** The page of a workflow in Temporal's UI, whichever of its runs is the newest. */
export function runPage(uiUrl: string, namespace: string, workflowId: string): string {
  return `${uiUrl}/namespaces/${encodeURIComponent(namespace)}/workflows/${encodeURIComponent(workflowId)}`;
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
