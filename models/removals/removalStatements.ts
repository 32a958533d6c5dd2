import { z } from 'zod';
import { hasOpenOutcome } from '../assignments/openAttempts';
import { platformColumn } from '../database/columns';
import { constant, param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { ofTenant } from '../database/fragments';
import { command, statement } from '../database/statement';
import { entriesLocked } from '../outbox/places';

/** The longest time that tokens of a removed connection are kept for assignments that need them (contract.md §4). */
const tokensKept = sql`make_interval(hours => ${constant(25)})`;

/**
 * The statuses in which an assignment fails by the removal of its connection. An assignment past the point of no return
 * finishes, and so does an assignment whose outcome is open.
 */
const failedByRemoval = sql`('pending', 'uploading', 'uploaded')`;

const connectionId = param('connectionId', 'uuid');
const removal = param('removal', 'integer');
const tokenVersion = param('tokenVersion', 'integer');

export const removeConnection = statement(
  'removals.mark',
  z.strictObject({ removals: z.int() }),
  sql`UPDATE connections c SET removed_at = clock_timestamp(), removals = removals + 1, is_active = false,
        updated_at = clock_timestamp()
      WHERE id = ${param('id', 'uuid')} AND ${ofTenant('c')} AND removed_at IS NULL RETURNING removals`,
);

/** Holds a removed connection; no row once the connection is back. */
export const holdRemoved = command(
  'removals.hold',
  sql`SELECT FROM connections WHERE id = ${connectionId} AND removals = ${removal} AND removed_at IS NOT NULL FOR SHARE`,
);

const OpenAssignment = z.strictObject({ id: z.uuid(), workspaceId: z.uuid() });
export type OpenAssignment = z.infer<typeof OpenAssignment>;
/** Locks open assignments of a removed connection; begun assignments come first. */
export const lockOpenAssignments = statement(
  'removals.lockOpenAssignments',
  OpenAssignment,
  sql`SELECT id, workspace_id AS "workspaceId" FROM assignments a
      WHERE status IN ${failedByRemoval} AND NOT ${hasOpenOutcome} AND id = ANY(ARRAY(
        SELECT id FROM assignments a WHERE connection_id = ${connectionId} AND status IN ${failedByRemoval}
          AND NOT ${hasOpenOutcome} ORDER BY status = 'pending', id LIMIT ${param('limit', 'bigint')}))
      ORDER BY id FOR UPDATE`,
);

export const lockInLine = command(
  'removals.lockInLine',
  sql`SELECT FROM (${entriesLocked(sql`e.subject_id = ANY(${param('assignmentIds', 'uuid[]')}) AND e.line <> ''`)}) held`,
);

/**
 * Of an assignment `a`: one of its calls may still be under way, whatever has become of the assignment. The result of
 * the call is noted before its lease ends, and then owed.
 */
const isUnderLease = sql`EXISTS (SELECT 1 FROM transfer_slots s WHERE s.assignment_id = a.id AND s.lease_until > clock_timestamp())
  OR EXISTS (SELECT 1 FROM publish_attempts p WHERE p.assignment_id = a.id AND p.outcome IS NULL AND p.lease_until > clock_timestamp())
  OR EXISTS (SELECT 1 FROM post_extras x WHERE x.assignment_id = a.id AND x.ended_at IS NULL AND x.lease_until > clock_timestamp())`;

const RemovedConnection = z.strictObject({
  workspaceId: z.uuid(),
  platform: platformColumn,
  name: z.string(),
  /** The stored tokens, encrypted; both null once they are erased. */
  accessToken: z.string().nullable(),
  refreshToken: z.string().nullable(),
  /** The number of these tokens in the connection's succession. */
  tokenVersion: z.int(),
  /** The tokens may be kept no longer. */
  isOverdue: z.boolean(),
  /** An assignment is past the point of no return, still has objects to remove or to add, or has a call under way. */
  isNeeded: z.boolean(),
});
export type RemovedConnection = z.infer<typeof RemovedConnection>;

export const readRemoved = statement(
  'removals.read',
  RemovedConnection,
  sql`SELECT c.workspace_id AS "workspaceId", c.platform, c.name, c.access_token AS "accessToken",
             c.refresh_token AS "refreshToken", c.token_version AS "tokenVersion",
             c.removed_at <= clock_timestamp() - ${tokensKept} AS "isOverdue",
             EXISTS (SELECT 1 FROM assignments a WHERE a.connection_id = c.id
                       AND (a.next_work IS NOT NULL OR ${isUnderLease})) AS "isNeeded"
      FROM connections c WHERE c.id = ${connectionId} AND c.removals = ${removal} AND c.removed_at IS NOT NULL`,
);

/** Locks a connection and all known connections of its account, in one order for all statements that lock them. */
export const lockAccount = command(
  'removals.lockAccount',
  sql`SELECT FROM connections o
      JOIN connections c ON o.id = c.id OR (o.platform = c.platform AND o.platform_account = c.platform_account)
      WHERE c.id = ${connectionId} ORDER BY o.id FOR UPDATE OF o`,
);

const isAnotherInUse = (ofAccount: Fragment): Fragment => sql`EXISTS (
  SELECT 1 FROM connections o WHERE o.platform = c.platform AND o.id <> c.id AND ${ofAccount}
    AND (o.access_token IS NOT NULL OR o.refresh_token IS NOT NULL))`;

/**
 * A channel's owner is between authorize and the end of their ticket, and may have consented already. The account of
 * the consent is unknown, and a revocation ends the grants of the whole account.
 */
const isConnecting = sql`EXISTS (
  SELECT 1 FROM oauth_tickets t WHERE t.platform = c.platform AND t.expires_at > clock_timestamp()
    AND t.status IN ('consumed', 'granted', 'exchanging', 'exchanged', 'choosing'))`;

/** Of a connection: it is still removed, and has the tokens that were read. */
const hasTheseTokens = sql`id = ${connectionId} AND removals = ${removal} AND removed_at IS NOT NULL AND token_version = ${tokenVersion}`;

/** No row once the connection is back or has other tokens. Two cases, so that an index serves the usual case. */
export const readSharing = statement(
  'removals.readSharing',
  z.strictObject({ isShared: z.boolean(), isConnecting: z.boolean() }),
  sql`SELECT CASE WHEN c.platform_account IS NULL THEN ${isAnotherInUse(sql`true`)}
        ELSE ${isAnotherInUse(sql`(o.platform_account = c.platform_account OR o.platform_account IS NULL)`)} END AS "isShared",
        ${isConnecting} AS "isConnecting"
      FROM connections c WHERE ${hasTheseTokens}`,
);

export const withoutTokens = sql`access_token = NULL, refresh_token = NULL, token_expires_at = NULL, access_ends_at = NULL,
  permissions = '{}', token_status = 'missing', token_version = token_version + 1, renewal_lease_until = NULL, updated_at = clock_timestamp()`;

export const eraseOfRemoval = command(
  'removals.eraseTokens',
  sql`UPDATE connections SET ${withoutTokens} WHERE ${hasTheseTokens}`,
);

export const eraseOverdue = command(
  'removals.eraseOverdue',
  sql`UPDATE connections c SET ${withoutTokens}
      FROM (SELECT id FROM connections WHERE token_status <> 'missing'
              AND removed_at <= clock_timestamp() - ${tokensKept} ORDER BY id FOR UPDATE) overdue
      WHERE c.id = overdue.id`,
);
