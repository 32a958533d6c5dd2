import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { addressOf } from '../../tools/addressOf';
import { requestJson } from '../../tools/requestJson';

const sources = join(__dirname, '..', '..', 'baseline', 'plainServer');

const Report = z.object({
  spanSeconds: z.number(),
  sourceRequests: z.number(),
  receivedBytes: z.number(),
  sha256: z.string().optional(),
});

/** Source and sink of every arm: baseline/plainServer, which is written in Go so that it takes little of the CPUs. */
export interface PlainServer {
  readonly url: string;
  readonly mediaUrl: (sizeBytes: number) => string;
  readonly sinkUrl: string;
  /** SHA-256 of the source's bytes. */
  readonly sourceHash: (sizeBytes: number) => Promise<string>;
  /**
   * Measures the transfer that `transfer` makes the server do.
   * @returns bytes a second, from the first byte asked for at the source to the last one received at the sink
   * @throws Error unless all bytes were received in one go, and hash to `sha256` where that is given
   */
  readonly time: (sizeBytes: number, transfer: () => Promise<unknown>, sha256?: string) => Promise<number>;
}

/** Compiles the server and starts it on a free port of the loopback address. @throws Error when there is no Go */
export async function startPlainServer({ processes, dir }: Workshop): Promise<PlainServer> {
  const executable = join(dir, 'plain-server');
  await processes.run({
    name: 'go build',
    command: findGo(),
    args: ['build', '-buildvcs=false', '-o', executable],
    cwd: sources,
    env: { ...process.env, GOTOOLCHAIN: 'local' },
  });
  const server = processes.start({ name: 'plain server', command: executable });
  const url = await addressOf('plain server', server.output);
  const reportOf = async (work: () => Promise<unknown>, isHashing: boolean) => {
    await fetch(`${url}/run?hash=${isHashing}`, { method: 'PUT' });
    await work();
    return requestJson(Report, `${url}/run`);
  };
  return {
    url,
    mediaUrl: (sizeBytes) => `${url}/media/${sizeBytes}.mp4`,
    sinkUrl: `${url}/sink`,
    sourceHash: async (sizeBytes) =>
      (await requestJson(z.object({ sha256: z.string() }), `${url}/sha256/${sizeBytes}`)).sha256,
    time: async (sizeBytes, transfer, sha256) => {
      const report = await reportOf(transfer, sha256 !== undefined);
      if (report.sourceRequests !== 1) throw new Error(`the source was read ${report.sourceRequests} times`);
      if (report.receivedBytes !== sizeBytes)
        throw new Error(`the sink received ${report.receivedBytes} of ${sizeBytes} bytes`);
      if (report.sha256 !== sha256) throw new Error('the sink received other bytes than the source has');
      return Math.round(sizeBytes / report.spanSeconds);
    },
  };
}

/**
 * A shell that is no login shell often has no Go on its PATH, although Go's installer has put it where it always does.
 * @throws Error when there is none
 */
export function findGo(): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/local/go/bin'];
  const found = folders.map((folder) => join(folder, 'go')).find((file) => existsSync(file));
  if (found === undefined) throw new Error('this bench needs Go, in which its plain server is written: install it');
  return found;
}
