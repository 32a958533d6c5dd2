import { after } from '../../../domain/assignment/after';
import type { AssignmentStatus } from '../../../domain/assignment';
import { aheadMsOf } from '../../../domain/assignment/spread';
import { isInPlace } from '../../../domain/assignment/allows';
import { checkPayload } from '../../../domain/payload/payload';
import { Assignment } from '../../../models/assignments/Assignment';
import { loadFound, storeFound } from '../../../models/assignments/store/found';
import type { Loaded } from '../../../models/assignments/store/loadAssignment';
import { inTransaction } from '../../../models/database/transaction';
import type { Transaction } from '../../../models/database/transaction';
import { PostExtra } from '../../../models/assignments/PostExtra';
import { UploadUse } from '../../../models/uploads/UploadUse';
import { publisherFor } from '../../../platforms';
import type { BaseDeps } from '../../deps';
import { publishingPlatform } from '../../platforms/offered';
import { platformNotOffered } from '../../platforms/refusals';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { editOf } from './editOf';
import type { Edit } from './editOf';
import { lockAssignment, requireAllowed } from '../lockAssignment';
import { reachOfChange } from '../mediaReach';
import { fieldFixed, mediaFixed, noSuchAssignment, notEditable, outcomeOpen } from '../refusals';
import { statusWords } from '../statusWords';
import { updatePublished, updateRefusals } from './updatePublished';
import type { UpdateOutcome } from './updatePublished';
import { UpdateAssignmentInput } from './updateSchema';
import type { AssignmentChanges } from './updateSchema';

/**
 * Changes payload, time and webhooks of an assignment that has not begun or waits before its point of no return, or the post of a
 * published assignment (contract.md §2). The state is judged first.
 */
export const updateAssignment = defineUseCase({
  name: 'updateAssignment',
  action: 'assignment.write',
  summary: 'Change the payload, the time or the webhooks of an assignment, or the post that it has published',
  description:
    `While ${statusWords('edit', '`')}: free; \`scheduledAt\` null means now. Once ${statusWords('update', '`')}, and with \`updatePublished\`, where the platform allows it: ` +
    'the post is changed on the platform before the answer, which costs credits; a call that fails costs nothing. In ' +
    'all other states: 409.',
  input: UpdateAssignmentInput,
  refuses: [noSuchAssignment, notEditable, mediaFixed, fieldFixed, outcomeOpen, platformNotOffered, ...updateRefusals],
  run: async (context: TenantContext<AssignmentDeps>, { assignmentId, ...changes }): Promise<UpdateOutcome> => {
    const { deps, principal } = context;
    const found = await Assignment.ofTenant(principal.tenant, assignmentId);
    if (!found) throw noSuchAssignment.error();
    const ignoredPayloadFields = ignoredOf(deps, found, changes);
    const change = async (published: Assignment): Promise<UpdateOutcome> => ({
      ...(await updatePublished(context, published, changes)),
      ignoredPayloadFields,
    });
    if (isInPlace('update', found)) return change(found);
    const done = await inTransaction(deps.sequelize, 'updateAssignment', async (transaction) =>
      edit(context, assignmentId, changes, transaction),
    );
    if ('published' in done) return change(done.published);
    const { assignment, edited, outboxIds } = done;
    if (edited) deps.logger.info({ assignmentId, ...edited }, 'assignment edited');
    if (outboxIds.length > 0) deps.dispatch(outboxIds);
    return { assignment, ignoredPayloadFields };
  },
});

/** Names in the payload of the changes that the type does not have. */
function ignoredOf(
  deps: Pick<BaseDeps, 'platforms'>,
  { platform, type }: Pick<Assignment, 'platform' | 'type'>,
  { payload = {} }: AssignmentChanges,
): readonly string[] {
  const { payloadFields } = publisherFor(publishingPlatform(deps, platform), type).capabilities;
  return checkPayload(payloadFields, payload).ignored;
}

/** An assignment that has gone live since the first read of its row. */
interface FoundPublished {
  published: Assignment;
}

interface EditResult {
  assignment: UpdateOutcome['assignment'];
  /** Null: nothing was to be changed. */
  edited: { generation: number; status: AssignmentStatus } | null;
  outboxIds: readonly number[];
}

async function edit(
  context: TenantContext,
  id: string,
  changes: AssignmentChanges,
  transaction: Transaction,
): Promise<EditResult | FoundPublished> {
  const before = await lockAssignment(context.principal.tenant, id, transaction);
  const { status } = before;
  if (isInPlace('update', before)) return { published: before };
  const loaded = await loadFound(before, transaction);
  requireAllowed(loaded.assignment, 'edit');
  const { payload: ofPayload, updatePublished: _ignored, ...others } = changes;
  if ([ofPayload, ...Object.values(others)].every((given) => given === undefined)) {
    return { assignment: before, edited: null, outboxIds: [] };
  }

  const { tenant } = context.principal;
  const reach = await reachOfChange(context.deps, tenant, { before, change: ofPayload }, transaction);
  const edit = editOf(context.deps, before, changes, reach);
  const [fixed] = edit.fixedByUpload;
  if (fixed !== undefined && !isInPlace('editMedia', loaded.assignment)) throw fieldFixed.error(status, fixed);
  if (edit.isOtherMedia) requireAllowed(loaded.assignment, 'editMedia');
  if (await triesAgain(context.deps, before, ofPayload, transaction)) edit.isOtherPayload = true;
  await UploadUse.replace(tenant, { assignmentId: id, ids: edit.uploads }, transaction);
  const { change, outboxIds } = await storeEdit(before, loaded, edit, transaction);
  const { payload, scheduledAt } = edit;
  const { generation } = change.assignment;
  return { assignment: { id, status, scheduledAt, payload }, edited: { generation, status }, outboxIds };
}

async function storeEdit(before: Assignment, loaded: Loaded, edit: Edit, transaction: Transaction) {
  const { payload, scheduledAt, prepareAheadSeconds, isOtherAhead, isOtherPayload, isOtherMedia, isOtherPicture } =
    edit;
  const dueAt = scheduledAt && scheduledAt.getTime();
  const event = {
    is: 'edited',
    dueAt,
    aheadMs: aheadMsOf(before.id, before.createdAt.getTime(), dueAt, prepareAheadSeconds),
    isOtherAhead,
    isOtherPayload,
    isOtherMedia,
  } as const;
  const change = after(loaded.assignment, event, loaded.now);
  const columns = {
    payload,
    prepare_ahead_seconds: prepareAheadSeconds,
    callback_events: edit.callbackEvents,
    callback_statuses: edit.callbackStatuses,
    ...(change.runs.length > 0 && { media_warnings: null }),
  };
  return {
    change,
    outboxIds: await storeFound(loaded, change, transaction, { columns, hasOtherPicture: isOtherPicture }),
  };
}

/** Lets the preparation try a picture again if it gave the picture up and the change names the picture once more. */
async function triesAgain(
  deps: Pick<BaseDeps, 'platforms'>,
  before: Assignment,
  change: Record<string, unknown> = {},
  transaction: Transaction,
): Promise<boolean> {
  const { extras } = publisherFor(publishingPlatform(deps, before.platform), before.type);
  const field = extras?.picture?.field;
  if (field === undefined || !(field in change)) return false;
  if (!(await PostExtra.hasFailed(before, [field], transaction))) return false;
  await PostExtra.forgetUndone(before, transaction);
  return true;
}
