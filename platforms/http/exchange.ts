import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import { request } from 'undici';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { asking } from '../../lib/failpoint';
import { endingWith } from '../../lib/timeLimit';
import { inSpan } from '../../lib/tracing/tracing';
import { incomprehensible, ofCall } from './failures';
import type { NoAnswer } from './failures';

/** The client of an adapter, which all its calls share. */
export interface HttpClient {
  /** The platform's name for people: it stands in the messages of failures. */
  readonly name: string;
  readonly dispatcher: Dispatcher;
  /** The service's clock; absent: this machine's. */
  readonly clock?: () => Date;
}

/** The requested kind of answer, which decides the meaning of unknown words in the answer (contract.md §2). */
export type AnswerKind = 'tokens' | 'data';

/** The name of a request that may change data, `platform.object.act`. A failpoint is on either side of the request. */
export type Operation = `${string}.${string}.${string}`;

/** A read has no name: it changes no data. */
export type Asked =
  | { readonly method: 'GET'; readonly operation?: never }
  | { readonly method: 'POST' | 'PUT' | 'DELETE'; readonly operation: Operation };

/** A request, with its method and its operation. */
export type Exchange = Message & Asked;

/** A request, without its method and its operation. */
export interface Message {
  readonly url: string;
  readonly asked: AnswerKind;
  readonly headers: Record<string, string>;
  readonly body?: string | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
  readonly signal: AbortSignal;
  /**
   * The longest time until the whole answer is there, headers and body, in milliseconds. It is counted from the last byte of
   * the request, or from the head of an answer that comes before it.
   */
  readonly answerWithinMs: number;
  /** Texts that must not appear in a message even if the platform repeats them. */
  readonly secrets: readonly string[];
}

/** The answer of a platform, read whole. */
export interface Answer {
  /** The platform's name. */
  readonly from: string;
  readonly asked: AnswerKind;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most 1 MiB; the rest is not read. */
  readonly text: string;
  readonly secrets: readonly string[];
  /** The time at which the whole answer had arrived. */
  readonly at: Date;
}

/** The limit is far above every documented answer. */
const answerBytesMax = 1024 * 1024;

/**
 * One request, one answer, whatever its status; redirects are not followed.
 * @throws the abort reason of `signal` and a failure of `body` as they are; for faults of the network, and for an
 *   answer that is not whole in time, the failures of `noAnswer`
 */
export async function exchange(
  client: HttpClient,
  { signal, answerWithinMs, ...asked }: Exchange,
  noAnswer: NoAnswer = ofCall,
): Promise<Answer> {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const awaitAnswer = (): void => {
    timer ??= setTimeout(() => stop.abort(noAnswer.late(client.name, answerWithinMs)), answerWithinMs).unref();
  };
  try {
    const waiting = { signal: stop.signal, awaitAnswer };
    const call = async (): Promise<Answer> => endingWith(signal, stop, async () => ask(client, asked, waiting));
    return await traced(client, asked, async () => (asked.operation ? asking(asked.operation, call) : call()));
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof PublishFailure ? error : noAnswer.broken(client.name, error);
  } finally {
    clearTimeout(timer);
  }
}

/** A request as work that is under way: the name of what it does, never its address. */
async function traced(
  { name: platform }: HttpClient,
  { method, operation }: Asked,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const attributes = { 'http.request.method': method };
  return inSpan({ name: operation ?? `${platform} read`, kind: 'client', attributes }, async (set) => {
    const answer = await call();
    set({ 'http.response.status_code': answer.status });
    return answer;
  });
}

interface Waiting {
  signal: AbortSignal;
  /** To be called when the request, or the head of the answer, has passed; a second call changes nothing. */
  awaitAnswer: () => void;
}

async function ask(
  { name, dispatcher, clock = () => new Date() }: HttpClient,
  { method, url, asked, headers, body, secrets }: Omit<Message, 'signal' | 'answerWithinMs'> & Asked,
  { signal, awaitAnswer }: Waiting,
): Promise<Answer> {
  const isStreamed = body !== undefined && typeof body !== 'string';
  // A request that is not streamed is written as soon as its connection stands.
  if (!isStreamed) awaitAnswer();
  const response = await request(url, {
    dispatcher,
    method,
    headers,
    signal,
    // undici's own limits start again with each byte, and run while a slow platform holds the stream back.
    headersTimeout: 0,
    bodyTimeout: 0,
    ...(body !== undefined && { body: isStreamed ? Readable.from(followed(body, awaitAnswer)) : body }),
  });
  awaitAnswer();
  const text = await readText(response.body);
  return { from: name, asked, status: response.statusCode, headers: response.headers, text, secrets, at: clock() };
}

/** The same bytes, and `then` after the last one. */
async function* followed(
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  then: () => void,
): AsyncGenerator<Uint8Array> {
  yield* body;
  then();
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

/** The value of a JSON text; `undefined` for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The body of a success, checked.
 * @param expected the expected content of the body, in words, for the message
 * @throws PublishFailure for a body that does not fit
 */
export function readBody<T>(answer: Answer, schema: z.ZodType<T>, expected: string): T {
  const result = schema.safeParse(parseJson(answer.text));
  if (!result.success) throw incomprehensible(answer.from, expected);
  return result.data;
}
