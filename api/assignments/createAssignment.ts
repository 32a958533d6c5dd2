import { v7 as uuidv7 } from 'uuid';
import type { AssignmentError } from '../../domain/assignment';
import { publishCredits } from '../../domain/credits';
import { failureKinds } from '../../domain/failures';
import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { noteMoved } from '../../lib/noteMoved';
import { Assignment } from '../../models/Assignment';
import type { NewAssignment } from '../../models/newAssignment';
import { Connection } from '../../models/Connection';
import type { TokenStatus } from '../../models/Connection';
import { CreditAccount } from '../../models/CreditAccount';
import { inTransaction } from '../../models/database';
import type { Transaction } from '../../models/database';
import type { Tenant } from '../../models/Tenant';
import { UploadUse } from '../../models/UploadUse';
import { transitionFound } from '../../models/transition';
import { creditsShort, InsufficientCredits } from '../http/errors';
import { publishingPlatform } from '../platforms/offered';
import { platformNotOffered } from '../platforms/refusals';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import { createAtOnce } from './createAtOnce';
import { claimOrReplay } from './idempotency';
import { noSuchConnection } from '../connections/refusals';
import { reachOf, uploadsOf } from './mediaReach';
import { acceptedAs, newJob } from './newJob';
import type { Accepted, CreateOutcome } from './newJob';
import { connectionInactive, keysLost } from './refusals';
import { checkRules } from './rules';
import { CreateAssignmentInput } from './schema';

interface Written extends Accepted {
  /** Set for a job that failed at once. */
  failed?: { job: PublishJob; error: AssignmentError };
}

/**
 * Accepts a job. All that the answer promises is written in one transaction: the idempotency key, the credit hold, the
 * row and the order to start its workflow (ARCHITECTURE.md §3.1). The workflow is started after the commit, and nobody
 * waits for it here: the relay starts it if this start is lost.
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
  run: async (context, request): Promise<CreateOutcome> => {
    const { deps } = context;
    const written: Written =
      (await createAtOnce(context, request)) ??
      (await inTransaction(deps.sequelize, async (transaction) => write(context, request, transaction)));
    const { outcome, outboxIds, failed } = written;
    failpoint('create.committed');
    if (failed) noteMoved(deps, failed.job, { to: 'failed', error: failed.error });
    if (outboxIds.length > 0) deps.dispatch(outboxIds);
    return outcome;
  },
});

async function write(
  context: TenantContext,
  request: CreateAssignmentInput,
  transaction: Transaction,
): Promise<Written> {
  const { deps, principal } = context;
  const { tenant } = principal;
  const id = uuidv7();
  const { idempotencyHoldUntil: holdUntil } = deps.config;
  const replay = await claimOrReplay(tenant, id, { request, holdUntil }, transaction);
  if (replay) return { outcome: { ...replay, creditsUsed: 0, ignoredPayloadFields: [] }, outboxIds: [] };

  const { connectionId, type } = request;
  const { platform, tokenStatus } = requireActive(await Connection.forCreate(tenant, connectionId, transaction));
  const reach = await reachOf(deps, tenant, request, transaction);
  const { payload, ignored: ignoredPayloadFields } = checkRules(publishingPlatform(deps, platform), request, reach);

  const { job, files } = newJob(context, request, { id, platform, payload });
  const isStarted = tokenStatus === 'valid';
  const { createdAt, outboxId, balance } = await insert(tenant, job, transaction, { isStarted });
  const uploads = uploadsOf(files, reach);
  if (uploads.length > 0) await UploadUse.replace(tenant, { assignmentId: id, ids: uploads }, transaction);
  failpoint('create.written');
  if (tokenStatus === 'valid') {
    deps.knownChannels.note(tenant, connectionId, platform);
    return acceptedAs(job, { createdAt, outboxId, balance }, ignoredPayloadFields);
  }

  const error = tokenError(tokenStatus);
  const failed = { job: { assignmentId: id, generation: 1, platform }, error };
  const { outcome } = acceptedAs(job, { createdAt, outboxId, balance }, ignoredPayloadFields);
  const released = { ...outcome, creditsUsed: 0, balance: balance + publishCredits[type] };
  return { outcome: released, outboxIds: await failAtOnce(tenant, id, error, transaction), failed };
}

/** @returns the outbox entries to dispatch after the commit */
async function failAtOnce(tenant: Tenant, id: string, error: AssignmentError, transaction: Transaction) {
  const made = await Assignment.lock(tenant, id, transaction);
  const moved = made && (await transitionFound(made, { to: 'failed', error }, transaction));
  if (moved?.kind !== 'moved') throw new Error(`a new assignment could not fail: ${moved?.kind}`);
  return moved.outboxIds;
}

/** @throws ApiError 404 if there is no such connection, 409 if it is inactive */
export function requireActive<Found extends { isActive: boolean }>(connection: Found | null | undefined): Found {
  if (!connection) throw noSuchConnection.error();
  if (connection.isActive) return connection;
  throw connectionInactive.error();
}

/** Comes as late as it can: it locks the credit account for all other requests of the workspace until the commit. */
async function insert(tenant: Tenant, job: NewAssignment, transaction: Transaction, options: { isStarted: boolean }) {
  const { type, createdBy } = job;
  const take = async () => Assignment.insert(job, transaction, options);
  const held = await CreditAccount.holdBy(tenant, createdBy, take, transaction);
  if (held.kind === 'short') throw new InsufficientCredits(publishCredits[type], held.balance);
  return held.taken;
}

/** Why a job of a connection without a usable token fails at once. */
export function tokenError(tokenStatus: Exclude<TokenStatus, 'valid'>): AssignmentError {
  const code = tokenStatus === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_MISSING';
  return { code, message: failureKinds[code].meaning };
}
