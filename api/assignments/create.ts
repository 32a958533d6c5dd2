import { v7 as uuidv7 } from 'uuid';
import type { AssignmentError } from '../../domain/assignment';
import { publishCredits } from '../../domain/credits';
import { failureKinds } from '../../domain/failures';
import { publishAssignmentWorkflow } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { Assignment } from '../../models/Assignment';
import type { NewAssignment } from '../../models/Assignment';
import { Connection } from '../../models/Connection';
import type { TokenStatus } from '../../models/Connection';
import { CreditAccount } from '../../models/CreditAccount';
import { inTransaction } from '../../models/database';
import type { Transaction } from '../../models/database';
import { OutboxEntry } from '../../models/OutboxEntry';
import { transitionAssignment } from '../../models/transition';
import { platformFor, publisherFor } from '../../platforms';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { ApiError, InsufficientCredits, notFound } from '../http/errors';
import { claimOrReplay } from './idempotency';
import type { Replay } from './idempotency';
import { checkRules } from './rules';
import type { CreateAssignmentBody } from './schema';

export interface CreateOutcome {
  assignment: Replay['assignment'];
  creditsUsed: number;
  balance: number;
  /** Set when this is the answer of an earlier request with the same idempotency key. */
  replayed?: Replay['replayed'];
}

interface Written {
  outcome: CreateOutcome;
  outboxIds: readonly number[];
}

/**
 * Accepts a job. All that the answer promises is written in one transaction: the idempotency key, the credit hold, the
 * row and the order to start its workflow (architecture.md §3.1). The workflow is started after the commit, and nobody
 * waits for it here: what is missed then, the relay starts.
 * @throws ApiError in the order of contract.md §2: 404, 409, 400; then InsufficientCredits. Nothing is written then,
 *   and the idempotency key stays free
 */
export async function createAssignment(context: Context<Actor>, request: CreateAssignmentBody): Promise<CreateOutcome> {
  const { deps } = context;
  const { outcome, outboxIds } = await inTransaction(deps.sequelize, (transaction) =>
    write(context, request, transaction),
  );
  failpoint('create.committed');
  if (outboxIds.length > 0) deps.dispatch(outboxIds);
  return outcome;
}

async function write(
  { deps, actor: { workspaceId } }: Context<Actor>,
  request: CreateAssignmentBody,
  transaction: Transaction,
): Promise<Written> {
  const id = uuidv7();
  const replay = await claimOrReplay(workspaceId, id, request, transaction);
  if (replay) return { outcome: { ...replay, creditsUsed: 0 }, outboxIds: [] };

  const found = await Connection.forCreate(workspaceId, request.connectionId, transaction);
  const { platform, tokenStatus } = requireActive(found);
  const payload = checkRules(platformFor(deps.platforms, platform), request, deps.config.outboundAllow);

  const holdId = uuidv7();
  const media = publisherFor(platformFor(deps.platforms, platform), request.type).mediaUrls({ ...request, payload });
  const prepareAheadSeconds = media.length === 0 ? 0 : (request.prepareAheadSeconds ?? deps.config.prepareAheadSeconds);
  const job = { ...request, id, workspaceId, platform, payload, holdId, prepareAheadSeconds };
  const { createdAt } = await Assignment.insert(job, transaction);
  const { connectionId, type, scheduledAt } = request;
  const assignment = { id, connectionId, platform, type, scheduledAt, createdAt };

  const outboxIds = tokenStatus === 'valid' ? [await orderStart(id, transaction)] : [];
  const { credits, balance } = await hold(job, transaction);
  failpoint('create.written');
  if (tokenStatus === 'valid') return { outcome: { assignment, creditsUsed: credits, balance }, outboxIds };

  const failed = await transitionAssignment(id, 1, { to: 'failed', error: tokenError(tokenStatus) }, transaction);
  const outcome = { assignment, creditsUsed: 0, balance: balance + credits };
  return { outcome, outboxIds: failed.kind === 'moved' ? failed.outboxIds : [] };
}

/** @throws ApiError 404 if there is no such connection, 409 if it is inactive */
export function requireActive<Found extends { isActive: boolean }>(connection: Found | null | undefined): Found {
  if (!connection) throw notFound('connection');
  if (connection.isActive) return connection;
  throw new ApiError('CONFLICT', 'The connection is inactive. Activate it before you publish to it.');
}

async function orderStart(id: string, transaction: Transaction): Promise<number> {
  const start = { kind: 'start', workflow: publishAssignmentWorkflow, subjectId: id, generation: 1 } as const;
  return OutboxEntry.add(start, transaction);
}

/** Comes as late as it can: it locks the credit account for all other requests of the workspace until the commit. */
async function hold({ id, workspaceId, holdId, type }: NewAssignment, transaction: Transaction) {
  const credits = publishCredits[type];
  const request = { workspaceId, holdId, assignmentId: id, operation: `publish.${type}`, credits } as const;
  const { kind, balance } = await CreditAccount.hold(request, transaction);
  if (kind === 'short') throw new InsufficientCredits(credits, balance);
  return { credits, balance };
}

/** Why a job of a connection without a usable token fails at once. */
export function tokenError(tokenStatus: Exclude<TokenStatus, 'valid'>): AssignmentError {
  const code = tokenStatus === 'expired' ? 'TOKEN_EXPIRED' : 'TOKEN_MISSING';
  return { code, message: failureKinds[code].meaning };
}
