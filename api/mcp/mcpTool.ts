import { z } from 'zod';
import { permissions } from '../../domain/permissions';
import type { McpScope, TenantAction } from '../../domain/permissions';
import type { McpPrincipal } from '../auth/Principal';
import type { AppDeps } from '../deps';
import { check, runAs } from '../faces/serve';
import type { UseCase } from '../useCase';

/** One call of a tool, by a client whose token is valid. */
export interface ToolCall {
  readonly deps: AppDeps;
  readonly requestId: string;
  readonly principal: McpPrincipal;
}

/** A tool of an MCP server, as data. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: object;
  /** Judged by the tool's name, before its input is looked at; null: no client may call it (ARCHITECTURE.md §12). */
  readonly scope: McpScope | null;
  /**
   * @param given the arguments, as the client has sent them: nothing is coerced
   * @returns the structured content
   * @throws what the use case throws, and ApiError 400 for arguments that do not fit
   */
  call(call: ToolCall, given: Record<string, unknown>): Promise<unknown>;
}

interface ToolFace<Result, Body extends z.ZodType> {
  /** In the form of MCP: `create_assignment`. */
  readonly name: string;
  readonly schema: Body;
  present(result: Result): z.input<Body>;
}

/** A use case for assistants. */
export function mcpTool<Wanted extends TenantAction, Input extends z.ZodObject, Result, Body extends z.ZodType>(
  useCase: UseCase<Wanted, Input, Result>,
  face: ToolFace<Result, Body>,
): McpTool {
  return {
    name: face.name,
    description: [useCase.summary, useCase.description].filter((text) => text !== undefined).join('. '),
    inputSchema: z.toJSONSchema(useCase.input, { io: 'input', unrepresentable: 'any' }),
    scope: permissions[useCase.action].scope,
    call: async (call, given) =>
      face.present(await runAs(useCase, check(useCase, { given, faults: {}, names: {} }), call)),
  };
}
