import type { PlatformSlug } from '../../domain/platform';
import { after } from '../../domain/assignment/after';
import type { Change } from '../../domain/assignment/change';
import type { ConnectionRemoval, PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { Assignment } from '../assignments/Assignment';
import { loadLocked, storeFound } from '../assignments/store/found';
import { Connection } from '../connections/Connection';
import { CreditAccount } from '../billing/CreditAccount';
import { inTransaction } from '../database/transaction';
import type { Transaction } from '../database/transaction';
import { isOutcomeOpen } from '../assignments/openAttempts';
import { OutboxEntry } from '../outbox/OutboxEntry';
import { lockEntries } from '../outbox/places';
import { firstRow, rows } from '../database/sql';
import { belongsTo, tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

/** The longest that the tokens of a removed connection are kept for jobs that still need them (contract.md §4). */
const tokensKeptHours = 25;

/**
 * Statuses in which the removal of its connection fails a job. One that is past the point of no return finishes, and so
 * does one whose outcome is open.
 */
const failedByRemoval = `('pending', 'uploading', 'uploaded')`;

/**
 * Takes a connection of this tenant away: from now on it is neither found nor published to.
 * @returns the number of this removal; null for a foreign id as for an unknown one
 */
export async function markRemoved(tenant: Tenant, id: string, transaction: Transaction): Promise<number | null> {
  const row = await firstRow<{ removals: number }>(
    Connection,
    `UPDATE connections c SET removed_at = clock_timestamp(), removals = removals + 1, is_active = false,
       updated_at = clock_timestamp()
     WHERE id = $id AND ${belongsTo('c')} AND removed_at IS NULL RETURNING removals`,
    { id, ...tenantValues(tenant) },
    transaction,
  );
  return row?.removals ?? null;
}

export interface FailedJobs {
  failed: { job: PublishJob; change: Change }[];
  /** To dispatch after the commit: webhooks, and orders that end the runs. */
  outboxIds: number[];
}

/**
 * Fails up to `limit` jobs of a removed connection that can have published nothing, those first that have begun. Their runs are cancelled, so that each stops at once, cleans up and ends Failed. A connection that is back
 * keeps its jobs.
 */
export async function failOpenJobs(
  { connectionId, removal }: Pick<ConnectionRemoval, 'connectionId' | 'removal'>,
  limit: number,
  transaction: Transaction,
): Promise<FailedJobs> {
  const all: FailedJobs = { failed: [], outboxIds: [] };
  const still = 'SELECT 1 FROM connections WHERE id = $connectionId AND removals = $removal AND removed_at IS NOT NULL';
  const isRemoved = await firstRow(Connection, `${still} FOR SHARE`, { connectionId, removal }, transaction);
  if (!isRemoved) return all;
  const open = await rows<Pick<Assignment, 'id' | 'workspaceId'>>(
    Assignment,
    `SELECT id, workspace_id AS "workspaceId" FROM assignments a
     WHERE status IN ${failedByRemoval} AND NOT ${isOutcomeOpen} AND id = ANY(ARRAY(
       SELECT id FROM assignments a WHERE connection_id = $connectionId AND status IN ${failedByRemoval}
         AND NOT ${isOutcomeOpen} ORDER BY status = 'pending', id LIMIT $limit))
     ORDER BY id FOR UPDATE`,
    { connectionId, limit },
    transaction,
  );
  await lockAllOf(open, transaction);
  for (const loaded of await loadLocked(
    open.map(({ id }) => id),
    transaction,
  )) {
    const { assignment, facts, now } = loaded;
    const change = after(assignment, { is: 'channelRemoved' }, now);
    all.outboxIds.push(...(await storeFound(loaded, change, transaction)));
    const { assignmentId, platform } = facts;
    all.failed.push({ job: { assignmentId, generation: assignment.generation, platform }, change });
  }
  return all;
}

/** Before the first job is failed: each locks the account and entries of its own, and theirs are in no order. */
async function lockAllOf(jobs: readonly Pick<Assignment, 'id' | 'workspaceId'>[], transaction: Transaction) {
  const [first] = jobs;
  if (!first) return;
  await CreditAccount.lock(first.workspaceId, transaction);
  const inLine = lockEntries(`e.subject_id = ANY($jobIds::uuid[]) AND e.line <> ''`);
  await rows(OutboxEntry, inLine, { jobIds: jobs.map(({ id }) => id) }, transaction);
}

export interface RemovedConnection {
  workspaceId: string;
  platform: PlatformSlug;
  name: string;
  /** As stored, encrypted; both null once they are erased. */
  accessToken: string | null;
  refreshToken: string | null;
  /** The number of these tokens in the connection's succession. */
  tokenVersion: number;
  /** Some job is past the point of no return, still has something to remove or to add, or has a call under way. */
  isNeeded: boolean;
  /** Its tokens may be kept no longer. */
  isOverdue: boolean;
}

/**
 * SQL, of an assignment `a`: a call for it may still be under way, whatever has become of the job. Its result is noted
 * before its lease ends, and then owed.
 */
const isUnderLease = `EXISTS (SELECT 1 FROM transfer_slots s WHERE s.assignment_id = a.id AND s.lease_until > clock_timestamp())
  OR EXISTS (SELECT 1 FROM publish_attempts p WHERE p.assignment_id = a.id AND p.outcome IS NULL AND p.lease_until > clock_timestamp())
  OR EXISTS (SELECT 1 FROM post_extras x WHERE x.assignment_id = a.id AND x.done_at IS NULL AND x.lease_until > clock_timestamp())`;

/** The connection after one removal of it; null once it is back. */
export async function findRemoved(id: string, removal: number): Promise<RemovedConnection | null> {
  const row = await firstRow<RemovedConnection>(
    Connection,
    `SELECT c.workspace_id AS "workspaceId", c.platform, c.name, c.access_token AS "accessToken",
            c.refresh_token AS "refreshToken", c.token_version AS "tokenVersion",
            c.removed_at <= clock_timestamp() - make_interval(hours => ${tokensKeptHours}) AS "isOverdue",
            EXISTS (SELECT 1 FROM assignments a WHERE a.connection_id = c.id
                      AND (a.next_work IS NOT NULL OR ${isUnderLease})) AS "isNeeded"
     FROM connections c WHERE c.id = $id AND c.removals = $removal AND c.removed_at IS NOT NULL`,
    { id, removal },
  );
  return row ?? null;
}

/**
 * Erases the tokens of a removed connection if another one that may be of the same account of the platform has tokens,
 * in whatever workspace: to revoke these would end those. Two are of different accounts only if both are known and
 * differ. Of two of one account that are removed at once, the second finds itself the last; two of which one is not
 * known may both be erased without being revoked.
 * @returns `alone` if it is for the caller to revoke and to erase them, `changed` if the connection is back or has other
 *   tokens, `connecting` while a ticket may make another connection of that account: the tokens are kept until it has
 */
export async function eraseShared(removed: RemovedTokens): Promise<'erased' | 'alone' | 'changed' | 'connecting'> {
  const { connectionId: id } = removed;
  const { sequelize } = Connection;
  if (!sequelize) throw new Error('Connection is not bound to a database');
  const outcome = await inTransaction(sequelize, async (transaction) => {
    await rows(Connection, lockAccount, { id }, transaction);
    const found = await firstRow<{ isShared: boolean; isConnecting: boolean }>(
      Connection,
      sharing,
      { ...removed },
      transaction,
    );
    if (!found) return 'changed';
    if (!found.isShared) return found.isConnecting ? 'connecting' : 'alone';
    await eraseTokens(removed, transaction);
    failpoint('removal.shared.written');
    return 'erased';
  });
  if (outcome === 'erased') failpoint('removal.shared.committed');
  return outcome;
}

/** A connection and those known to be of its account, in one order for all who lock them. */
const lockAccount = `SELECT o.id FROM connections o
  JOIN connections c ON o.id = c.id OR (o.platform = c.platform AND o.platform_account = c.platform_account)
  WHERE c.id = $id ORDER BY o.id FOR UPDATE OF o`;

const isAnotherInUse = (ofAccount: string): string => `EXISTS (
  SELECT 1 FROM connections o WHERE o.platform = c.platform AND o.id <> c.id AND ${ofAccount}
    AND (o.access_token IS NOT NULL OR o.refresh_token IS NOT NULL))`;

/**
 * A channel's owner is between authorize and the end of their ticket, and may have consented already: with which account is
 * not known, and a revocation ends the grants of all.
 */
const isConnecting = `EXISTS (
  SELECT 1 FROM oauth_tickets t WHERE t.platform = c.platform AND t.expires_at > clock_timestamp()
    AND t.status IN ('consumed', 'granted', 'exchanging', 'exchanged', 'choosing'))`;

/** A removal that has left tokens, and which they are. */
export interface RemovedTokens extends Pick<ConnectionRemoval, 'connectionId' | 'removal'> {
  tokenVersion: number;
}

/** SQL, of a connection: it is still removed, and has the tokens that were read. */
const hasTheseTokens =
  'id = $connectionId AND removals = $removal AND removed_at IS NOT NULL AND token_version = $tokenVersion';

/** No row once the connection is back or has other tokens. The two cases stand apart so that an index serves the usual one. */
const sharing = `SELECT CASE WHEN c.platform_account IS NULL THEN ${isAnotherInUse('true')}
    ELSE ${isAnotherInUse('(o.platform_account = c.platform_account OR o.platform_account IS NULL)')} END AS "isShared",
    ${isConnecting} AS "isConnecting"
  FROM connections c WHERE ${hasTheseTokens}`;

const withoutTokens = `access_token = NULL, refresh_token = NULL, token_expires_at = NULL, access_ends_at = NULL,
  token_status = 'missing', token_version = token_version + 1, renewal_lease_until = NULL, updated_at = clock_timestamp()`;

/**
 * Erases the tokens that a removal has left.
 * @returns false, with nothing erased, if the connection is back or has other tokens by now
 */
export async function eraseTokens(removed: RemovedTokens, transaction?: Transaction): Promise<boolean> {
  const erase = `UPDATE connections SET ${withoutTokens} WHERE ${hasTheseTokens} RETURNING id`;
  return (await firstRow(Connection, erase, { ...removed }, transaction)) !== undefined;
}

/** Erases what no run has erased in time. @returns of how many connections */
export async function eraseOverdueTokens(): Promise<number> {
  const erased = await rows(
    Connection,
    `UPDATE connections c SET ${withoutTokens}
     FROM (SELECT id FROM connections WHERE token_status <> 'missing'
             AND removed_at <= clock_timestamp() - make_interval(hours => ${tokensKeptHours}) ORDER BY id FOR UPDATE) overdue
     WHERE c.id = overdue.id RETURNING 1`,
    {},
  );
  return erased.length;
}
