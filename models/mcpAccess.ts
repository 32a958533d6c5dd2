import type { McpScope } from '../domain/mcp';
import { hashToken, McpGrant } from './McpGrant';
import { McpToken } from './McpToken';
import { firstRow, rows } from './sql';

/** What an access token opens, and for whom. */
export interface McpAccess {
  readonly grantId: string;
  readonly workspaceId: string;
  readonly scopes: readonly McpScope[];
}

/**
 * What an access token opens at a resource. Null: it is unknown, has expired or was ended, or its grant has, or it is for
 * another resource, or it is no access token. The use of the grant is noted, at most once a minute.
 */
export async function mcpAccess(token: string, resource: string): Promise<McpAccess | null> {
  if (!tokenForm.test(token)) return null;
  const found = await firstRow<McpAccess & { isNoted: boolean }>(
    McpToken,
    `SELECT g.id AS "grantId", g.workspace_id AS "workspaceId", t.scopes, NOT ${isUseToNote} AS "isNoted"
     FROM mcp_tokens t JOIN mcp_grants g ON g.id = t.grant_id
     WHERE t.hash = $hash AND t.kind = 'access' AND t.expires_at > clock_timestamp() AND g.resource = $resource
       AND g.ended_at IS NULL AND g.expires_at > clock_timestamp()`,
    { hash: hashToken(token), resource },
  );
  if (!found) return null;
  const { isNoted, ...access } = found;
  if (!isNoted) await rows(McpGrant, noteUse, { id: access.grantId });
  return access;
}

const tokenForm = /^mcp_at_[A-Za-z0-9_-]{43}$/;
const isUseToNote = `(g.last_used_at IS NULL OR g.last_used_at <= clock_timestamp() - interval '1 minute')`;
const noteUse = `UPDATE mcp_grants g SET last_used_at = clock_timestamp() WHERE g.id = $id AND ${isUseToNote} RETURNING id`;
