import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { publishWorkflowId } from '../domain/workflowContract';
import type { PublishJob } from '../domain/workflowContract';
import { withinDeadline } from './withinDeadline';

const deadlineMs = 5000;

/**
 * Whether Temporal was asked to cancel the run of a job; its activities hear of that up to a second later. A run that
 * Temporal does not know was not: the row alone says then how the job goes on.
 * @throws what the client throws where Temporal does not answer within 5 s
 */
export async function isCancelRequested(client: Client, job: PublishJob): Promise<boolean> {
  const handle = client.workflow.getHandle(publishWorkflowId(job));
  try {
    const { raw } = await withinDeadline(client, deadlineMs, async () => handle.describe());
    return raw.workflowExtendedInfo?.cancelRequested === true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}
