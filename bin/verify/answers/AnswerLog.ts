import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';
import { parseJson } from '../../../platforms/http/exchange';

/** An answer of a platform, and the step in which it came. */
export interface RecordedAnswer {
  readonly step: string;
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A request of undici, as its diagnostics channels tell of it (undici, docs/api/DiagnosticsChannel). */
const Made = z.object({ request: z.object({ origin: z.coerce.string(), method: z.string(), path: z.string() }) });
const Bytes = z.custom<Buffer>((value) => Buffer.isBuffer(value));
const Began = z.object({ response: z.object({ statusCode: z.number(), headers: z.array(Bytes) }) });
const Brought = z.object({ chunk: Bytes });
const Keyed = z.object({ request: z.custom<object>((value) => typeof value === 'object' && value !== null) });

interface Pending {
  readonly step: string;
  readonly method: string;
  readonly url: string;
  status: number;
  headers: Record<string, string>;
  readonly chunks: Uint8Array[];
}

const answerBytesMax = 1024 * 1024;

/**
 * The log of every answer that this process gets, those to the adapters included: it listens to the HTTP client, so that no
 * adapter knows of it. It is in memory, and has secrets.
 */
export class AnswerLog {
  readonly #secrets = new Set<string>();
  readonly #pending = new WeakMap<object, Pending>();
  readonly #answers: RecordedAnswer[] = [];
  readonly #origins: ReadonlySet<string>;
  #step = 'begin';

  /** @param bases the hosts whose answers are kept */
  constructor(bases: readonly string[]) {
    this.#origins = new Set(bases.map((base) => new URL(base).origin));
  }

  /** Begins to listen. @returns the end of it */
  listen(): () => void {
    const listeners: [string, (message: unknown) => void][] = [
      ['undici:request:create', (message) => this.#begin(message)],
      ['undici:request:headers', (message) => this.#answered(message)],
      ['undici:request:bodyChunkReceived', (message) => this.#brought(message)],
      ['undici:request:trailers', (message) => this.#ended(message)],
    ];
    for (const [name, listener] of listeners) subscribe(name, listener);
    return () => {
      for (const [name, listener] of listeners) unsubscribe(name, listener);
    };
  }

  /** The answers that come from now on belong to this step. */
  enter(step: string): void {
    this.#step = step;
  }

  /** All answers, in their order. */
  all(): readonly RecordedAnswer[] {
    return this.#answers;
  }

  /** The body of the latest answer of a path, as JSON; undefined: there was none. */
  last(path: RegExp): unknown {
    const answer = this.#answers.findLast(({ url }) => path.test(new URL(url).pathname));
    return answer && parseJson(answer.text);
  }

  /** Notes texts that must never be printed. */
  hide(...secrets: (string | null | undefined)[]): void {
    for (const secret of secrets) if (secret) this.#secrets.add(secret);
  }

  /** The text without any of the secrets. */
  mask(text: string): string {
    return [...this.#secrets].reduce((rest, secret) => rest.replaceAll(secret, '[hidden]'), text);
  }

  #begin(message: unknown): void {
    const { origin, method, path } = Made.parse(message).request;
    const url = new URL(path, origin);
    if (!this.#origins.has(url.origin) || url.pathname.startsWith('/_sandbox/')) return;
    this.#pending.set(keyOf(message), {
      step: this.#step,
      method,
      url: url.href,
      status: 0,
      headers: {},
      chunks: [],
    });
  }

  #answered(message: unknown): void {
    const pending = this.#pending.get(keyOf(message));
    if (!pending) return;
    const { statusCode, headers } = Began.parse(message).response;
    pending.status = statusCode;
    const texts = headers.map((part) => part.toString('latin1'));
    pending.headers = Object.fromEntries(
      texts.flatMap((text, index) => (index % 2 === 0 ? [[text.toLowerCase(), texts[index + 1] ?? '']] : [])),
    );
  }

  #brought(message: unknown): void {
    const pending = this.#pending.get(keyOf(message));
    const kept = pending?.chunks.reduce((sum, { length }) => sum + length, 0) ?? 0;
    if (kept < answerBytesMax) pending?.chunks.push(Brought.parse(message).chunk);
  }

  #ended(message: unknown): void {
    const pending = this.#pending.get(keyOf(message));
    if (!pending) return;
    const { chunks, ...answer } = pending;
    this.#answers.push({ ...answer, text: Buffer.concat(chunks).toString('utf8') });
  }
}

function keyOf(message: unknown): object {
  return Keyed.parse(message).request;
}
