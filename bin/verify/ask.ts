import { request } from 'undici';
import type { IncomingHttpHeaders } from 'node:http';
import { parseJson } from '../../platforms/http/exchange';

/** A platform has not answered: nothing is known. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body, where it is JSON. */
  readonly body: unknown;
}

interface Question {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

const answerMs = 30_000;

/**
 * One plain request beside the adapters, to see the contents of an answer. It follows no redirect.
 * @throws NoAnswerError
 */
export async function ask({ method, url, headers = {}, body }: Question): Promise<RawAnswer> {
  try {
    const signal = AbortSignal.timeout(answerMs);
    const answer = await request(url, { method, headers, signal, ...(body !== undefined && { body }) });
    const text = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, body: parseJson(text) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new NoAnswerError(`${new URL(url).host} has not answered${code}.`, { cause: error });
  }
}
