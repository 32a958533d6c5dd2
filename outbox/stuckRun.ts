import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { optionalTsToMs } from '@temporalio/common/lib/time';
import { paced } from '../domain/pace';

/** A workflow task ends within 10 s, or tells Temporal that its local activities go on. */
const stuckAfterMs = () => paced(600_000);
/** A task that waits for a worker, or whose local activities go on, is at its first try. */
const stuckTriesMin = 3;

/** Stands in the history of a run that was terminated for it. */
export const stuckReason = 'its workflow task was tried again and again and never ended; the next run goes on';

/**
 * Tells whether the workflow task of a run has been tried for ten minutes and never ended. Then its worker has lost the
 * run, or its code cannot replay the history, and Temporal goes on trying for ever. Another run begins with the row and
 * with no history. Tries write no events, so the age of the last event is the time for which they have achieved
 * nothing.
 */
export async function isStuck(
  { workflowService, options: { namespace } }: Client,
  { raw: { pendingWorkflowTask: task }, workflowId, runId }: WorkflowExecutionDescription,
): Promise<boolean> {
  if ((task?.attempt ?? 0) < stuckTriesMin) return false;
  const { history } = await workflowService.getWorkflowExecutionHistoryReverse({
    namespace,
    execution: { workflowId, runId },
    maximumPageSize: 1,
  });
  const lastEventMs = optionalTsToMs(history?.events?.[0]?.eventTime);
  return lastEventMs !== undefined && Date.now() - lastEventMs > stuckAfterMs();
}
