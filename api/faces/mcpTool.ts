import type { z } from 'zod';
import type { McpPower, McpScope } from '../../domain/mcp';
import { permissions } from '../../domain/permissions';
import type { TenantAction } from '../../domain/permissions';
import type { FieldErrors } from '../../domain/payload/payload';
import type { McpPrincipal } from '../auth/Principal';
import type { BaseDeps } from '../deps';
import { check, runAs } from './serve';
import { checkBody } from '../http/checkAnswer';
import type { ErrorCode } from '../http/errors';
import { parseInput } from '../http/body/parseInput';
import type { UseCase } from '../useCase';
import { inputSchemaOf, outputSchemaOf } from './jsonSchema';
import type { JsonSchema } from './jsonSchema';
import { withoutNulls } from './leftOut';
import { unknownArguments } from './unknownArguments';

/** One call of a tool, by a client whose token is valid. */
export interface ToolCall<Deps extends BaseDeps = BaseDeps> {
  readonly deps: Deps;
  readonly requestId: string;
  readonly principal: McpPrincipal;
  /** Ends when the client has gone. */
  readonly signal?: AbortSignal;
}

/** Facts that a client may tell its user before a tool is called (MCP, tool annotations). */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  /** The tool publishes, or changes or ends existing objects. */
  readonly destructiveHint: boolean;
  /** A second call with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** The tool reaches beyond this service: a platform, a source of media, or a receiver of webhooks. */
  readonly openWorldHint: boolean;
}

/** An answer for programs, and a text for models. */
export interface ToolAnswer {
  readonly structuredContent: Record<string, unknown>;
  /** The outcome in words, and the next step. */
  readonly text: string;
}

/** The next step of a model after each kind of refusal. */
export type NextSteps = Partial<Readonly<Record<ErrorCode, string>>>;

/** A tool of an MCP server, as data. @template Deps the dependencies of its code */
export interface McpTool<Deps extends BaseDeps = BaseDeps> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of the arguments. */
  readonly inputSchema: JsonSchema;
  /** JSON Schema of the structured content. */
  readonly outputSchema: JsonSchema;
  readonly hints: ToolHints;
  /** Judged by the tool's name, before its input is looked at; null: no client may call it (api/mcp/README.md). */
  readonly scope: McpScope | null;
  /** Judged with the scope: the act that the consent page must have named; null: the scope is enough. */
  readonly power: McpPower | null;
  readonly nextSteps: NextSteps;
  /**
   * @param sent the arguments, as the client has sent them: null is left out, and nothing else is coerced
   * @throws ApiError 400 for arguments that do not fit, and the errors of the use case
   */
  readonly answer: (call: ToolCall<Deps>, sent: Record<string, unknown>) => Promise<ToolAnswer>;
}

/** The schema of structured content: an object. */
type ToolBody = z.ZodType<Record<string, unknown>, Record<string, unknown>>;

interface ToolFace<Field extends string, Result, Body extends ToolBody> {
  /** In the form of MCP: `create_assignment`. */
  readonly name: string;
  readonly title: string;
  /** The text that a model reads before it calls the tool. */
  readonly description: string;
  readonly hints: ToolHints;
  /** Of a tool that makes something public or ends it: the act, as consent pages name it. */
  readonly power?: McpPower;
  /** Fields that an assistant must give, although they are optional for other callers. */
  readonly required?: readonly Field[];
  /** True: the tool drops unknown arguments. By default a tool that changes data refuses them. */
  readonly ignoresUnknown?: boolean;
  /** The next steps that are particular to this tool. */
  readonly nextSteps?: NextSteps;
  readonly schema: Body;
  present(result: Result): z.input<Body>;
  /** Puts the outcome into words, with the next step. The structured content follows it. */
  say(body: z.input<Body>): string;
}

/** A use case for assistants. */
export function mcpTool<
  Wanted extends TenantAction,
  Input extends z.ZodObject,
  Result,
  Body extends ToolBody,
  Deps extends BaseDeps,
>(
  useCase: UseCase<Wanted, Input, Result, Deps>,
  face: ToolFace<keyof Input['shape'] & string, Result, Body>,
): McpTool<Deps> {
  const {
    name,
    title,
    description,
    hints,
    power = null,
    required = [],
    ignoresUnknown = hints.readOnlyHint,
    schema,
    nextSteps = {},
  } = face;
  const known = ignoresUnknown ? null : Object.keys(useCase.input.shape);
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchemaOf(useCase.input, required), ...(known && { additionalProperties: false }) },
    outputSchema: outputSchemaOf(schema),
    hints,
    scope: permissions[useCase.action].scope,
    power,
    nextSteps,
    answer: async (call, sent) => {
      const given = withoutNulls(sent);
      const faults = { ...missingArguments(required, given), ...(known && unknownArguments(known, sent)) };
      const result = await runAs(
        useCase,
        check(useCase, { given, faults: allFaults(useCase.input, given, faults), names: {} }),
        call,
      );
      const body = face.present(result);
      if (call.deps.checkResponses) checkBody(name, schema, body);
      return { structuredContent: body, text: face.say(body) };
    },
  };
}

function missingArguments(required: readonly string[], given: Record<string, unknown>): FieldErrors {
  const missing = required.filter((name) => given[name] === undefined);
  return Object.fromEntries(missing.map((name) => [name, ['is required']]));
}

/** Every fault of a call that the face refuses: the faults of its input are added to the faults that the face found. */
function allFaults(input: z.ZodObject, given: Record<string, unknown>, ofFace: FieldErrors): FieldErrors {
  return Object.keys(ofFace).length === 0 ? {} : { ...parseInput(input, given).faults, ...ofFace };
}
