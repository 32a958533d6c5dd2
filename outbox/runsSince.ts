import type { Client, WorkflowExecutionInfo } from '@temporalio/client';
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';
import { publishAssignmentWorkflow, runOfWorkflowId } from '../domain/workflowContract';
import type { LaterRun } from '../models/publishing/restoredRows';

const errorCode = defineSearchAttributeKey('ErrorCode', SearchAttributeType.KEYWORD);
const scheduledAt = defineSearchAttributeKey('ScheduledAt', SearchAttributeType.DATETIME);

/** The clocks of Temporal and of the database may differ by so much. */
const clocksDifferMs = 60_000;

/**
 * The runs of assignments that Temporal was given since a moment, the newest of each assignment: a database that was restored
 * to that moment does not know them.
 * @throws Error if Temporal does not answer
 */
export async function runsSince(client: Client, moment: Date): Promise<LaterRun[]> {
  const from = new Date(moment.getTime() - clocksDifferMs).toISOString();
  const query = `WorkflowType = '${publishAssignmentWorkflow}' AND StartTime >= '${from}'`;
  const newest = new Map<string, LaterRun>();
  for await (const run of client.workflow.list({ query })) {
    const { assignmentId: id, generation } = runOfWorkflowId(run.workflowId);
    if ((newest.get(id)?.generation ?? 0) < generation)
      newest.set(id, { id, generation, mayBePublished: mayBePublished(run, Date.now()) });
  }
  return [...newest.values()];
}

/** A run tells by its end that it has published nothing, or by its time that it has not come to it. */
function mayBePublished({ status, typedSearchAttributes }: WorkflowExecutionInfo, nowMs: number): boolean {
  if (status.name === 'CANCELLED') return false;
  if (status.name === 'FAILED')
    return (typedSearchAttributes.get(errorCode) ?? 'OUTCOME_UNKNOWN') === 'OUTCOME_UNKNOWN';
  if (status.name === 'RUNNING') return (typedSearchAttributes.get(scheduledAt)?.getTime() ?? nowMs) <= nowMs;
  return true;
}
