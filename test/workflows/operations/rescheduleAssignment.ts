import { edit } from '../../support/callers/edit';
import type { CreatedRun, Publishing } from '../../support/runs/publishing';

/** The next generation of an assignment that waits for its time, as PATCH makes it. */
export async function rescheduleAssignment<T extends CreatedRun>(
  { dispatcher }: Publishing,
  assignment: T,
  scheduledAt: Date,
  payload: object = {},
): Promise<T> {
  for (const id of await edit(assignment.assignmentId, scheduledAt, payload)) await dispatcher.dispatch(id);
  return { ...assignment, generation: assignment.generation + 1 };
}
