import { temporal } from '@temporalio/proto';
import { paced, setPace } from '../../../domain/pace';
import type { TestTemporal } from '../servers/temporal';
import { until } from '../until';

const { WORKFLOW_TASK_FAILED_CAUSE_WORKFLOW_WORKER_UNHANDLED_FAILURE: cause } =
  temporal.api.enums.v1.WorkflowTaskFailedCause;

/** Takes the workflow task of a run as a worker does that cannot end it, and lets Temporal try again. */
export async function failTask(
  { client, namespace }: Pick<TestTemporal, 'client' | 'namespace'>,
  queue: string,
  workflowId: string,
): Promise<void> {
  const { workflowService } = client;
  const poll = { namespace, taskQueue: { name: queue }, identity: 'a worker that fails' };
  const { taskToken } = await until(async () => {
    const task = await client.withDeadline(Date.now() + 30_000, async () =>
      workflowService.pollWorkflowTaskQueue(poll),
    );
    return task.workflowExecution?.workflowId === workflowId && task;
  }, 30_000);
  await workflowService.respondWorkflowTaskFailed({ namespace, taskToken, cause });
}

/** Does something at a pace at which ten minutes are over at once. */
export async function hurried<T>(work: () => Promise<T>): Promise<T> {
  const pace = paced(1);
  setPace(1e-6);
  try {
    return await work();
  } finally {
    setPace(pace);
  }
}
