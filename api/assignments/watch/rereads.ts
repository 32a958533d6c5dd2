import type { Logger } from '../../../lib/logger';

/** The pause before failed reads are repeated, doubled after each further failure, up to the limit. */
const firstWaitMs = 1_000;
const waitMsMax = 30_000;

/** A stream that reads the database for its client. */
interface Reader {
  /** Reads again the changes that may have been missed. */
  catchUp(): void;
}

export interface Rereads {
  /**
   * A read has failed: its reader is asked to catch up, with all the others. A later success of the same reader does
   * not prevent this: that success may be of another read.
   */
  failed(reader: Reader, error: unknown): void;
  /** A read has succeeded: the database answers. */
  succeeded(): void;
  /** The stream of the reader has ended, so the reader is not asked again. */
  forget(reader: Reader): void;
  stop(): void;
}

/** One timer and one line of the log for a process, for any number of streams whose reads fail. */
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
