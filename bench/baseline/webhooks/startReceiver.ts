import { join } from 'node:path';
import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { addressOf } from '../../tools/addressOf';
import { requestJson } from '../../tools/requestJson';
import { until } from '../../tools/until';

const program = join(__dirname, 'main.ts');
const pollMs = 200;
/** For a machine that delivers no more than two a second. */
const patienceMs = (count: number) => 30_000 + count * 500;

const Arrival = z.object({
  id: z.string(),
  assignmentId: z.string(),
  dueMs: z.number(),
  arrivedMs: z.number(),
  bodyBytes: z.int(),
});
const Report = z.object({ refusedCount: z.int(), arrivals: z.array(Arrival) });
/** The report of a run: every arrival with good signatures, and the number of others. */
export type Report = z.infer<typeof Report>;

/** The receiver of all webhooks of a bench, a process of its own. */
export interface Receiver {
  readonly url: string;
  readonly hooksUrl: string;
  /** Begins a run: earlier arrivals are forgotten. */
  readonly begin: (secret: string) => Promise<void>;
  readonly report: () => Promise<Report>;
  /** Resolves when so many have come, good or not. @throws Error when they do not */
  readonly untilArrived: (count: number) => Promise<void>;
  /** Of the same host as `hooksUrl`. Nothing is answered there between `hold` and `release`. */
  readonly hangingUrl: string;
  readonly hold: () => Promise<void>;
  readonly release: () => Promise<void>;
}

/** Starts it on a free port of the loopback address. */
export async function startReceiver({ processes }: Workshop): Promise<Receiver> {
  const args = ['--import', 'tsx', program];
  const server = processes.start({ name: 'receiver', command: process.execPath, args, cwd: __dirname });
  const url = await addressOf('receiver', server.output);
  const report = async (): Promise<Report> => requestJson(Report, `${url}/run`);
  const tell = async (order: string): Promise<void> =>
    void (await requestJson(z.object({}), `${url}/${order}`, { method: 'POST' }));
  return {
    url,
    hooksUrl: `${url}/hooks`,
    report,
    hangingUrl: `${url}/hanging`,
    hold: async () => tell('hold'),
    release: async () => tell('release'),
    begin: async (secret) => {
      await requestJson(z.object({}), `${url}/run`, { method: 'PUT', body: { secret } });
    },
    untilArrived: async (count) => {
      let heard = 0;
      const isThere = async (): Promise<true | undefined> => {
        const { arrivals, refusedCount } = await report();
        heard = arrivals.length + refusedCount;
        return heard >= count || undefined;
      };
      const complaint = () => `only ${heard} of ${count} webhooks have come`;
      await until(isThere, { limitMs: patienceMs(count), pollMs, complaint });
    },
  };
}
