import { join } from 'node:path';
import { Piscina } from 'piscina';
import { KeyedLimiter } from '../KeyedLimiter';
import type { Logger } from '../logger';
import { withTimeLimit } from '../timeLimit';

/** A picture takes a tenth of a second, the largest ones a few seconds. */
const makeMsDefault = 10_000;
const threads = {
  minThreads: 0,
  maxThreads: 1,
  // The memory of WebAssembly grows to the largest picture, and goes with the thread.
  idleTimeout: 10_000,
  // A decoder that a hostile file has taken over finds no secrets.
  env: {},
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
};

/** A file that is no picture, or that its decoder cannot read within its limits. */
export class UnreadablePicture extends Error {
  override readonly name = 'UnreadablePicture';
}

export interface PictureMaker {
  /**
   * Makes the small JPEG of a picture, one at a time. No file can crash or delay the process: the decoder is WebAssembly, in a thread
   * that is ended when it takes too long or has failed.
   * @param file is handed over to the thread: it is empty afterwards
   * @throws UnreadablePicture, or the abort reason of `signal`
   */
  readonly make: (file: Uint8Array<ArrayBuffer>, signal: AbortSignal) => Promise<Uint8Array>;
  /** Ends its thread. */
  readonly close: () => Promise<void>;
}

export interface PictureMakerOptions {
  logger: Logger;
  /** The compiled `shrink`. */
  shrinkPath?: string;
  makeMs?: number;
}

/** Starts nothing yet: the first picture starts the thread. */
export function createPictureMaker({
  logger,
  shrinkPath = join(__dirname, 'shrink.js'),
  makeMs = makeMsDefault,
}: PictureMakerOptions): PictureMaker {
  const open = (): Piscina<Uint8Array, Uint8Array> => {
    const made = new Piscina<Uint8Array, Uint8Array>({ ...threads, filename: shrinkPath, name: 'shrink' });
    made.on('error', (error: unknown) => logger.warn({ err: error }, 'a thread that makes pictures has died'));
    return made;
  };
  const turns = new KeyedLimiter({ total: 1, perKey: 1 });
  let pool = open();
  const make = async (file: Uint8Array<ArrayBuffer>, signal: AbortSignal): Promise<Uint8Array> => {
    try {
      return await withTimeLimit(signal, makeMs, async (limited) =>
        pool.run(file, { signal: limited, transferList: [file.buffer] }),
      );
    } catch (error) {
      // A decoder that has failed may hold memory that it never gives back.
      const failed = pool;
      pool = open();
      await failed.destroy();
      signal.throwIfAborted();
      throw new UnreadablePicture('it could not be read within the limits of time and memory', { cause: error });
    }
  };
  return {
    make: async (file, signal) => turns.run('', async () => make(file, signal), signal),
    close: async () => pool.destroy(),
  };
}
