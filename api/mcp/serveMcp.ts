import type { IncomingMessage, ServerResponse } from 'node:http';
import { toNodeHandler } from '@modelcontextprotocol/node';
import type { NodeIncomingMessageLike } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { ProtocolEra, ServerContext, StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { jpeg } from '../../domain/mediaType';
import { McpGrant } from '../../models/mcp/McpGrant';
import type { BaseDeps } from '../deps';
import { describeFault } from '../http/answerErrors';
import { resourceMetadataUrl } from './challenge';
import { answerAfterOpening, askToOpen } from './openPage';
import { refusalResult } from './refusalResult';
import type { McpTool, ToolCall } from '../faces/mcpTool';
import type { JsonSchema } from '../faces/jsonSchema';
import { textsOf } from '../faces/toolText';
import { registerPrompts } from './prompts';
import { registerResources } from './resources';
import { metaOf, registerViews } from './views/views';
import { scopeCheck } from './scopes';
import type { ScopeCheck } from './scopes';

const instructions =
  'Publishes posts to social channels. Find the channel with list_connections and what its platform takes with ' +
  'get_platform_capabilities, bring a file with create_upload or import_from_url, check with validate_assignment, show with ' +
  'preview_post, publish with create_assignment, follow with get_assignment. Posts become public and cost credits: show them ' +
  'to the user first. Times need an offset. Each answer names the next call in `next`.';

/** Lists change with a release of the service alone, and are the same for each token. */
const listed = { ttlMs: 300_000, cacheScope: 'private' } as const;
const unchanging = { listChanged: false } as const;

/** A message of a client that was let in. */
interface Message<Deps extends BaseDeps> {
  /** The tools that the client may call. */
  readonly tools: readonly McpTool<Deps>[];
  readonly call: ToolCall<Deps>;
  readonly body: unknown;
}

/**
 * Serves one request of a client that was let in, of the protocol of 2026 or of 2025. Nothing is kept between requests:
 * a client comes back to an assignment.
 */
export async function serveMcp<Deps extends BaseDeps>(
  { tools, call, body }: Message<Deps>,
  { headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const faults: Error[] = [];
  const onerror = (fault: Error) => void faults.push(fault);
  const handler = createMcpHandler(({ era }) => serverFor(tools, call, era), { onerror });
  const fetch = async (...message: Parameters<typeof handler.fetch>): Promise<Response> => {
    const answered = await handler.fetch(...message);
    if (isSubscription(body)) await handler.close();
    // A stream has the data of a tenant, as any other answer.
    answered.headers.set('Cache-Control', 'no-store, no-transform');
    return answered;
  };
  await toNodeHandler({ fetch }, { onerror })(requestFor(call, headers), response, withoutNullMembers(body));
  for (const fault of faults) noteFault(call, fault, response.statusCode >= 500);
}

/** The message without null for all its parameters, or for all arguments: some clients leave them out so (contract.md §9). */
function withoutNullMembers(body: unknown): unknown {
  if (!isRecord(body)) return body;
  const { params, ...message } = body;
  if (params === null) return message;
  if (!isRecord(params) || params['arguments'] !== null) return body;
  const { arguments: _none, ...others } = params;
  return { ...message, params: others };
}

/** Logs only the name of a refusal by the protocol's server: its message may repeat the client's text. */
function noteFault({ deps: { logger }, requestId }: ToolCall, fault: Error, isOurs: boolean): void {
  if (isOurs) logger.error({ requestId, fault: describeFault(fault) }, 'message failed');
  else logger.info({ requestId, fault: fault.name }, 'message refused');
}

/** A subscription to changes is acknowledged and ends at once: no list here ever changes while the service runs. */
function isSubscription(body: unknown): boolean {
  return isRecord(body) && body['method'] === 'subscriptions/listen';
}

/** The request in the library's form. The library needs no token, so the request has none. */
function requestFor(
  { deps: { config }, principal: { grantId, scopes } }: ToolCall,
  { authorization: _token, accept = '', ...others }: IncomingMessage['headers'],
): NodeIncomingMessageLike {
  const headers = { ...others, accept: accept === '' || takesAll(accept) ? answerTypes.join(', ') : accept };
  const auth = { token: '', clientId: grantId, scopes: [...scopes], resourceMetadataUrl: resourceMetadataUrl(config) };
  return { method: 'POST', url: '/_mcp', headers, auth, [Symbol.asyncIterator]: readAlready };
}

/** The types of an answer. The library wants both names; by RFC 9110 §12.5.1 wildcards or no header mean all types. */
const answerTypes = ['application/json', 'text/event-stream'];

function takesAll(accept: string): boolean {
  const taken = accept.split(',').flatMap((range) => {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return answerTypes.every((type) => ['*/*', type.replace(/[^/]+$/, '*'), type].some((range) => taken.includes(range)));
}

/** An empty stream in place of a body that our own parser has read. */
async function* readAlready(): AsyncGenerator<never> {}

function serverFor<Deps extends BaseDeps>(
  tools: readonly McpTool<Deps>[],
  call: ToolCall<Deps>,
  era: ProtocolEra,
): McpServer {
  const needs = scopeCheck(call, era);
  const { baseUrl } = call.deps.config;
  const server = new McpServer(
    {
      name: 'content-delivery-service',
      title: 'Content Delivery Service',
      version: '1.0.0',
      websiteUrl: `${baseUrl}/docs`,
    },
    {
      instructions,
      capabilities: { tools: unchanging, resources: unchanging, prompts: unchanging },
      cacheHints: {
        'server/discover': listed,
        'tools/list': listed,
        'prompts/list': listed,
        'resources/list': listed,
        'resources/templates/list': listed,
        'resources/read': listed,
      },
    },
  );
  for (const tool of tools) register(server, tool, call, needs);
  registerResources(server, call, needs);
  registerViews(server, call.deps.config);
  registerPrompts(server);
  return server;
}

function register<Deps extends BaseDeps>(
  server: McpServer,
  tool: McpTool<Deps>,
  call: ToolCall<Deps>,
  needs: ScopeCheck,
): void {
  const { name, title, description, hints, scope, power, view } = tool;
  if (scope === null) return;
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: asGiven(tool.inputSchema),
      outputSchema: asGiven(tool.outputSchema),
      annotations: { title, ...hints },
      scopeChallenge: needs(scope, power),
      ...metaOf(view),
    },
    async (given: Record<string, unknown>, context) => answer(tool, call, given, context),
  );
}

async function answer<Deps extends BaseDeps>(
  tool: McpTool<Deps>,
  call: ToolCall<Deps>,
  given: Record<string, unknown>,
  context: ServerContext,
) {
  try {
    await McpGrant.countCall(call.principal.grantId);
    await tellProgress(tool, context, 0);
    // When a client has gone, its calls that have not begun and its calls that only read are cancelled. A call that
    // changes something and has begun ends by itself; its outcome can be read.
    if (context.mcpReq.signal.aborted) return cancelled;
    const resumed = answerAfterOpening(tool.name, call, context);
    const answered = resumed ?? (await tool.answer({ ...call, signal: context.mcpReq.signal }, given));
    await tellProgress(tool, context, 1);
    const asking = askToOpen(answered, tool.name, call, context);
    if (asking !== null) return asking;
    const { structuredContent, text, jpeg: picture } = answered;
    return { structuredContent, content: [...textsOf(text, structuredContent), ...pictures(picture)] };
  } catch (error) {
    return refusalResult(error, call, tool, given);
  }
}

function pictures(bytes: Uint8Array | null) {
  if (bytes === null) return [];
  return [{ type: 'image' as const, data: Buffer.from(bytes).toString('base64'), mimeType: jpeg }];
}

const cancelled = {
  isError: true,
  content: [{ type: 'text' as const, text: 'Cancelled before it began: nothing was done.' }],
};

/** Tells a client that asks for it the begin and the end of a call, if the tool reaches beyond this service. */
async function tellProgress(
  { hints, title }: Pick<McpTool, 'hints' | 'title'>,
  { mcpReq }: ServerContext,
  progress: 0 | 1,
): Promise<void> {
  const { _meta: { progressToken } = {} } = mcpReq;
  if (progressToken === undefined || !hints.openWorldHint) return;
  const message = progress === 0 ? `${title}: begun` : `${title}: done`;
  const notice = mcpReq.notify({
    method: 'notifications/progress',
    params: { progressToken, progress, total: 1, message },
  });
  // A client that has gone hears nothing, which does not change the call.
  await notice.catch(() => undefined);
}

/** A schema for clients to read. The use case checks the arguments by its own schema, and names the faults in words. */
function asGiven(schema: JsonSchema): StandardSchemaWithJSON<Record<string, unknown>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'content-delivery-service',
      validate: (value) => (isRecord(value) ? { value } : { issues: [{ message: 'must be an object' }] }),
      jsonSchema: { input: () => ({ ...schema }), output: () => ({ ...schema }) },
    },
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
