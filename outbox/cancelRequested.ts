import { WorkflowNotFoundError } from '@temporalio/client';
import type { Client } from '@temporalio/client';
import { publishWorkflowId } from '../domain/workflowContract';
import type { PublishJob } from '../domain/workflowContract';
import { withinDeadline } from './withinDeadline';

const deadlineMs = 5000;

/**
 * Tells whether Temporal was asked to cancel the run of a job; its activities hear of that up to a second later. For a
 * run that Temporal does not know, the answer is no: then the row alone says how the job goes on.
 * @throws the client's error if Temporal does not answer within 5 s
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
