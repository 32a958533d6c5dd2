import { stranger } from './actors';
import type { Address, Answer, Json } from './actors';

export const modernVersion = '2026-07-28';

/** The headers of a request to `/_mcp`, besides the token. */
export const mcpHeaders = { accept: 'application/json, text/event-stream' } as const;

export interface Sent {
  method: string;
  params?: Json;
  /** Of the message, such as a token of progress. */
  meta?: Json;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const about = {
  'io.modelcontextprotocol/protocolVersion': modernVersion,
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'by hand', version: '1' },
};

/** A request with one message of the protocol of 2026, for `fetch`. */
export function messageOf(token: string | null, { params = {}, ...message }: Json, meta: Json = {}) {
  const name: string | undefined = params.name ?? params.uri;
  return {
    method: 'POST',
    headers: {
      ...mcpHeaders,
      'content-type': 'application/json',
      'mcp-protocol-version': modernVersion,
      'mcp-method': String(message.method),
      ...(name !== undefined && { 'mcp-name': name }),
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message, params: { ...params, _meta: { ...about, ...meta } } }),
  };
}

/** Sends one message, written by hand, with this token. */
export async function sendMessage(
  api: Address,
  token: string | null,
  { method, params = {}, meta, headers, signal }: Sent,
): Promise<Answer> {
  const message = messageOf(token, { method, params }, meta);
  return stranger(api)('POST', '/_mcp', {
    ...(signal && { signal }),
    headers: { ...message.headers, ...headers },
    body: message.body,
  });
}

export interface ToolResult {
  isError: boolean;
  structured: Json;
  /** The words, and the whole as JSON. */
  text: string;
  json: Json;
}

/** Calls a tool by hand. Fails for an answer that is no result. */
export async function callTool(api: Address, token: string, name: string, given: Json = {}): Promise<ToolResult> {
  const { status, body } = await sendMessage(api, token, { method: 'tools/call', params: { name, arguments: given } });
  if (status !== 200 || body.result === undefined) throw new Error(`${name} answers ${status} ${JSON.stringify(body)}`);
  const { isError = false, structuredContent: structured, content } = body.result;
  return { isError, structured, text: content[0].text, json: content[1] && JSON.parse(content[1].text) };
}
