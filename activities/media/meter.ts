import { PublishFailure } from '../../domain/PublishFailure';
import { downloadFault } from './openSource';

/** The slowest that a source may be (contract.md §2). */
const sourceBytesPerSecondMin = 1024;
/** A platform that takes no byte for this long is given up for this try. */
const sinkStallMs = 120_000;
const tickMs = 500;

export interface MeterOptions {
  offset: number;
  /** Null when the source does not say. */
  sizeBytes: number | null;
  sizeBytesMax: number | null;
  stallMs: number;
  /** Ends the whole transfer with this reason. */
  abort: (reason: PublishFailure) => void;
}

export interface Meter {
  body: AsyncIterable<Uint8Array>;
  /** Bytes of the whole media that the platform's socket has taken, counted from its first byte. */
  position: () => number;
  stop: () => void;
}

/**
 * Counts a stream as it passes, without buffering: cuts a source that has become too slow, a sink that has stopped, and
 * media that are larger than the platform allows; a source that ends early is a fault, not an end.
 */
export function meter(source: AsyncIterable<Uint8Array>, options: MeterOptions): Meter {
  let position = options.offset;
  const watch = watchStalls(options);

  async function* run(): AsyncGenerator<Uint8Array> {
    const iterator = source[Symbol.asyncIterator]();
    try {
      for (;;) {
        watch.waitsForSource();
        const { done, value } = await iterator.next().catch((error: unknown) => {
          throw downloadFault(error);
        });
        watch.waitsForSink(value?.length ?? 0);
        if (done) break;
        position += value.length;
        if (options.sizeBytesMax !== null && position > options.sizeBytesMax) throw tooLarge(options.sizeBytesMax);
        yield value;
      }
      if (options.sizeBytes !== null && position < options.sizeBytes) throw endedEarly(position, options.sizeBytes);
    } finally {
      watch.stop();
      await iterator.return?.();
    }
  }

  return { body: run(), position: () => position, stop: watch.stop };
}

/** The failure for media above the platform's limit, known from its size or met while it streams. */
export function tooLarge(sizeBytesMax: number): PublishFailure {
  return new PublishFailure(
    'MEDIA_TOO_LARGE',
    `The media is larger than the ${sizeBytesMax} bytes that its type may have.`,
    {
      transient: false,
    },
  );
}

function endedEarly(position: number, sizeBytes: number): PublishFailure {
  return new PublishFailure(
    'MEDIA_DOWNLOAD_FAILED',
    `mediaUrl ended after ${position} of ${sizeBytes} bytes. Make sure that it serves the whole file, then retry.`,
    { transient: true },
  );
}

/** Time counts against whoever is waited for: a slow platform never makes the source look slow, or the reverse. */
function watchStalls({ stallMs, abort }: MeterOptions) {
  let waiting: 'source' | 'sink' = 'source';
  let waitingSinceMs = performance.now();
  let sourceWaitMs = 0;
  let windowBytes = 0;

  function settle(): void {
    const nowMs = performance.now();
    if (waiting === 'source') sourceWaitMs += nowMs - waitingSinceMs;
    else if (nowMs - waitingSinceMs > sinkStallMs) abort(sinkStalled());
    if (waiting === 'source') waitingSinceMs = nowMs;
    if (sourceWaitMs < stallMs) return;
    if (windowBytes < (sourceBytesPerSecondMin * stallMs) / 1000) abort(sourceStalled(stallMs));
    sourceWaitMs = 0;
    windowBytes = 0;
  }

  const timer = setInterval(settle, tickMs);
  return {
    waitsForSource(): void {
      waiting = 'source';
      waitingSinceMs = performance.now();
    },
    waitsForSink(bytes: number): void {
      if (waiting === 'source') sourceWaitMs += performance.now() - waitingSinceMs;
      windowBytes += bytes;
      waiting = 'sink';
      waitingSinceMs = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}

function sourceStalled(stallMs: number): PublishFailure {
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', `mediaUrl sent less than 1 KiB/s for ${stallMs / 1000} s.`, {
    transient: true,
  });
}

function sinkStalled(): PublishFailure {
  return new PublishFailure('UPLOAD_FAILED', 'The platform stopped taking the upload.', { transient: true });
}
