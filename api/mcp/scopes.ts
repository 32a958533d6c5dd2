import type { ScopeChallengeHandler } from '@modelcontextprotocol/server';
import type { McpScope } from '../../domain/mcp';
import type { ToolCall } from './mcpTool';

/**
 * Judges the scope of a call by the name of the method or tool, before its arguments are read. The 403
 * names only the missing scope, so that a client asks its user for that and no more (MCP, step-up authorization).
 */
export function scopeNeeded(scope: McpScope, { principal: { scopes } }: ToolCall): ScopeChallengeHandler {
  return () =>
    scopes.includes(scope) ? undefined : { scopes: [scope], errorDescription: `This needs the scope ${scope}` };
}
