import { edit } from '../../support/callers/edit';
import type { CreatedJob, Publishing } from '../../support/runs/publishing';

/** The next generation of a job that waits for its time, as PATCH makes it. */
export async function rescheduleJob<T extends CreatedJob>(
  { dispatcher }: Publishing,
  job: T,
  scheduledAt: Date,
  payload: object = {},
): Promise<T> {
  for (const id of await edit(job.assignmentId, scheduledAt, payload)) await dispatcher.dispatch(id);
  return { ...job, generation: job.generation + 1 };
}
