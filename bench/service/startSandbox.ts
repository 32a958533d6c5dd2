import { join } from 'node:path';
import { z } from 'zod';
import type { Workshop } from '../Bench';
import { requestJson } from '../tools/requestJson';
import { until } from '../tools/until';

const program = join(__dirname, '..', '..', 'sandbox', 'main.ts');
const startTimeoutMs = 30_000;

const Grant = z.object({ channelId: z.string(), accessToken: z.string(), refreshToken: z.string() });
const Call = z.object({
  seq: z.int(),
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  at: z.string(),
});
const Calls = z.object({ calls: z.array(Call) });
const Video = z.object({
  snippet: z.object({ title: z.string() }),
  status: z.object({ privacyStatus: z.string() }),
  publicSince: z.iso.datetime().nullable(),
});
const State = z.object({ platforms: z.object({ youtube: z.object({ videos: z.array(Video) }) }) });

/** One request as the sandbox saw it, and when it came. */
export type PlatformCall = z.infer<typeof Call>;
export type Video = z.infer<typeof Video>;

/** A platform that takes no time of its own: uploaded media count as processed at once, and there are no quotas. */
export interface Sandbox {
  readonly url: string;
  /** Five seconds of video, from the same process. */
  readonly mediaUrl: string;
  readonly createChannel: () => Promise<z.infer<typeof Grant>>;
  /** The requests after that number, in the order in which they came; the latest 10,000 at most. */
  readonly callsSince: (seq: number) => Promise<PlatformCall[]>;
  /** Every video that there is. */
  readonly videos: () => Promise<Video[]>;
}

/** Starts sandbox/ on free ports of the loopback address. */
export async function startSandbox({ processes, dir }: Workshop): Promise<Sandbox> {
  const server = processes.start({
    name: 'sandbox',
    command: process.execPath,
    args: ['--import', 'tsx', program],
    cwd: __dirname,
    env: { ...process.env, ...ports, SANDBOX_DATA_DIR: join(dir, 'sandbox'), SANDBOX_PROCESSING_MS: '0' },
  });
  const url = await until(() => /"ready":true,"url":"([^"]+)"/.exec(server.output())?.[1], {
    limitMs: startTimeoutMs,
    pollMs: 50,
    complaint: () => `the sandbox did not start: ${server.output()}`,
  });
  const control = `${url}/_sandbox`;
  const quota = { uploadsPerDay: 1e9, unitsPerDay: 1e12 };
  await requestJson(z.object({}), `${control}/settings`, { body: { processingMs: 0, quota } });
  return {
    url,
    mediaUrl: `${control}/media/sample.mp4`,
    createChannel: async () =>
      requestJson(Grant, `${control}/channels`, { body: { platform: 'youtube', name: 'Bench' } }),
    callsSince: async (seq) => (await requestJson(Calls, `${control}/calls?since=${seq}`)).calls,
    videos: async () => (await requestJson(State, `${control}/state`)).platforms.youtube.videos,
  };
}

const ports = { SANDBOX_PORT: '0', SANDBOX_MAIL_PORT: '0', SANDBOX_STRIPE_PORT: '0' };
