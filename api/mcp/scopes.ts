import type { ProtocolEra, ScopeChallengeHandler } from '@modelcontextprotocol/server';
import type { McpPower, McpScope } from '../../domain/mcp';
import type { ToolCall } from '../faces/mcpTool';

/** Makes the check of the scope that a tool or resource needs, and of the act that the consent page must have named. */
export type ScopeCheck = (scope: McpScope, power?: McpPower | null) => ScopeChallengeHandler;

/**
 * Judges the scope of a call by the name of the method or tool, before its arguments are read. To a client of 2026 the
 * 403 names only the missing scope; the client asks its user for that and keeps its others (MCP, step-up
 * authorization). A client of 2025 asks for the named scopes alone, and would lose its others: to it the 403 names all
 * (MCP 2025-11-25, scope selection). An act that the consent page did not name is refused in the same form, until a new
 * consent has named it.
 */
export function scopeCheck({ principal: { scopes, powers } }: ToolCall, era: ProtocolEra): ScopeCheck {
  return (scope, power = null) =>
    () => {
      const isNamed = power === null || powers.includes(power);
      const isGiven = scopes.includes(scope);
      if (isGiven && isNamed) return undefined;
      const others = era === 'legacy' ? scopes.filter((other) => other !== scope) : [];
      const errorDescription = isGiven
        ? 'The consent is older than this tool and did not name its act: it needs a new consent'
        : `This needs the scope ${scope}`;
      return { scopes: [scope, ...others], errorDescription };
    };
}
