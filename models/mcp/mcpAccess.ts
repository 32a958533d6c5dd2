import { z } from 'zod';
import { mcpPowers, mcpScopes } from '../../domain/mcp';
import type { McpPower, McpScope } from '../../domain/mcp';
import { roles } from '../../domain/permissions';
import type { Role } from '../../domain/permissions';
import { hashToken } from './McpGrant';
import { isMembershipOf } from './grantStatements';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';

const tokenForm = /^mcp_at_[A-Za-z0-9_-]{43}$/;
const isUseToNote = sql`(g.last_used_at IS NULL OR g.last_used_at <= clock_timestamp() - interval '1 minute')`;

const accessOfToken = statement(
  'mcp.access',
  z.strictObject({
    grantId: z.uuid(),
    workspaceId: z.uuid(),
    scopes: z.array(z.enum(mcpScopes)),
    powers: z.array(z.enum(mcpPowers)),
    isLimited: z.boolean(),
    userId: z.uuid().nullable(),
    organizationId: z.uuid().nullable(),
    role: z.enum(roles).nullable(),
    rootRole: z.enum(roles).nullable(),
    isNoted: z.boolean(),
  }),
  sql`SELECT g.id AS "grantId", g.workspace_id AS "workspaceId", t.scopes, g.powers, g.credit_limit IS NOT NULL AS "isLimited",
             g.user_id AS "userId", g.organization_id AS "organizationId", m.role, of_root.role AS "rootRole",
             NOT ${isUseToNote} AS "isNoted"
      FROM mcp_tokens t JOIN mcp_grants g ON g.id = t.grant_id
      LEFT JOIN memberships m ON ${isMembershipOf}
      LEFT JOIN (memberships of_root JOIN organizations root ON root.id = of_root.organization_id AND root.is_root)
        ON root.workspace_id = g.workspace_id AND of_root.user_id = g.user_id
      WHERE t.hash = ${param('hash', 'text')} AND t.kind = 'access' AND t.expires_at > clock_timestamp()
        AND g.resource = ${param('resource', 'text')} AND g.ended_at IS NULL AND g.expires_at > clock_timestamp()
        AND (g.user_id IS NULL OR m.role IS NOT NULL)`,
);

const noteUse = command(
  'mcp.noteUse',
  sql`UPDATE mcp_grants g SET last_used_at = clock_timestamp() WHERE g.id = ${param('id', 'uuid')} AND ${isUseToNote}`,
);

/** The grant of an access token, and what it allows. */
export interface McpAccess {
  readonly grantId: string;
  readonly workspaceId: string;
  readonly scopes: readonly McpScope[];
  readonly powers: readonly McpPower[];
  readonly isLimited: boolean;
  /** The member for whom the grant acts, with the roles of now; null: it acts for the workspace. */
  readonly person: McpPerson | null;
}

export interface McpPerson {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly rootRole: Role | null;
}

/**
 * Resolves an access token at a resource. Null if the token is unknown, has expired or was ended, if its grant is over
 * or its person has left, or if it is for another resource or not an access token. It notes the use of the grant, at most once a minute.
 */
export async function mcpAccess(token: string, resource: string): Promise<McpAccess | null> {
  if (!tokenForm.test(token)) return null;
  const found = await accessOfToken.first({ hash: hashToken(token), resource });
  if (!found) return null;
  const { isNoted, userId, organizationId, role, rootRole, ...access } = found;
  if (!isNoted) await noteUse.run({ id: access.grantId });
  const isPersons = userId !== null && organizationId !== null && role !== null;
  return { ...access, person: isPersons ? { userId, organizationId, role, rootRole } : null };
}
