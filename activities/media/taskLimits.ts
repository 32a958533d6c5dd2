import { Readable } from 'node:stream';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { MediaSource } from '../../lib/media/MediaSource';
import { withPromptHost } from '../../lib/safeFetch/walledOff';
import type { MediaOrigin } from '../source/MediaOrigin';
import type { OpenSource } from '../source/openSource';
import { promptBytesMax } from '../source/promptHosts';

/** The hosts of one post have this long, all together. */
const hostsMs = 3000;
/** After this time no further step is taken inside the task, and a transfer that its session can resume is cut. */
const taskMs = 4000;

/**
 * Limits of the steps inside a workflow task, whose slot no step may hold: small media alone, 3 s for the hosts of all
 * media, and 4 s for all steps. Beyond them the transfer ends, and a regular activity goes on with it.
 */
export interface TaskLimits {
  limited: (origin: MediaOrigin) => MediaOrigin;
  /** Ends the steps. */
  late: AbortSignal;
}

/** The limits count from now, for as long as `work` takes. */
export async function withTaskLimits<T>(work: (limits: TaskLimits) => Promise<T>): Promise<T> {
  const [hosts, task] = [new AbortController(), new AbortController()];
  const timers = [setTimeout(() => hosts.abort(), hostsMs), setTimeout(() => task.abort(), taskMs)];
  const limited = (origin: MediaOrigin): MediaOrigin => ({
    open: async (signal) => open(origin, signal, hosts.signal),
    openAt: async () => Promise.reject(handedOver()),
    look: async () => Promise.reject(handedOver()),
    parts: (known) => promptParts(origin.parts(known)),
  });
  try {
    return await work({ limited, late: task.signal });
  } finally {
    timers.forEach(clearTimeout);
  }
}

/** Opens a small medium, which ends with `signal`, or handed over when its host is late. */
async function open(origin: MediaOrigin, signal: AbortSignal, late: AbortSignal): Promise<OpenSource> {
  const stop = new AbortController();
  const end = (): void => stop.abort(signal.reason);
  const handOver = (): void => stop.abort(handedOver());
  if (signal.aborted) end();
  if (late.aborted) handOver();
  signal.addEventListener('abort', end, { once: true });
  late.addEventListener('abort', handOver, { once: true });
  const leave = (): void => {
    signal.removeEventListener('abort', end);
    late.removeEventListener('abort', handOver);
  };
  try {
    const source = requireSmall(await withPromptHost(async () => origin.open(stop.signal)));
    return { ...source, body: endingBy(stop.signal, source.body).once('close', leave) };
  } catch (error) {
    leave();
    throw error;
  }
}

function requireSmall(source: OpenSource): OpenSource {
  if (source.sizeBytes !== null && source.sizeBytes <= promptBytesMax) return source;
  source.body.on('error', () => undefined).destroy();
  throw handedOver();
}

/** The same bytes, until the signal ends: then a reader that waits for bytes gets its reason. */
function endingBy(signal: AbortSignal, body: Readable): Readable {
  const stop = (): unknown => body.on('error', () => undefined).destroy();
  signal.addEventListener('abort', stop, { once: true });
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
    signal.throwIfAborted();
  }
  return Readable.from(bytes(), { objectMode: false }).once('close', stop);
}

function promptParts({ sizeBytes, read }: MediaSource): MediaSource {
  return { sizeBytes, read: async (...asked) => withPromptHost(async () => read(...asked)) };
}

/** Ends a step inside a workflow task, which a regular activity goes on with. */
export function handedOver(): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'HANDED_OVER',
    message: 'the transfer goes on in an activity of its own',
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
}
