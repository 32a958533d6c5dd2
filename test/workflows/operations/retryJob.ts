import type { CreatedJob, Publishing } from '../../support/runs/publishing';
import { retry } from '../../support/retry';

/** Takes a failed job up again, and dispatches the start of its run. */
export async function retryJob({ dispatcher }: Publishing, job: CreatedJob): Promise<CreatedJob> {
  const { generation, outboxIds } = await retry(job.assignmentId);
  for (const id of outboxIds) await dispatcher.dispatch(id);
  return { ...job, generation, outboxId: outboxIds.at(-1)! };
}
