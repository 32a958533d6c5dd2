import { z } from 'zod';
import { mcpScopes } from '../../domain/mcp';
import type { McpScope } from '../../domain/mcp';
import { hashToken } from './McpGrant';
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
    isNoted: z.boolean(),
  }),
  sql`SELECT g.id AS "grantId", g.workspace_id AS "workspaceId", t.scopes, NOT ${isUseToNote} AS "isNoted"
      FROM mcp_tokens t JOIN mcp_grants g ON g.id = t.grant_id
      WHERE t.hash = ${param('hash', 'text')} AND t.kind = 'access' AND t.expires_at > clock_timestamp()
        AND g.resource = ${param('resource', 'text')} AND g.ended_at IS NULL AND g.expires_at > clock_timestamp()`,
);

const noteUse = command(
  'mcp.noteUse',
  sql`UPDATE mcp_grants g SET last_used_at = clock_timestamp() WHERE g.id = ${param('id', 'uuid')} AND ${isUseToNote}`,
);

/** The grant, workspace and scopes of an access token. */
export interface McpAccess {
  readonly grantId: string;
  readonly workspaceId: string;
  readonly scopes: readonly McpScope[];
}

/**
 * Resolves an access token at a resource. Null if the token is unknown, has expired or was ended, if its grant is over,
 * or if it is for another resource or not an access token. It notes the use of the grant, at most once a minute.
 */
export async function mcpAccess(token: string, resource: string): Promise<McpAccess | null> {
  if (!tokenForm.test(token)) return null;
  const found = await accessOfToken.first({ hash: hashToken(token), resource });
  if (!found) return null;
  const { isNoted, ...access } = found;
  if (!isNoted) await noteUse.run({ id: access.grantId });
  return access;
}
