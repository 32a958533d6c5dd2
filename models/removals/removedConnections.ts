import { after } from '../../domain/assignment/after';
import type { Change } from '../../domain/assignment/change';
import type { ConnectionRemoval, AssignmentRun } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { loadLocked, storeFound } from '../assignments/store/found';
import { Connection } from '../connections/Connection';
import { CreditAccount } from '../billing/CreditAccount';
import { inTransaction } from '../database/transaction';
import type { Transaction } from '../database/transaction';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';
import {
  eraseOfRemoval,
  eraseOverdue,
  holdRemoved,
  lockAccount,
  lockInLine,
  lockOpenAssignments,
  readRemoved,
  readSharing,
  removeConnection,
} from './removalStatements';
import type { OpenAssignment, RemovedConnection } from './removalStatements';

export type { RemovedConnection } from './removalStatements';

/**
 * Removes a connection of this tenant: from now on it is neither found nor published to.
 * @returns the number of this removal; null for a foreign id as for an unknown id
 */
export async function markRemoved(tenant: Tenant, id: string, transaction: Transaction): Promise<number | null> {
  const row = await removeConnection.first({ id, ...tenantValues(tenant) }, transaction);
  return row?.removals ?? null;
}

export interface FailedAssignments {
  failed: { assignment: AssignmentRun; change: Change }[];
  /** The entries to dispatch after the commit: webhooks, and orders that end the runs. */
  outboxIds: number[];
}

/**
 * Fails up to `limit` assignments of a removed connection that cannot be live yet, begun assignments first. Their runs
 * are cancelled: each stops at once, cleans up and ends Failed. A connection that is back keeps its assignments.
 */
export async function failOpenAssignments(
  { connectionId, removal }: Pick<ConnectionRemoval, 'connectionId' | 'removal'>,
  limit: number,
  transaction: Transaction,
): Promise<FailedAssignments> {
  const all: FailedAssignments = { failed: [], outboxIds: [] };
  const isRemoved = (await holdRemoved.run({ connectionId, removal }, transaction)) > 0;
  if (!isRemoved) return all;
  const open = await lockOpenAssignments.all({ connectionId, limit }, transaction);
  await lockAllOf(open, transaction);
  for (const loaded of await loadLocked(
    open.map(({ id }) => id),
    transaction,
  )) {
    const { assignment, facts, now } = loaded;
    const change = after(assignment, { is: 'channelRemoved' }, now);
    all.outboxIds.push(...(await storeFound(loaded, change, transaction)));
    const { assignmentId, platform } = facts;
    all.failed.push({ assignment: { assignmentId, generation: assignment.generation, platform }, change });
  }
  return all;
}

/** Locks before the first failure: each failure locks the account and its own outbox entries, in no common order. */
async function lockAllOf(assignments: readonly OpenAssignment[], transaction: Transaction) {
  const [first] = assignments;
  if (!first) return;
  await CreditAccount.lock(first.workspaceId, transaction);
  await lockInLine.run({ assignmentIds: assignments.map(({ id }) => id) }, transaction);
}

/** The connection after one of its removals; null once the connection is back. */
export async function findRemoved(connectionId: string, removal: number): Promise<RemovedConnection | null> {
  const row = await readRemoved.first({ connectionId, removal });
  return row ?? null;
}

/**
 * Erases the tokens of a removed connection if another connection, in any workspace, has tokens of perhaps the same
 * account, which a revocation would end, too. Two accounts are different only if both are known and differ. If two
 * connections of one account are removed at once, the second finds itself the last; if one account is unknown, the
 * tokens of both may be erased without a revocation.
 * @returns `alone` if the caller has to revoke and erase the tokens, `changed` if the connection is back or has other
 *   tokens, `connecting` while a ticket may make another connection of that account: until then the tokens are kept
 */
export async function eraseShared(removed: RemovedTokens): Promise<'erased' | 'alone' | 'changed' | 'connecting'> {
  const { sequelize } = Connection;
  if (!sequelize) throw new Error('Connection is not bound to a database');
  const outcome = await inTransaction(sequelize, 'eraseShared', async (transaction) => {
    await lockAccount.run({ connectionId: removed.connectionId }, transaction);
    const found = await readSharing.first(removed, transaction);
    if (!found) return 'changed';
    if (!found.isShared) return found.isConnecting ? 'connecting' : 'alone';
    await eraseTokens(removed, transaction);
    return 'erased';
  });
  if (outcome === 'erased') failpoint('removal.shared.committed');
  return outcome;
}

/** A removal that has left tokens, with their version. */
export interface RemovedTokens extends Pick<ConnectionRemoval, 'connectionId' | 'removal'> {
  tokenVersion: number;
}

/**
 * Erases the tokens that a removal has left.
 * @returns false, with nothing erased, if the connection is back or has other tokens by now
 */
export async function eraseTokens(removed: RemovedTokens, transaction?: Transaction): Promise<boolean> {
  return (await eraseOfRemoval.run(removed, transaction)) > 0;
}

/** Erases the overdue tokens that no run has erased in time. @returns the number of connections */
export async function eraseOverdueTokens(): Promise<number> {
  return eraseOverdue.run({});
}
