/** Parsed JSON. Tests read its fields freely; a missing field fails an expectation. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** The address of an API. */
export interface Address {
  url: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed where it is JSON, else the text. */
  body: Json;
}

export interface RequestParts {
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  signal?: AbortSignal;
}

export type Actor = (method: string, path: string, parts?: RequestParts) => Promise<Answer>;

/** A caller with this API key. */
export function workspaceClient(api: Address, { apiKey }: { apiKey: string }): Actor {
  return (method, path, parts = {}) =>
    send(api, method, path, { ...parts, headers: { authorization: `Bearer ${apiKey}`, ...parts.headers } });
}

/** A caller without a credential. */
export function stranger(api: Address): Actor {
  return (method, path, parts) => send(api, method, path, parts);
}

async function send(
  { url }: Address,
  method: string,
  path: string,
  { headers, body, signal }: RequestParts = {},
): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    ...(signal && { signal }),
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && {
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    }),
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? await beginningOf(response) : await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The beginning of an answer that goes on until a side ends it. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body!.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return Buffer.from(value ?? []).toString();
}
