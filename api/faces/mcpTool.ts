import type { z } from 'zod';
import type { McpPower, McpScope } from '../../domain/mcp';
import { hasTimes, withLocalTimes } from './localTime';
import { permissions } from '../../domain/permissions';
import type { TenantAction } from '../../domain/permissions';
import type { FieldErrors } from '../../domain/payload/payload';
import { timeZoneOf } from '../../models/users/timeZoneOf';
import { userIdOf } from '../auth/Principal';
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
import { nextPage, pageAsked, withPageSize } from './toolPages';
import { structuredOf, textOf, withNext } from './toolText';
import type { NextCall } from './toolText';
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

/** A page that a client opens for its person, with its reason (MCP, URL elicitation). */
export interface OpenedPage {
  readonly url: string;
  readonly message: string;
}

/** An answer for programs, and a text for models. */
export interface ToolAnswer {
  readonly structuredContent: Record<string, unknown>;
  /** The ids, the next step, and the outcome in words (`toolText.ts`). */
  readonly text: string;
  /** A picture that belongs to it. */
  readonly jpeg: Uint8Array | null;
  /** A page that the person has to open. */
  readonly opens: OpenedPage | null;
}

/** A view that shows the answer of a tool in the conversation, in clients that show views (MCP Apps). */
export type ViewName = 'upload' | 'post';

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
  /** Null: clients show the text alone. */
  readonly view: ViewName | null;
  readonly nextSteps: NextSteps;
  /**
   * @param sent the arguments, as the client has sent them: null is left out, and nothing else is coerced
   * @throws ApiError 400 for arguments that do not fit, and the errors of the use case
   */
  readonly answer: (call: ToolCall<Deps>, sent: Record<string, unknown>) => Promise<ToolAnswer>;
}

/** The schema of structured content: an object. */
type ToolBody = z.ZodType<Record<string, unknown>, Record<string, unknown>>;

interface ToolFace<Result, Body extends ToolBody> {
  /** In the form of MCP: `create_assignment`. */
  readonly name: string;
  readonly title: string;
  /** The text that a model reads before it calls the tool. */
  readonly description: string;
  readonly hints: ToolHints;
  /** Of a tool that makes something public or ends it: the act, as consent pages name it. */
  readonly power?: McpPower;
  readonly view?: ViewName;
  /** True: the tool drops unknown arguments. By default a tool that changes data refuses them. */
  readonly ignoresUnknown?: boolean;
  /** The next steps that are particular to this tool. */
  readonly nextSteps?: NextSteps;
  readonly schema: Body;
  present(result: Result, given: Given): z.input<Body>;
  /** Puts the outcome into words. The structured content follows it. */
  say(body: z.input<Body>): string;
  /** The natural next step; null: there is none. */
  next(body: z.input<Body>, given: Given): NextCall | null;
  /** A page that the person has to open, for clients that open one. */
  opens?(body: z.input<Body>, given: Given): OpenedPage;
  /** A JPEG that belongs to the answer. */
  picture?(result: Result): Uint8Array | null;
}

/** The arguments of a call, without nulls, as the client has sent them. */
export type Given = Readonly<Record<string, unknown>>;

/** A use case for assistants. */
export function mcpTool<
  Wanted extends TenantAction,
  Input extends z.ZodObject,
  Result,
  Body extends ToolBody,
  Deps extends BaseDeps,
>(useCase: UseCase<Wanted, Input, Result, Deps>, face: ToolFace<Result, Body>): McpTool<Deps> {
  const { name, title, description, hints, power = null, view = null, schema, nextSteps = {} } = face;
  const known = (face.ignoresUnknown ?? hints.readOnlyHint) ? null : Object.keys(useCase.input.shape);
  const hasPages = 'limit' in useCase.input.shape;
  return {
    name,
    title,
    description,
    inputSchema: {
      ...withPageSize(inputSchemaOf(useCase.input)),
      ...(known && { additionalProperties: false }),
    },
    outputSchema: withNext(outputSchemaOf(schema)),
    hints,
    scope: permissions[useCase.action].scope,
    power,
    view,
    nextSteps,
    answer: async (call, sent) => {
      const asked = withoutNulls(sent);
      const [given, ofPage] = pageAsked(hasPages, asked);
      const faults = { ...(known && unknownArguments(known, sent)), ...ofPage };
      const result = await runAs(
        useCase,
        check(useCase, { given, faults: allFaults(useCase.input, given, faults), names: {} }),
        call,
      );
      const body = face.present(result, asked);
      if (call.deps.checkResponses) checkBody(name, schema, body);
      const next = face.next(body, asked);
      const words = await localized(face.say(body), call);
      return {
        structuredContent: structuredOf({ body, next }),
        text: textOf({ body, next, more: hasPages ? nextPage(name, asked, body) : null, words }),
        jpeg: face.picture?.(result) ?? null,
        opens: face.opens?.(body, asked) ?? null,
      };
    },
  };
}

/** Words in which each time stands in UTC and in the zone of the person, or of the workspace. */
async function localized(words: string, { principal }: ToolCall): Promise<string> {
  if (!hasTimes(words)) return words;
  return withLocalTimes(words, await timeZoneOf(principal.tenant, userIdOf(principal)));
}

/** Every fault of a call that the face refuses: the faults of its input are added to the faults that the face found. */
function allFaults(input: z.ZodObject, given: Record<string, unknown>, ofFace: FieldErrors): FieldErrors {
  return Object.keys(ofFace).length === 0 ? {} : { ...parseInput(input, given).faults, ...ofFace };
}
