import { editableStatuses } from '../../domain/assignment';
import type { AssignmentStatus } from '../../domain/assignment';
import { failpoint } from '../../lib/failpoint';
import { Assignment } from '../../models/Assignment';
import { orderRun } from '../../models/assignmentRuns';
import { inTransaction } from '../../models/database';
import type { Transaction } from '../../models/database';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { ApiError, notFound } from '../http/errors';
import { editOf } from './editOf';
import { lockAssignment, refuseOpenOutcome } from './lockAssignment';
import { updatePublished } from './updatePublished';
import type { UpdateOutcome } from './updatePublished';
import type { UpdateAssignmentBody } from './updateSchema';

/**
 * Changes payload and time of a job that has not begun or waits before its point of no return, or the post of one that
 * is published (contract.md §2). The state is judged first.
 * @throws ApiError 404, 409, 400; what `updatePublished` throws
 */
export async function updateAssignment(
  context: Context<Actor>,
  id: string,
  changes: UpdateAssignmentBody,
): Promise<UpdateOutcome> {
  const found = await Assignment.ofWorkspace(context.actor.workspaceId, id);
  if (!found) throw notFound('assignment');
  if (found.status === 'published') return updatePublished(context, found, changes);
  const { assignment, edited, outboxIds } = await inTransaction(context.deps.sequelize, async (transaction) =>
    edit(context, id, changes, transaction),
  );
  failpoint('edit.committed');
  if (edited) context.deps.logger.info({ assignmentId: id, ...edited }, 'assignment edited');
  if (outboxIds.length > 0) context.deps.dispatch(outboxIds);
  return { assignment };
}

interface Edited {
  assignment: UpdateOutcome['assignment'];
  /** Null: nothing was to be changed. */
  edited: { generation: number; status: AssignmentStatus } | null;
  outboxIds: number[];
}

async function edit(
  context: Context<Actor>,
  id: string,
  changes: UpdateAssignmentBody,
  transaction: Transaction,
): Promise<Edited> {
  const before = await lockAssignment(context, id, transaction);
  const { status, generation } = before;
  if (!isEditable(before)) throw new ApiError('CONFLICT', `The assignment is ${status}: it cannot be changed.`);
  await refuseOpenOutcome(before, transaction);
  const { payload: ofPayload, scheduledAt: ofTime, prepareAheadSeconds: ofAhead } = changes;
  if (ofPayload === undefined && ofTime === undefined && ofAhead === undefined) {
    return { assignment: before, edited: null, outboxIds: [] };
  }

  const after = editOf(context.deps, before, changes);
  const next = await Assignment.edit(id, after, transaction);
  const { payload, scheduledAt } = after;
  const assignment = { id, status, scheduledAt, payload };
  const edited = { generation: next, status };
  if (!after.isRunAnew) return { assignment, edited, outboxIds: [] };
  const start = await orderRun('start', { id, generation: next }, transaction);
  const end = await orderRun('terminate', { id, generation }, transaction);
  failpoint('edit.written');
  return { assignment, edited, outboxIds: [start, end] };
}

/** Before a job begins, before its point of no return, and while a preparation that failed waits to be tried again. */
function isEditable({ status, prepareAgainAt }: Assignment): boolean {
  return editableStatuses.includes(status) || (status === 'uploading' && prepareAgainAt !== null);
}
