import { ApplicationFailure } from '@temporalio/common';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { makeReadable } from '../../lib/media/sourceFaults';
import { downloadFault } from '../source/openSource';

/** The slowest that a source may be (contract.md §2). */
const sourceBytesPerSecondMin = 1024;

export interface MeterOptions {
  /** The offset in the whole media at which the stream begins. */
  offset: number;
  sizeBytesMax: number | null;
  /** A source may be too slow for this long. */
  stallMs: number;
  /** Ends the whole transfer; once it is aborted, the stream throws its reason. */
  controller: AbortController;
}

export interface Meter {
  body: AsyncIterable<Uint8Array>;
  /** Bytes of the whole media that were handed over, counted from its first byte. */
  position: () => number;
  /** Replaces the byte limit of the options from now on; null: no limit. */
  limit: (sizeBytesMax: number | null) => void;
  stop: () => void;
}

/**
 * Counts a stream as it passes, without buffering; cuts a source that has become too slow and media that are larger than
 * the platform allows. Time during which the platform holds the stream back does not count: the adapter judges it.
 */
export function meter(source: AsyncIterable<Uint8Array>, options: MeterOptions): Meter {
  const { offset, stallMs, controller } = options;
  let { sizeBytesMax } = options;
  let position = offset;
  const watch = watchSource(stallMs, (reason) => controller.abort(reason));

  async function* run(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of source) {
        watch.received(chunk.length);
        position += chunk.length;
        if (sizeBytesMax !== null && position > sizeBytesMax) throw tooLarge(sizeBytesMax);
        yield chunk;
        watch.waiting();
      }
    } catch (error) {
      if (error instanceof ApplicationFailure) controller.abort(error);
      controller.signal.throwIfAborted();
      throw downloadFault(error);
    } finally {
      watch.stop();
    }
  }

  return {
    body: run(),
    position: () => position,
    limit: (next) => (sizeBytesMax = next),
    stop: watch.stop,
  };
}

/** The failure for media above the platform's limit, known from its size or met while it streams. */
export function tooLarge(sizeBytesMax: number): PublishFailure {
  const seen = `The media is larger than the ${sizeBytesMax} bytes that its type may have.`;
  return new PublishFailure('MEDIA_TOO_LARGE', { seen, todo: 'Send a smaller file.' }, { transient: false });
}

/** Adds up the time spent waiting for the source, and aborts when a whole window of it brought too few bytes. */
function watchSource(stallMs: number, abort: (reason: PublishFailure) => void) {
  let waitingSinceMs: number | null = performance.now();
  let windowMs = 0;
  let windowBytes = 0;

  function addUp(): void {
    if (waitingSinceMs === null) return;
    const nowMs = performance.now();
    windowMs += nowMs - waitingSinceMs;
    waitingSinceMs = nowMs;
    if (windowMs < stallMs) return;
    if (windowBytes < (sourceBytesPerSecondMin * stallMs) / 1000) abort(stalled(stallMs));
    windowMs = 0;
    windowBytes = 0;
  }

  const timer = setInterval(addUp, Math.min(1000, stallMs / 4));
  return {
    waiting(): void {
      waitingSinceMs = performance.now();
    },
    received(bytes: number): void {
      windowBytes += bytes;
      addUp();
      waitingSinceMs = null;
    },
    stop: () => clearInterval(timer),
  };
}

function stalled(stallMs: number): PublishFailure {
  const seen = `The source sent less than 1 KiB/s for ${stallMs / 1000} s.`;
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', { seen, todo: makeReadable }, { transient: true });
}
