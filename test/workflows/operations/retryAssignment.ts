import type { CreatedRun, Publishing } from '../../support/runs/publishing';
import { retry } from '../../support/retry';

/** Takes a failed assignment up again, and dispatches the start of its run. */
export async function retryAssignment({ dispatcher }: Publishing, assignment: CreatedRun): Promise<CreatedRun> {
  const { generation, outboxIds } = await retry(assignment.assignmentId);
  for (const id of outboxIds) await dispatcher.dispatch(id);
  return { ...assignment, generation, outboxId: outboxIds.at(-1)! };
}
