import type { ProtocolEra, ScopeChallengeHandler } from '@modelcontextprotocol/server';
import type { McpScope } from '../../domain/mcp';
import type { ToolCall } from '../faces/mcpTool';

/** Makes the check of the scope that a tool or resource needs. */
export type ScopeCheck = (scope: McpScope) => ScopeChallengeHandler;

/**
 * Judges the scope of a call by the name of the method or tool, before its arguments are read. To a client of 2026 the
 * 403 names only the missing scope; the client asks its user for that and keeps its others (MCP, step-up
 * authorization). A client of 2025 asks for the named scopes alone, and would lose its others: to it the 403 names all
 * (MCP 2025-11-25, scope selection).
 */
export function scopeCheck({ principal: { scopes } }: ToolCall, era: ProtocolEra): ScopeCheck {
  return (scope) => () => {
    if (scopes.includes(scope)) return undefined;
    return { scopes: [scope, ...(era === 'legacy' ? scopes : [])], errorDescription: `This needs the scope ${scope}` };
  };
}
