import { Readable } from 'node:stream';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import type { MediaSource } from '../../lib/media/MediaSource';
import { withPromptHost } from '../../lib/safeFetch/walledOff';
import type { MediaOrigin } from './MediaOrigin';
import type { OpenSource } from './openSource';
import { promptBytesMax } from './promptHosts';

/** The hosts of one post have this long, all together. */
const hostsMs = 3000;
/** After this time no further step is taken inside the task, and what a session can go on with later is cut. */
const taskMs = 4000;

/**
 * Limits of the steps inside a workflow task, whose slot nobody may hold: small media alone, three seconds for the hosts of all media,
 * and four for all of it. Beyond them the transfer ends,
 * and a regular activity goes on with it.
 */
export interface TaskLimits {
  limited: (origin: MediaOrigin) => MediaOrigin;
  /** Ends the steps. */
  late: AbortSignal;
}

/** They count from now. */
export function limitTask(): TaskLimits {
  const late = AbortSignal.timeout(hostsMs);
  const limited = (origin: MediaOrigin): MediaOrigin => ({
    open: async (signal) => open(origin, signal, late),
    openAt: async () => Promise.reject(handedOver()),
    look: async () => Promise.reject(handedOver()),
    parts: (known) => promptParts(origin.parts(known)),
  });
  return { limited, late: AbortSignal.timeout(taskMs) };
}

async function open(origin: MediaOrigin, signal: AbortSignal, late: AbortSignal): Promise<OpenSource> {
  try {
    const source = await withPromptHost(async () => origin.open(AbortSignal.any([signal, late])));
    return { ...requireSmall(source), body: inTime(source.body, late) };
  } catch (error) {
    throw late.aborted && !signal.aborted ? handedOver() : error;
  }
}

function requireSmall(source: OpenSource): OpenSource {
  if (source.sizeBytes !== null && source.sizeBytes <= promptBytesMax) return source;
  source.body.on('error', () => undefined).destroy();
  throw handedOver();
}

/** The bytes of a source until it is late: then whoever waits for bytes learns that the transfer is handed over. */
function inTime(body: Readable, late: AbortSignal): Readable {
  const stop = (): unknown => body.on('error', () => undefined).destroy();
  late.addEventListener('abort', stop, { once: true });
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      yield* body;
    } catch (error) {
      throw late.aborted ? handedOver() : error;
    }
    if (!body.readableEnded) throw handedOver();
  }
  return Readable.from(bytes(), { objectMode: false }).once('close', () => {
    late.removeEventListener('abort', stop);
    stop();
  });
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
