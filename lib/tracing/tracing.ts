import type { Logger } from '../logger';
import type { SpanAttributes } from './attributes';

/** The part that something has in a call: it answers it, makes it, orders work for later, or does work that was ordered. */
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer';

export interface NewSpan {
  /** Of few names: never an id, an address or a text of a caller. */
  readonly name: string;
  readonly kind: SpanKind;
  /** The work that this one belongs to, as `traceparent`; null: none. Left out: the work that is under way here. */
  readonly parent?: string | null | undefined;
  readonly attributes?: SpanAttributes;
}

/** A piece of work that is under way. */
export interface OpenSpan {
  set: (attributes: SpanAttributes) => void;
  rename: (name: string) => void;
  /** The work is over. @param errorType the code of the failure with which it has ended */
  end: (errorType?: string) => void;
  /** Does a part of the work, and all that it calls, as work that is under way here. */
  run: <T>(work: () => T) => T;
}

/** The way of spans to their receiver. */
export interface Tracer {
  open: (span: NewSpan) => OpenSpan;
  /** The work that is under way here (https://www.w3.org/TR/trace-context/#traceparent-header), or null. */
  traceparent: () => string | null;
  /** Sends what has not been sent. Resolves after a while in any case, and never rejects. */
  stop: () => Promise<void>;
}

export interface TracingOptions {
  /** The address of an OTLP receiver; null: there are no traces. */
  endpoint: string | null;
  /** The name under which the spans of this process are found. */
  service: string;
  logger: Logger;
}

/** The tracer of this process; null: there are no traces, and no package for them is loaded. */
let tracer: Tracer | null = null;

/** Sends the spans of this process from now on, if there is an endpoint. Its packages are loaded here and nowhere else. */
export async function startTracing({ endpoint, ...options }: TracingOptions): Promise<void> {
  if (endpoint === null) return;
  const { openTracer } = await import('./openTelemetry.js');
  tracer = openTracer({ endpoint, ...options });
}

/** Sends the spans that are left, for two seconds at most. */
export async function stopTracing(): Promise<void> {
  const ended = tracer;
  tracer = null;
  await ended?.stop();
}

/** Begins a piece of work whose end is told by an event; undefined without traces. */
export function openSpan(span: NewSpan): OpenSpan | undefined {
  return tracer?.open(span);
}

/**
 * Does a piece of work. Its result and its error stay as they are.
 * @param work gets the function that adds attributes to its span
 */
export async function inSpan<T>(span: NewSpan, work: (set: OpenSpan['set']) => Promise<T>): Promise<T> {
  const open = tracer?.open(span);
  if (!open) return work(ignore);
  try {
    const done = await open.run(async () => work(open.set));
    open.end();
    return done;
  } catch (error) {
    open.end(errorTypeOf(error));
    throw error;
  }
}

const ignore = (): void => undefined;

/** The work that is under way here, for work that is ordered now and done later; null without traces. */
export function traceparentNow(): string | null {
  return tracer?.traceparent() ?? null;
}

/**
 * The name of a failure: its code or type, where it is a word, else the name of its class. Never its message. Undefined for what
 * is no failure: an activity that asks to be tried again later.
 */
function errorTypeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return 'unknown';
  if (Reflect.get(error, 'category') === 'BENIGN') return undefined;
  const named = ['code', 'type', 'reason'].map((key): unknown => Reflect.get(error, key));
  return named.find((name): name is string => typeof name === 'string' && word.test(name)) ?? error.constructor.name;
}

const word = /^\w{1,64}$/;
