import { z } from 'zod';
import { noNames, preflight, preflightSuccess, presentPreflight } from '../faces/preflight';
import { route } from '../faces/route';
import { RawResponse } from '../http/Route';
import type { Call, Route } from '../http/Route';
import { invalid } from '../http/errors';
import { foreignHost, foreignOrigin } from '../http/refusals';
import { mcpRequestHeaders } from './oauth/reach';
import type { BaseDeps } from '../deps';
import { admit } from '../faces/admit';
import type { McpTool } from '../faces/mcpTool';
import { requireOwnOrigin } from './origins';
import { JsonRpcAnswer, JsonRpcMessage, McpHeaders } from './schema';
import { serveMcp } from './serveMcp';

const path = '/_mcp';
const judged = { headers: z.object({ Host: z.string(), Origin: z.string() }) };
const request = { headers: McpHeaders, body: JsonRpcMessage };

/**
 * Answers one message of an assistant. The origin is checked first; then follow the checks of all routes, in their
 * order. The protocol's server makes all later checks.
 */
async function answerMessage<Deps extends BaseDeps>(
  call: Call<Deps>,
  tools: readonly McpTool<Deps>[],
): Promise<RawResponse> {
  const { deps, requestId } = call;
  const { headers } = await call.read(judged);
  requireOwnOrigin(deps.config, { host: headers['Host'], origin: headers['Origin'] });
  const { caller, parts } = await admit(call, { credential: 'mcp', request: { body: JsonRpcMessage } });
  const { body } = parts;
  // Versions since 2025-06-18 have no batches, and one request counts as one.
  if (Array.isArray(body)) throw invalid({ body: ['must be one message, no list of them'] });
  const principal = await caller.principal(undefined);
  if (principal.kind !== 'mcp') throw new Error('another credential was read than that of an assistant');
  const toolCall = { deps, requestId, principal };
  return new RawResponse(async (message, response) => serveMcp({ tools, call: toolCall, body }, message, response));
}

const callMcp: Omit<Route, 'answer'> = {
  method: 'post',
  path,
  operationId: 'callMcp',
  summary: 'For assistants: one message of the Model Context Protocol',
  description:
    'Streamable HTTP without sessions, for versions 2026-07-28 and 2025-11-25 and those before it. The tools are those of ' +
    '`tools/list`. A tool whose scope the token lacks is answered with 403 `insufficient_scope`, which names what is missing, ' +
    'and to clients of 2025 what the token has, too.',
  credential: 'mcp',
  request,
  success: { status: 200, schema: JsonRpcAnswer },
  refuses: [foreignOrigin, foreignHost],
  refusals: 'jsonRpc',
};

/** The routes by which assistants call the tools. */
export const mcpResourceRoutes = <Deps extends BaseDeps>(tools: readonly McpTool<Deps>[]): readonly Route<Deps>[] => [
  { ...callMcp, answer: async (call) => answerMessage(call, tools) },
  route('public', preflight(callMcp.operationId, noNames), {
    method: 'options',
    path,
    success: preflightSuccess,
    present: () => presentPreflight(['POST'], mcpRequestHeaders),
  }),
];
