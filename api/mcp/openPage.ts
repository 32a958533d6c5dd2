import { CLIENT_CAPABILITIES_META_KEY, inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { InputRequiredResult, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { SecretsError } from '../../lib/secrets';
import { invalid } from '../http/errors';
import type { ToolAnswer, ToolCall } from '../faces/mcpTool';

/**
 * URL elicitation of the protocol of 2026: a client that can open a page for its person is asked to, and calls again with what became of
 * it. The answer of the tool waits sealed in the state that the client brings back, so that no second call runs. In the protocol of 2025 a
 * client says what it can in a handshake, of which nothing is kept: it gets the address in the answer.
 */

const asked = 'open';
const Kept = z.strictObject({ structuredContent: z.record(z.string(), z.unknown()), text: z.string() });
const sealedFor = ({ principal: { grantId } }: ToolCall, tool: string): string => `mcp/${grantId}/${tool}/opens`;

/** The request to open the page of an answer; null: the answer has none, or the client cannot open one. */
export function askToOpen(
  { opens, structuredContent, text }: ToolAnswer,
  tool: string,
  call: ToolCall,
  { mcpReq }: ServerContext,
): InputRequiredResult | null {
  if (opens === null || !canOpen(mcpReq)) return null;
  const kept = JSON.stringify({ structuredContent, text });
  return inputRequired({
    inputRequests: { [asked]: inputRequired.elicitUrl({ ...opens }) },
    requestState: call.deps.secrets.encrypt(kept, sealedFor(call, tool)),
  });
}

/**
 * The answer that a client was asked to open a page for; null: it comes with no state.
 * @throws ApiError 400 for a state that was not sealed here, for this grant and tool
 */
export function answerAfterOpening(tool: string, call: ToolCall, { mcpReq }: ServerContext): ToolAnswer | null {
  const state = mcpReq.requestState<string>();
  if (state === undefined) return null;
  const { structuredContent, text } = opened(state, sealedFor(call, tool), call);
  const response = inputResponse(mcpReq.inputResponses, asked);
  const isOpened = response.kind === 'elicit' && response.action === 'accept';
  const words = isOpened
    ? 'The person was shown the page.'
    : 'The person has not opened the page. Ask before you go on.';
  return { structuredContent, text: `${text}\n${words}`, jpeg: null, opens: null };
}

function opened(state: string, place: string, { deps: { secrets } }: ToolCall): z.infer<typeof Kept> {
  try {
    return Kept.parse(JSON.parse(secrets.decrypt(state, place)));
  } catch (error) {
    if (!(error instanceof SecretsError)) throw error;
    throw invalid({ requestState: ['is not known'] });
  }
}

/** The capabilities of a client that opens pages, as each of its requests declares them. */
const Opening = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ elicitation: z.object({ url: z.object({}) }) }),
});

function canOpen({ envelope }: ServerContext['mcpReq']): boolean {
  return Opening.safeParse(envelope).success;
}
