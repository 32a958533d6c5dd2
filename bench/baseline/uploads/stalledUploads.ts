import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The state of the uploads since a run began. */
export interface StalledUploads {
  /** Begins a run; a body is held once it has brought so many bytes, none where that is null. */
  readonly begin: (holdAtBytes: number | null) => void;
  readonly open: () => string;
  /** Takes a whole body, and holds it in the middle until `release`. @returns how many bytes it has brought */
  readonly receive: (body: IncomingMessage) => Promise<number>;
  /** Lets go of all that is held, and holds nothing any more. */
  readonly release: () => void;
  readonly report: () => { heldCount: number; receivedCount: number; hashes: string[] };
}

/** A sink that can hold any number of uploads in the middle, so that they are all in flight at the same time. */
export function createStalledUploads(): StalledUploads {
  const run = { holdAtBytes: Number.POSITIVE_INFINITY, held: new Array<() => void>(), hashes: new Array<string>() };
  return {
    begin: (holdAtBytes) =>
      void Object.assign(run, { holdAtBytes: holdAtBytes ?? Number.POSITIVE_INFINITY, held: [], hashes: [] }),
    open: randomUUID,
    receive: async (body) => {
      const hash = createHash('sha256');
      let bytes = 0;
      let wasHeld = false;
      for await (const chunk of body) {
        hash.update(chunk);
        bytes += chunk.length;
        if (bytes < run.holdAtBytes || wasHeld) continue;
        wasHeld = true;
        await new Promise<void>((resolve) => run.held.push(resolve));
      }
      run.hashes.push(hash.digest('hex'));
      return bytes;
    },
    release: () => {
      run.holdAtBytes = Number.POSITIVE_INFINITY;
      for (const letGo of run.held) letGo();
    },
    report: () => ({ heldCount: run.held.length, receivedCount: run.hashes.length, hashes: [...new Set(run.hashes)] }),
  };
}
