import { EventSourceParserStream } from 'eventsource-parser/stream';

/** An event of a stream. */
export interface ServerEvent {
  name: string;
  data: unknown;
}

interface Follower {
  /**
   * Sends a GET with these headers and the credentials of this moment. A refusal is an answer, or an error with its `status`.
   */
  fetch: (
    address: string,
    init: { headers: Record<string, string>; signal: AbortSignal },
  ) => Promise<Pick<Response, 'ok' | 'status' | 'body'>>;
  signal: AbortSignal;
  onEvent: (event: ServerEvent) => void;
  /** Called with true when the stream opens, and with false when it is lost. */
  onOpen: (isOpen: boolean) => void;
}

const firstWaitMs = 500;
const waitMsMax = 15_000;
/** The API says something every 15 s (api/assignments/watch/watching.ts): a stream that is silent for so long is dead. */
const silenceMsMax = 40_000;

/**
 * Reads an event stream of the API, and opens it again after its last event whenever it ends. It ends for good when the signal
 * says so, or when the API refuses it: by any 4xx but 429.
 */
export async function followEvents(address: string, { fetch, signal, onEvent, onOpen }: Follower): Promise<void> {
  let lastId: string | undefined;
  let waitMs = firstWaitMs;
  const read = ({
    event = 'message',
    data,
    id,
  }: {
    event?: string | undefined;
    data: string;
    id?: string | undefined;
  }) => {
    lastId = id ?? lastId;
    onEvent({ name: event, data: JSON.parse(data) });
  };
  while (!signal.aborted) {
    const silence = watchSilence();
    try {
      const headers = { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) };
      const either = AbortSignal.any([signal, silence.signal]);
      const answer = await fetch(address, { headers, signal: either });
      if (isFinal(answer)) return;
      if (answer.ok) {
        onOpen(true);
        waitMs = firstWaitMs;
        await answer.body
          ?.pipeThrough(silence.listen())
          .pipeThrough(new TextDecoderStream())
          .pipeThrough(new EventSourceParserStream())
          .pipeTo(new WritableStream({ write: read }), { signal: either });
      }
    } catch (error) {
      if (isFinal(error)) return;
    } finally {
      silence.end();
      onOpen(false);
    }
    await pause(waitMs, signal);
    waitMs = Math.min(2 * waitMs, waitMsMax);
  }
}

/** A signal that aborts when nothing was heard for too long. */
function watchSilence() {
  const silent = new AbortController();
  const begin = () => setTimeout(() => silent.abort(), silenceMsMax);
  let timer = begin();
  const end = () => clearTimeout(timer);
  const listen = () =>
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (bytes, next) => {
        end();
        timer = begin();
        next.enqueue(bytes);
      },
    });
  return { signal: silent.signal, listen, end };
}

/** Tells whether asking again cannot help. Too many requests and a busy service pass. */
function isFinal(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) return false;
  const { status } = answer;
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429;
}

/** Ends early with the signal. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
