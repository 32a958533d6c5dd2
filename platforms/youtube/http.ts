import { Readable } from 'node:stream';
import { request } from 'undici';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';
import type { ChannelCall } from '../Platform';
import type { Call } from '../Publisher';
import type { Answer } from './answer';
import { failureOf, incomprehensible, parseJson, tooLate, unreachable } from './failures';

/** The app at Google and the hosts to talk to; paths are appended to the bases. */
export interface YouTubeSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authBase: string;
  readonly tokenBase: string;
  readonly apiBase: string;
  readonly uploadBase: string;
}

/** What every call of the adapter shares. */
export interface YouTubeClient {
  readonly settings: YouTubeSettings;
  readonly dispatcher: Dispatcher;
  /** Longest wait for YouTube while media is sent: to take more bytes, and to answer after the last one. */
  readonly uploadPatienceMs: number;
}

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Readable;
  readonly signal: AbortSignal;
  /** What must not appear in a message even if the platform repeats it. */
  readonly secrets: readonly string[];
  /** 0 waits for ever. */
  readonly headersTimeoutMs?: number;
}

/** No documented answer comes near it. */
const answerBytesMax = 1024 * 1024;
const answerTimeoutMs = 30_000;

/**
 * One request, one answer, whatever its status; redirects are not followed.
 * @throws the abort reason of `signal` and a failure of `body` as they are; for faults of the network what `explain`
 * makes of them
 */
export async function exchange(
  client: YouTubeClient,
  { method, url, headers, body, signal, secrets, headersTimeoutMs = answerTimeoutMs }: Exchange,
  explain: (error: unknown) => Error = unreachable,
): Promise<Answer> {
  try {
    const response = await request(url, {
      dispatcher: client.dispatcher,
      method,
      headers,
      signal,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: answerTimeoutMs,
      ...(body !== undefined && { body }),
    });
    return { status: response.statusCode, headers: response.headers, text: await readText(response.body), secrets };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof PublishFailure ? error : explain(error);
  }
}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > answerBytesMax) break;
  }
  return Buffer.concat(chunks).toString('utf8', 0, answerBytesMax);
}

/** One that only reads needs no lease. */
export type ApiCall = ChannelCall & Partial<Pick<Call, 'notAfterMs'>>;

interface ApiRequest {
  readonly method: Exchange['method'];
  readonly resource: 'videos' | 'channels';
  readonly query: Record<string, string>;
  readonly json?: unknown;
}

/**
 * A call of the YouTube Data API v3 on behalf of the channel. Resolves for every status.
 * @throws PublishFailure, with nothing written, for a call that would change something after `call.notAfterMs`
 */
export function callApi(client: YouTubeClient, call: ApiCall, api: ApiRequest): Promise<Answer> {
  const query = new URLSearchParams(api.query).toString();
  return exchange(client, {
    method: api.method,
    url: `${client.settings.apiBase}/youtube/v3/${api.resource}?${query}`,
    signal: call.signal,
    secrets: [call.accessToken],
    headers: { authorization: `Bearer ${call.accessToken}` },
    ...(api.method !== 'GET' && changing(call, api.json)),
  });
}

/** Headers and body of a request that changes something, written before `call.notAfterMs` or not at all. */
export function changing({ accessToken, notAfterMs = Infinity }: ApiCall, json: unknown) {
  const text = json === undefined ? '' : JSON.stringify(json);
  return {
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-length': String(Buffer.byteLength(text)),
      ...(text !== '' && { 'content-type': 'application/json; charset=UTF-8' }),
    },
    body: Readable.from(writtenInTime(text, notAfterMs)),
  };
}

/** undici asks for a body when its connection stands, and writes the head together with the first piece. */
function* writtenInTime(text: string, notAfterMs: number): Generator<Buffer> {
  requireTime(notAfterMs);
  if (text !== '') yield Buffer.from(text);
}

/** The same for a body that streams. Its first piece counts; what follows it is ended by the signal of the call. */
export async function* startedInTime(body: AsyncIterable<Uint8Array>, notAfterMs: number): AsyncGenerator<Uint8Array> {
  let isStarted = false;
  for await (const piece of body) {
    if (!isStarted) requireTime(notAfterMs);
    isStarted = true;
    yield piece;
  }
  if (!isStarted) requireTime(notAfterMs);
}

function requireTime(notAfterMs: number): void {
  if (performance.now() > notAfterMs) throw tooLate();
}

/** @throws PublishFailure for every status but 2xx */
export function requireSuccess(answer: Answer): void {
  if (answer.status < 200 || answer.status > 299) throw failureOf(answer);
}

/**
 * The body of a success, checked.
 * @param expected what the body should hold, in words, for the message
 * @throws PublishFailure for every status but 2xx, and for a body that does not fit
 */
export function readJson<T>(answer: Answer, schema: z.ZodType<T>, expected: string): T {
  requireSuccess(answer);
  const result = schema.safeParse(parseJson(answer.text));
  if (!result.success) throw incomprehensible(expected);
  return result.data;
}
