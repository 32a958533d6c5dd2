import type { Logger } from '../../../lib/logger';

/** After so long reads that failed are made again; twice as long after each time that they fail again. */
const firstWaitMs = 1_000;
const waitMsMax = 30_000;

/** A stream that reads the database for its client. */
interface Reader {
  /** Reads again what it may have missed. */
  catchUp(): void;
}

export interface Rereads {
  /**
   * A read has failed: its reader is asked to catch up, with all the others. It is asked even if a read of its succeeds
   * before: that may be a read of something else.
   */
  failed(reader: Reader, error: unknown): void;
  /** A read has not failed: the database answers. */
  succeeded(): void;
  /** There is nobody to read for any more. */
  forget(reader: Reader): void;
  stop(): void;
}

/** One timer and one line of the log for a process, however many streams cannot be read for. */
export function createRereads(logger: Logger): Rereads {
  const waiting = new Set<Reader>();
  let timer: NodeJS.Timeout | undefined;
  let waitMs = firstWaitMs;

  function readAgain(): void {
    timer = undefined;
    const readers = [...waiting];
    waiting.clear();
    for (const reader of readers) reader.catchUp();
  }

  return {
    failed: (reader, error) => {
      waiting.add(reader);
      if (timer) return;
      logger.warn({ err: error, waitMs }, 'event streams could not be served yet');
      timer = setTimeout(readAgain, waitMs).unref();
      waitMs = Math.min(2 * waitMs, waitMsMax);
    },
    succeeded: () => {
      waitMs = firstWaitMs;
    },
    forget: (reader) => void waiting.delete(reader),
    stop: () => clearTimeout(timer),
  };
}
