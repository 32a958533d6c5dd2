import { afterCreation } from '../../../domain/assignment/afterCaller';
import type { Change } from '../../../domain/assignment/change';
import { publishCredits } from '../../../domain/credits';
import { checkPayload } from '../../../domain/payload/payload';
import type { FieldErrors } from '../../../domain/payload/payload';
import type { PlatformSlug } from '../../../domain/platform';
import type { AssignmentRun } from '../../../domain/workflowContract';
import { noteMoves } from '../../../lib/noteMoved';
import { create } from '../../../models/assignments/store/create';
import type { Beside, NewAssignment } from '../../../models/assignments/store/create';
import { loadFound, storeFound } from '../../../models/assignments/store/found';
import { Connection } from '../../../models/connections/Connection';
import { publishingPlatform } from '../../platforms/offered';
import { extraWarnings } from './extraWarnings';
import { inTransaction } from '../../../models/database/transaction';
import { noSuchConnection } from '../../connections/refusals';
import { creditsShort } from '../../http/errors';
import { platformNotOffered } from '../../platforms/refusals';
import { defineUseCase } from '../../useCase';
import type { TenantContext } from '../../useCase';
import type { AssignmentDeps } from '../deps';
import { presumePlan, readPlan } from './creationPlan';
import type { Plan } from './creationPlan';
import { keyOf } from './idempotency';
import type { RequestKey } from './idempotency';
import { lockAssignment } from '../lockAssignment';
import { uploadsOf } from '../mediaReach';
import { acceptedAs, newAssignment } from './newAssignment';
import type { CreateResult, CreateOutcome } from './newAssignment';
import { connectionInactive, keysLost } from '../refusals';
import { CreateAssignmentInput } from '../schema';

interface AtOnceResult extends CreateResult {
  /** Set for an assignment that failed at once. */
  failed?: { assignment: AssignmentRun; change: Change };
}

/**
 * Accepts an assignment. One transaction writes every promise of the answer: the idempotency key, the credit hold, the
 * row and the order to start its workflow. An obstacle leaves nothing written, and reads name the obstacle. The
 * workflow is started after the commit, without a wait for the start: the relay makes up for a lost start.
 * @throws ApiError in the order of contract.md §2: 404, 409, 400; then InsufficientCredits. Nothing is written then,
 *   and the idempotency key stays free
 */
export const createAssignment = defineUseCase({
  name: 'createAssignment',
  action: 'assignment.write',
  summary: 'Publish content to a channel, now or later',
  description:
    'Holds the credits of the type (see `X-Credits-Used`); they are charged when the post is published and released ' +
    'if it is not. With an idempotency key the request can be repeated safely.',
  input: CreateAssignmentInput,
  refuses: [noSuchConnection, connectionInactive, platformNotOffered, creditsShort, keysLost],
  run: async (context: TenantContext<AssignmentDeps>, request): Promise<CreateOutcome> => {
    const { deps } = context;
    const { outcome, outboxIds, failed } = await accept(context, request);
    if (failed) noteMoves(deps, failed.assignment, failed.change);
    if (outboxIds.length > 0) deps.dispatch(outboxIds);
    return { ...outcome, warnings: await warningsOf(context, request, outcome.assignment.platform) };
  },
});

/** A payload without an extra that needs a permission costs no query. */
async function warningsOf(
  { deps, principal: { tenant } }: TenantContext,
  { connectionId, type, payload: given }: CreateAssignmentInput,
  slug: PlatformSlug,
): Promise<FieldErrors> {
  const platform = publishingPlatform(deps, slug);
  const publisher = platform.publishers.get(type);
  // The answer to a repeat: its first request was of another type.
  if (!publisher) return {};
  const { capabilities } = publisher;
  const needing = (capabilities.extras ?? []).filter(({ feature }) => feature !== undefined);
  if (!needing.some(({ field }) => given[field] !== undefined)) return {};
  const granted = (await Connection.ofTenant(tenant, connectionId))?.permissions ?? [];
  const { payload } = checkPayload(capabilities.payloadFields, given);
  return extraWarnings(publisher, payload, { permissions: platform.permissions, granted });
}

/** The limit of plans for one request: a change between a plan and its write makes another plan necessary. */
const plansMax = 5;

async function accept(context: TenantContext<AssignmentDeps>, request: CreateAssignmentInput): Promise<AtOnceResult> {
  const requestKey = await keyOf(context, request);
  let plan = await presumePlan(context, request, requestKey);
  for (let plans = 0; plans < plansMax; plans += 1) {
    const written = plan && (await write(context, { request, requestKey }, plan));
    if (written) return written;
    const read = await readPlan(context, request, requestKey);
    if ('replayed' in read) return { outcome: { ...read, creditsUsed: 0, ignoredPayloadFields: [] }, outboxIds: [] };
    plan = read;
  }
  throw new Error('nothing stands in the way of an assignment, and it cannot be written');
}

/** @returns undefined, with nothing written, where a fact differs from the plan */
async function write(
  context: TenantContext<AssignmentDeps>,
  { request, requestKey }: { request: CreateAssignmentInput; requestKey: RequestKey | null },
  plan: Plan,
): Promise<AtOnceResult | undefined> {
  const { deps, principal } = context;
  const { assignment, files, hasPicture } = newAssignment(context, request, plan);
  const { requestHash = null, key = null, isDerived = false } = requestKey ?? {};
  const used = { requestHash, derivedKey: isDerived ? key : null };
  const beside = { ...used, uploads: uploadsOf(files, plan.reach), hasPicture, hasToken: plan.hasToken };
  if (!plan.hasToken) return writeFailed(context, assignment, beside, plan);
  const created = await create(principal.tenant, assignment, beside);
  if (!created) return undefined;
  deps.knownChannels.note(principal.tenant, assignment.connectionId, assignment.platform);
  return acceptedAs(assignment, created, plan.ignored);
}

/** Writes an assignment for a channel without a valid token: it fails in the transaction that creates it. */
async function writeFailed(
  { deps, principal: { tenant } }: TenantContext,
  assignment: NewAssignment,
  beside: Beside,
  { ignored }: Plan,
): Promise<AtOnceResult | undefined> {
  const { id: assignmentId, platform, type } = assignment;
  return inTransaction(deps.sequelize, 'createFailedAssignment', async (transaction) => {
    const created = await create(tenant, assignment, beside, transaction);
    if (!created) return undefined;
    const loaded = await loadFound(await lockAssignment(tenant, assignmentId, transaction), transaction);
    const change = afterCreation(loaded.assignment, loaded.now);
    const outboxIds = await storeFound(loaded, change, transaction);
    const { outcome } = acceptedAs(assignment, created, ignored);
    const released = { ...outcome, creditsUsed: 0, balance: created.balance + publishCredits[type] };
    return { outcome: released, outboxIds, failed: { assignment: { assignmentId, generation: 1, platform }, change } };
  });
}
