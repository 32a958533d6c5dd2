import { z } from 'zod';
import { authorizationCodeMinutes, grantDays, mcpScopes } from '../../domain/mcp';
import { constant, param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { asked } from '../database/fragments';
import { command, statement } from '../database/statement';

/** The statements of `McpGrant`. */

const id = param('id', 'uuid');
const workspaceId = param('workspaceId', 'uuid');
const userId = param('userId', 'uuid');
const organizationId = param('organizationId', 'uuid');

/**
 * Of a grant `g` and a membership `m`: it is that of the grant's person. A person who leaves and joins again later has
 * another membership, with which the grant does not begin again.
 */
export const isMembershipOf = sql`m.organization_id = g.organization_id AND m.user_id = g.user_id AND m.joined_at <= g.created_at`;

/** Of a grant `g`: it is a key grant, or its person is still a member. */
export const hasPerson = sql`(g.user_id IS NULL OR EXISTS (SELECT FROM memberships m WHERE ${isMembershipOf}))`;

/** Of a grant `g`: nobody has ended it, its time is not over, and its person is still a member. */
export const isLive = sql`(g.ended_at IS NULL AND g.expires_at > clock_timestamp() AND ${hasPerson})`;

/** Of a grant `g`: the grant is not over, and its code was exchanged or is not over. */
const isOpen = sql`${isLive}
       AND (g.code_used_at IS NOT NULL OR g.code_expires_at > clock_timestamp())`;

/** Of a grant `g`: the time of its past or future end. */
export const grantEndsAt = sql`least(g.ended_at, g.expires_at)`;

/** Of a grant `g`: it ended `days` ago, so that its tokens need not be recognized any more. */
export const isForgotten = sql`${grantEndsAt} < now() - make_interval(days => ${param('days', 'integer')})`;

/** Writes a grant for the row of `source`. @param person the columns of the row that name user and organization */
const opening = <Binds>(
  { workspace, person }: { readonly workspace: Fragment; readonly person: Fragment },
  source: Fragment<Binds>,
) => sql`INSERT INTO mcp_grants (id, workspace_id, user_id, organization_id, client_id, consent_id, scopes, powers, credit_limit,
                              resource, redirect_uri, code_hash, code_challenge, code_expires_at, expires_at)
      SELECT ${id}, ${workspace}, ${person}, ${param('clientId', 'uuid')}, ${param('consentId', 'uuid')},
             ${param('scopes', 'text[]')}, ${param('powers', 'text[]')}, ${param('creditLimit', 'integer', 'orNull')},
             ${param('resource', 'text')}, ${param('redirectUri', 'text')}, ${param('codeHash', 'text')},
             ${param('codeChallenge', 'text')},
             clock_timestamp() + make_interval(mins => ${constant(authorizationCodeMinutes)}),
             clock_timestamp() + make_interval(days => ${constant(grantDays)})
      ${source}
      ON CONFLICT (consent_id) DO NOTHING`;

export const openByKey = command(
  'mcp.openByKey',
  opening(
    { workspace: sql`w.id`, person: sql`NULL::uuid, NULL::uuid` },
    sql`FROM workspaces w WHERE w.api_key_hash = ${param('apiKeyHash', 'text')} FOR SHARE`,
  ),
);

/** The row of the user is held, so that a change of the password comes before the grant or ends it. */
export const openForPerson = command(
  'mcp.openForPerson',
  opening(
    { workspace: sql`o.workspace_id`, person: sql`m.user_id, o.id` },
    sql`FROM memberships m JOIN organizations o ON o.id = m.organization_id JOIN users u ON u.id = m.user_id
      WHERE m.user_id = ${userId} AND o.id = ${organizationId}
        AND encode(sha256(convert_to(u.password_hash, 'UTF8')), 'hex') = ${param('passwordDigest', 'text')}
      FOR SHARE OF m, u`,
  ),
);

/** Person's grants go on: the key has not opened them. */
export const endKeyGrants = command(
  'mcp.endKeyGrants',
  sql`UPDATE mcp_grants SET ended_at = clock_timestamp()
      WHERE workspace_id = ${workspaceId} AND user_id IS NULL AND ended_at IS NULL`,
);

export const endGrantsOfUser = command(
  'mcp.endGrantsOfUser',
  sql`UPDATE mcp_grants SET ended_at = clock_timestamp() WHERE user_id = ${userId} AND ended_at IS NULL`,
);

export const endGrant = command(
  'mcp.endGrant',
  sql`UPDATE mcp_grants SET ended_at = clock_timestamp() WHERE id = ${id} AND ended_at IS NULL`,
);

export const countCall = command('mcp.countCall', sql`UPDATE mcp_grants SET calls = calls + 1 WHERE id = ${id}`);

const Named = z.strictObject({ id: z.uuid(), name: z.string() });
export const OpenGrant = z.strictObject({
  id: z.uuid(),
  clientName: z.string().nullable(),
  /** Null: a key grant. */
  user: Named.nullable(),
  organization: Named.nullable(),
  scopes: z.array(z.enum(mcpScopes)),
  creditLimit: z.int().nullable(),
  calls: z.number(),
  createdAt: z.date(),
  expiresAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

/** Null: the grants of everybody. */
const ofUser = param('ofUser', 'uuid', 'orNull');
const isSeen = sql`g.workspace_id = ${workspaceId} AND (${ofUser} IS NULL OR g.user_id = ${ofUser}) AND ${isOpen}`;

export const openGrants = statement(
  'mcp.openGrants',
  OpenGrant,
  sql`SELECT g.id, c.name AS "clientName", g.scopes, g.credit_limit AS "creditLimit", g.calls::float8 AS calls,
             CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'name', u.name) END AS "user",
             CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'name', o.name) END AS organization,
             g.created_at AS "createdAt", g.expires_at AS "expiresAt", g.last_used_at AS "lastUsedAt"
      FROM mcp_grants g JOIN mcp_clients c ON c.id = g.client_id
      LEFT JOIN users u ON u.id = g.user_id LEFT JOIN organizations o ON o.id = g.organization_id
      WHERE ${isSeen} ORDER BY g.id DESC`,
);

export const revokeGrant = command(
  'mcp.revokeGrant',
  sql`UPDATE mcp_grants g SET ended_at = clock_timestamp() WHERE g.id = ${id} AND ${isSeen}`,
);

export const removeGrants = command(
  'mcp.removeGrants',
  sql`DELETE FROM mcp_grants WHERE id IN (
        SELECT g.id FROM mcp_grants g
        WHERE ${isForgotten} AND NOT EXISTS (SELECT 1 FROM mcp_tokens t WHERE t.grant_id = g.id ${asked})
        ORDER BY ${grantEndsAt} LIMIT ${param('limit', 'bigint')})`,
);
