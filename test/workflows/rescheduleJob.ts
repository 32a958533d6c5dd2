import type { CreatedJob, Publishing } from '../support/publishing';

/** The next generation of a job that waits for its time, as PATCH makes it. */
export async function rescheduleJob<T extends CreatedJob>(
  { database, dispatcher }: Publishing,
  job: T,
  scheduledAt: Date,
  payload: object = {},
): Promise<T> {
  const write = `WITH job AS (
      UPDATE assignments SET scheduled_at = $2, payload = payload || $3::jsonb, prepared_at = NULL,
        prepare_again_at = NULL, generation = generation + 1 WHERE id = $1 RETURNING id, generation, workspace_id)
    INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id)
    SELECT 'terminate', 'publishAssignment', id, generation - 1, workspace_id FROM job UNION ALL
    SELECT 'start', 'publishAssignment', id, generation, workspace_id FROM job RETURNING id`;
  const values = [job.assignmentId, scheduledAt, JSON.stringify(payload)];
  for (const { id } of await database.query<{ id: number }>(write, values)) await dispatcher.dispatch(id);
  return { ...job, generation: job.generation + 1 };
}
