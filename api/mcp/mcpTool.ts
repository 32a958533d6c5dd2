import type { z } from 'zod';
import type { McpScope } from '../../domain/mcp';
import { permissions } from '../../domain/permissions';
import type { TenantAction } from '../../domain/permissions';
import type { FieldErrors } from '../../domain/payload';
import type { McpPrincipal } from '../auth/Principal';
import type { AppDeps } from '../deps';
import { check, runAs } from '../faces/serve';
import { checkBody } from '../http/checkAnswer';
import { invalid } from '../http/errors';
import { parseInput } from '../http/parseInput';
import type { UseCase } from '../useCase';
import { inputSchemaOf, outputSchemaOf } from './jsonSchema';
import type { JsonSchema } from './jsonSchema';

/** One call of a tool, by a client whose token is valid. */
export interface ToolCall {
  readonly deps: AppDeps;
  readonly requestId: string;
  readonly principal: McpPrincipal;
}

/** What a client may tell its user of a tool before it is called (MCP, tool annotations). */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  /** It publishes, or changes or ends what somebody has made. */
  readonly destructiveHint: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** It reaches beyond this service: a platform, a source of media, or a receiver of webhooks. */
  readonly openWorldHint: boolean;
}

/** An answer for programs, and one for models. */
export interface ToolAnswer {
  readonly structuredContent: Record<string, unknown>;
  /** What has happened, and what to do next. */
  readonly text: string;
}

/** A tool of an MCP server, as data. */
export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonSchema;
  /** JSON Schema of the structured content. */
  readonly outputSchema: JsonSchema;
  readonly hints: ToolHints;
  /** Judged by the tool's name, before its input is looked at; null: no client may call it (ARCHITECTURE.md §12). */
  readonly scope: McpScope | null;
  /**
   * @param given the arguments, as the client has sent them: nothing is coerced
   * @returns the structured content
   * @throws what the use case throws, and ApiError 400 for arguments that do not fit
   */
  call(call: ToolCall, given: Record<string, unknown>): Promise<Record<string, unknown>>;
  /** As `call`, with the answer in words, too. */
  answer(call: ToolCall, given: Record<string, unknown>): Promise<ToolAnswer>;
}

/** The schema of structured content: an object. */
type ToolBody = z.ZodType<Record<string, unknown>, Record<string, unknown>>;

interface ToolFace<Field extends string, Result, Body extends ToolBody> {
  /** In the form of MCP: `create_assignment`. */
  readonly name: string;
  readonly title: string;
  /** What a model has to know before it calls it. */
  readonly description: string;
  readonly hints: ToolHints;
  /** Fields that an assistant must give, although other callers need not. */
  readonly required?: readonly Field[];
  readonly schema: Body;
  present(result: Result): z.input<Body>;
  /** What has happened, and what to do next. The structured content follows it. */
  say(body: z.input<Body>): string;
}

/** A use case for assistants. */
export function mcpTool<Wanted extends TenantAction, Input extends z.ZodObject, Result, Body extends ToolBody>(
  useCase: UseCase<Wanted, Input, Result>,
  face: ToolFace<keyof Input['shape'] & string, Result, Body>,
): McpTool {
  const { name, title, description, hints, required = [], schema } = face;
  const run = async (call: ToolCall, given: Record<string, unknown>): Promise<z.input<Body>> => {
    requireFields(useCase.input, required, given);
    const result = await runAs(useCase, check(useCase, { given, faults: {}, names: {} }), call);
    const body = face.present(result);
    if (call.deps.checkResponses) checkBody(name, schema, body);
    return body;
  };
  return {
    name,
    title,
    description,
    inputSchema: inputSchemaOf(useCase.input, required),
    outputSchema: outputSchemaOf(schema),
    hints,
    scope: permissions[useCase.action].scope,
    call: run,
    answer: async (call, given) => {
      const body = await run(call, given);
      return { structuredContent: body, text: face.say(body) };
    },
  };
}

/** @throws ApiError 400 naming all that is wrong if one of these is not given */
function requireFields(input: z.ZodObject, required: readonly string[], given: Record<string, unknown>): void {
  const missing: FieldErrors = Object.fromEntries(
    required.filter((name) => (given[name] ?? null) === null).map((name) => [name, ['is required']]),
  );
  if (Object.keys(missing).length === 0) return;
  throw invalid({ ...parseInput(input, given).faults, ...missing });
}
