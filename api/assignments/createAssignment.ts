import { v7 as uuidv7 } from 'uuid';
import type { AssignmentError } from '../../domain/assignment';
import { publishCredits } from '../../domain/credits';
import { failureKinds } from '../../domain/failures';
import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { noteMoved } from '../../lib/noteMoved';
import { Assignment } from '../../models/Assignment';
import type { NewAssignment } from '../../models/Assignment';
import { Connection } from '../../models/Connection';
import type { TokenStatus } from '../../models/Connection';
import { CreditAccount } from '../../models/CreditAccount';
import { inTransaction } from '../../models/database';
import type { Transaction } from '../../models/database';
import type { Tenant } from '../../models/Tenant';
import { UploadUse } from '../../models/UploadUse';
import { transitionFound } from '../../models/transition';
import { platformFor, publisherFor } from '../../platforms';
import { userIdOf } from '../auth/Principal';
import { creditsShort, InsufficientCredits } from '../http/errors';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import { claimOrReplay } from './idempotency';
import type { Replay } from './idempotency';
import { noSuchConnection } from '../connections/refusals';
import { filesOf } from './filesOf';
import { reachOf, uploadsOf } from './mediaReach';
import { connectionInactive } from './refusals';
import { checkRules } from './rules';
import { CreateAssignmentInput } from './schema';

export interface CreateOutcome {
  assignment: Replay['assignment'];
  creditsUsed: number;
  balance: number;
  /** Set when this is the answer of an earlier request with the same idempotency key. */
  replayed?: Replay['replayed'];
  /** Names in the payload that its type does not have: they were dropped. */
  ignoredPayloadFields: readonly string[];
}

interface Written {
  outcome: CreateOutcome;
  outboxIds: readonly number[];
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
  refuses: [noSuchConnection, connectionInactive, creditsShort],
  run: async (context, request): Promise<CreateOutcome> => {
    const { deps } = context;
    const { outcome, outboxIds, failed } = await inTransaction(deps.sequelize, (transaction) =>
      write(context, request, transaction),
    );
    failpoint('create.committed');
    if (failed) noteMoved(deps, failed.job, { to: 'failed', error: failed.error });
    if (outboxIds.length > 0) deps.dispatch(outboxIds);
    return outcome;
  },
});

async function write(
  { deps, principal }: TenantContext,
  request: CreateAssignmentInput,
  transaction: Transaction,
): Promise<Written> {
  const { tenant } = principal;
  const id = uuidv7();
  const replay = await claimOrReplay(tenant, id, request, transaction);
  if (replay) return { outcome: { ...replay, creditsUsed: 0, ignoredPayloadFields: [] }, outboxIds: [] };

  const found = await Connection.forCreate(tenant, request.connectionId, transaction);
  const { platform, tokenStatus } = requireActive(found);
  const reach = await reachOf(deps, tenant, request, transaction);
  const { payload, ignored: ignoredPayloadFields } = checkRules(platformFor(deps.platforms, platform), request, reach);

  const holdId = uuidv7();
  const publisher = publisherFor(platformFor(deps.platforms, platform), request.type);
  const media = publisher.mediaUrls({ ...request, payload });
  const prepareAheadSeconds = media.length === 0 ? 0 : (request.prepareAheadSeconds ?? deps.config.prepareAheadSeconds);
  const createdBy = userIdOf(principal);
  const made = { id, workspaceId: tenant.workspaceId, createdBy, platform, payload, holdId, prepareAheadSeconds };
  const job = { ...request, ...made };
  const isStarted = tokenStatus === 'valid';
  const { createdAt, outboxId, balance } = await insert(tenant, job, transaction, { isStarted });
  const uploads = uploadsOf(filesOf(publisher, { ...request, payload }), reach);
  if (uploads.length > 0) await UploadUse.replace(tenant, { assignmentId: id, ids: uploads }, transaction);
  failpoint('create.written');
  const { connectionId, type, scheduledAt } = request;
  const assignment = { id, connectionId, platform, type, scheduledAt, createdAt };

  const outboxIds = outboxId === null ? [] : [outboxId];
  const credits = publishCredits[type];
  const accepted = { assignment, ignoredPayloadFields };
  if (tokenStatus === 'valid') return { outcome: { ...accepted, creditsUsed: credits, balance }, outboxIds };

  const error = tokenError(tokenStatus);
  const failed = { job: { assignmentId: id, generation: 1, platform }, error };
  const outcome = { ...accepted, creditsUsed: 0, balance: balance + credits };
  return { outcome, outboxIds: await failAtOnce(tenant, id, error, transaction), failed };
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
