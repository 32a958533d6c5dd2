import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { addressOf } from '../../addressOf';
import { RelayReport } from '../../baseline/uploads/relayAll';
import { requestJson } from '../../requestJson';
import { until } from '../../until';

const program = join(__dirname, '..', '..', 'baseline', 'uploads', 'main.ts');
/** So much of each is received before it is stalled. */
const stallAtBytes = 1024 ** 2;
/** Until all buffers between source and sink are full. */
const fillMs = 1000;
const limitMs = 120_000;

const Empty = z.object({});
const Report = z.object({
  stalledCount: z.int(),
  receivedCount: z.int(),
  hashes: z.array(z.string()),
  sha256: z.string(),
});

/** Source and sink of both arms: baseline/uploads, a process of its own. */
export interface Platform {
  readonly url: string;
  readonly mediaUrl: string;
  /** Takes uploads without stalling any. */
  readonly takeAll: () => Promise<void>;
  /**
   * Lets `count` uploads be in flight at the same time: stalls each in the middle until all are, then lets go.
   * @returns what `transfer` gave
   * @throws Error unless all were in flight together, and each arrived with the bytes of the source
   */
  readonly stall: <T>(count: number, transfer: () => Promise<T>) => Promise<T>;
  /** The baseline's relay of as many. */
  readonly relayBare: (count: number) => Promise<RelayReport>;
}

/** Starts it on a free port of the loopback address, with media of that size. */
export async function startPlatform({ processes }: Workshop, sizeBytes: number): Promise<Platform> {
  const spec = (name: string, ...args: string[]) => ({
    name,
    command: process.execPath,
    args: ['--import', 'tsx', program, ...args],
    cwd: __dirname,
  });
  const server = processes.start(spec('slow platform', 'serve', String(sizeBytes)));
  const url = await addressOf('slow platform', server.output);
  const run = `${url}/run`;
  const begin = async (stallAt: number | null) =>
    void (await requestJson(Empty, run, { method: 'PUT', body: { stallAtBytes: stallAt } }));
  const untilCounted = async (name: 'stalledCount' | 'receivedCount', count: number) => {
    const isThere = async () => {
      const report = await requestJson(Report, run);
      return report[name] >= count ? report : undefined;
    };
    return until(isThere, { limitMs, pollMs: 100, complaint: () => `not all of ${count} uploads: ${name}` });
  };
  return {
    url,
    mediaUrl: `${url}/media.mp4`,
    takeAll: async () => begin(null),
    stall: async (count, transfer) => {
      await begin(stallAtBytes);
      const transferring = transfer();
      await Promise.race([untilCounted('stalledCount', count), transferring]);
      await sleep(fillMs);
      await requestJson(Empty, run, { method: 'POST' });
      const result = await transferring;
      const { hashes, sha256, receivedCount } = await untilCounted('receivedCount', count);
      if (receivedCount === count && hashes.length === 1 && hashes[0] === sha256) return result;
      throw new Error(`of ${count} uploads ${receivedCount} arrived, with ${hashes.length} different contents`);
    },
    relayBare: async (count) => {
      const input = JSON.stringify({ url, count });
      return RelayReport.parse(JSON.parse(await processes.run({ ...spec('bare relay', 'relay'), input })));
    },
  };
}
