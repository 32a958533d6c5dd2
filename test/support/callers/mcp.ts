import { stranger } from '../actors';
import type { Address, Answer, Json } from '../actors';

export const modernVersion = '2026-07-28';
export const legacyVersion = '2025-11-25';

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

/** A request with one message of the protocol of 2025, for `fetch`. No handshake came before it: the service needs none. */
export function legacyMessageOf(token: string, message: Json) {
  return {
    method: 'POST',
    headers: {
      ...mcpHeaders,
      'content-type': 'application/json',
      'mcp-protocol-version': legacyVersion,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  };
}

/** The versions of the protocol, by the words of its library. */
export const eras = ['modern', 'legacy'] as const;
export type Era = (typeof eras)[number];

/** Sends one request of either version, and reads its answer to the end. Fails for an answer that is no message. */
export async function callIn(
  era: Era,
  { url }: Address,
  token: string,
  message: Json,
  signal: AbortSignal | null = null,
): Promise<{ status: number; headers: Headers; message: Json; notices: Json[] }> {
  const request = era === 'modern' ? messageOf(token, message) : legacyMessageOf(token, { id: 1, ...message });
  const answer = await fetch(`${url}/_mcp`, { ...request, signal });
  const text = await answer.text();
  const frames = text.split('\n').flatMap((line) => (line.startsWith('data:') ? [JSON.parse(line.slice(5))] : []));
  const messages = frames.length > 0 ? frames : [JSON.parse(text)];
  return { status: answer.status, headers: answer.headers, message: messages.at(-1), notices: messages.slice(0, -1) };
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
  const json = content[1]?.type === 'text' ? JSON.parse(content[1].text) : undefined;
  return { isError, structured, text: content[0].text, json };
}
