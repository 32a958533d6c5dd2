import { join } from 'node:path';
import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { addressOf } from '../../addressOf';
import type { Posting } from '../../baseline/webhooks/postAll';
import { requestJson } from '../../requestJson';
import { until } from '../../until';

const program = join(__dirname, '..', '..', 'baseline', 'webhooks', 'main.ts');
const pollMs = 200;
/** For a machine that delivers no more than two a second. */
const patienceMs = (count: number) => 30_000 + count * 500;

const Ids = z.array(z.string());
const Report = z.object({
  refusedCount: z.int(),
  arrivals: z.array(
    z.object({
      id: z.string(),
      assignmentId: z.string(),
      dueMs: z.number(),
      arrivedMs: z.number(),
      bodyBytes: z.int(),
    }),
  ),
});
/** The report of a run: every arrival with good signatures, and the number of others. */
export type Report = z.infer<typeof Report>;

/** The receiver of both arms and the bare sender: baseline/webhooks, each a process of its own. */
export interface Bare {
  readonly url: string;
  readonly hooksUrl: string;
  /** Begins a run: what came before is forgotten. */
  readonly begin: (secret: string) => Promise<void>;
  readonly report: () => Promise<Report>;
  /** Resolves when so many have come, good or not. @throws Error when they do not */
  readonly untilArrived: (count: number) => Promise<void>;
  /** Of the same host as `hooksUrl`. Nothing is answered there between `hold` and `release`. */
  readonly hangingUrl: string;
  readonly hold: () => Promise<void>;
  readonly release: () => Promise<void>;
  /** @returns the ids of what was posted */
  readonly postAll: (posting: Omit<Posting, 'url'>) => Promise<string[]>;
}

/** Starts the receiver on a free port of the loopback address. */
export async function startBare({ processes }: Workshop): Promise<Bare> {
  const spec = (name: string, command: string) => ({
    name,
    command: process.execPath,
    args: ['--import', 'tsx', program, command],
    cwd: __dirname,
  });
  const server = processes.start(spec('receiver', 'receive'));
  const url = await addressOf('receiver', server.output);
  const report = async (): Promise<Report> => requestJson(Report, `${url}/run`);
  return {
    url,
    hooksUrl: `${url}/hooks`,
    report,
    hangingUrl: `${url}/hanging`,
    hold: async () => void (await requestJson(z.object({}), `${url}/hold`, { method: 'POST' })),
    release: async () => void (await requestJson(z.object({}), `${url}/release`, { method: 'POST' })),
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
    postAll: async (posting) => {
      const input = JSON.stringify({ ...posting, url });
      return Ids.parse(JSON.parse(await processes.run({ ...spec('bare loop', 'post'), input })));
    },
  };
}
