import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { request } from 'undici';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';
import { incomprehensible, unreachable } from './failures';

/** The client of an adapter, which all its calls share. */
export interface HttpClient {
  /** The platform's name for people: it stands in the messages of failures. */
  readonly name: string;
  readonly dispatcher: Dispatcher;
  /** The service's clock; absent: this machine's. */
  readonly clock?: () => Date;
}

export interface Exchange {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body?: string | Readable;
  readonly signal: AbortSignal;
  /** Texts that must not appear in a message even if the platform repeats them. */
  readonly secrets: readonly string[];
  /** 0 waits for ever. */
  readonly headersTimeoutMs?: number;
}

/** The answer of a platform, read whole. */
export interface Answer {
  /** The platform's name. */
  readonly from: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most 1 MiB; the rest is not read. */
  readonly text: string;
  readonly secrets: readonly string[];
  /** When it had arrived. */
  readonly at: Date;
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
  { name, dispatcher, clock = () => new Date() }: HttpClient,
  { method, url, headers, body, signal, secrets, headersTimeoutMs = answerTimeoutMs }: Exchange,
  explain: (platform: string, error: unknown) => Error = unreachable,
): Promise<Answer> {
  try {
    const response = await request(url, {
      dispatcher,
      method,
      headers,
      signal,
      headersTimeout: headersTimeoutMs,
      bodyTimeout: answerTimeoutMs,
      ...(body !== undefined && { body }),
    });
    const text = await readText(response.body);
    return { from: name, status: response.statusCode, headers: response.headers, text, secrets, at: clock() };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof PublishFailure ? error : explain(name, error);
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

export function isSuccess({ status }: Answer): boolean {
  return status >= 200 && status <= 299;
}

/** `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The body of a success, checked.
 * @param expected what the body should hold, in words, for the message
 * @throws PublishFailure for a body that does not fit
 */
export function readBody<T>(answer: Answer, schema: z.ZodType<T>, expected: string): T {
  const result = schema.safeParse(parseJson(answer.text));
  if (!result.success) throw incomprehensible(answer.from, expected);
  return result.data;
}
