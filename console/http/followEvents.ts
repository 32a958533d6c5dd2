import { createParser } from 'eventsource-parser';
import { ApiFault } from './ApiFault';
import { send } from './request';

export interface ServerEvent {
  name: string;
  data: unknown;
}

interface Follower {
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
 * Reads an event stream with the credential of the session, and opens it again after its last event whenever it ends. It
 * ends for good when the signal says so, or when the API refuses it.
 */
export async function followEvents(path: string, { signal, onEvent, onOpen }: Follower): Promise<void> {
  let lastId: string | undefined;
  let waitMs = firstWaitMs;
  const parser = createParser({
    onEvent: ({ event = 'message', data, id }) => {
      lastId = id ?? lastId;
      onEvent({ name: event, data: JSON.parse(data) });
    },
  });
  while (!signal.aborted) {
    const silence = watchSilence();
    try {
      const headers = { accept: 'text/event-stream', ...(lastId !== undefined && { 'last-event-id': lastId }) };
      const { body } = await send('GET', path, { headers, signal: AbortSignal.any([signal, silence.signal]) });
      onOpen(true);
      waitMs = firstWaitMs;
      if (body)
        await readAll(body, (text) => {
          silence.restart();
          parser.feed(text);
        });
    } catch (error) {
      if (isFinal(error)) return;
    } finally {
      silence.end();
      parser.reset();
      onOpen(false);
    }
    await pause(waitMs, signal);
    waitMs = Math.min(2 * waitMs, waitMsMax);
  }
}

async function readAll(body: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onText(decoder.decode(value, { stream: true }));
  }
}

/** A signal that aborts when nothing was heard for too long. */
function watchSilence() {
  const silent = new AbortController();
  const begin = () => setTimeout(() => silent.abort(), silenceMsMax);
  let timer = begin();
  const end = () => clearTimeout(timer);
  const restart = () => {
    end();
    timer = begin();
  };
  return { signal: silent.signal, restart, end };
}

/** Tells whether asking again cannot help. Too many requests and a busy service pass. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiFault && error.status >= 400 && error.status < 500 && error.status !== 429;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
