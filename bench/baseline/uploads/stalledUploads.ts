import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The state of the uploads since a run began. */
export interface StalledUploads {
  /** Begins a run; a body is stalled once it has brought so many bytes, none where that is null. */
  readonly begin: (stallAtBytes: number | null) => void;
  readonly open: () => string;
  /** Takes a whole body, and holds it in the middle until `release`. @returns how many bytes it has brought */
  readonly receive: (body: IncomingMessage) => Promise<number>;
  /** Lets go of all that is stalled, and stalls nothing any more. */
  readonly release: () => void;
  readonly report: () => { stalledCount: number; receivedCount: number; hashes: string[] };
}

/** A sink that can hold any number of uploads in the middle, so that they are all in flight at the same time. */
export function createStalledUploads(): StalledUploads {
  const run = { stallAtBytes: Number.POSITIVE_INFINITY, stalled: new Array<() => void>(), hashes: new Array<string>() };
  return {
    begin: (stallAtBytes) =>
      void Object.assign(run, { stallAtBytes: stallAtBytes ?? Number.POSITIVE_INFINITY, stalled: [], hashes: [] }),
    open: randomUUID,
    receive: async (body) => {
      const hash = createHash('sha256');
      let bytes = 0;
      let wasStalled = false;
      for await (const chunk of body) {
        hash.update(chunk);
        bytes += chunk.length;
        if (bytes < run.stallAtBytes || wasStalled) continue;
        wasStalled = true;
        await new Promise<void>((resolve) => run.stalled.push(resolve));
      }
      run.hashes.push(hash.digest('hex'));
      return bytes;
    },
    release: () => {
      run.stallAtBytes = Number.POSITIVE_INFINITY;
      for (const letGo of run.stalled) letGo();
    },
    report: () => ({
      stalledCount: run.stalled.length,
      receivedCount: run.hashes.length,
      hashes: [...new Set(run.hashes)],
    }),
  };
}
