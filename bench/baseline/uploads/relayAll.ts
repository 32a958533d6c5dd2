import { Agent, request } from 'undici';
import { z } from 'zod';
import { inLanes } from '../../inLanes';

/** The media to relay, all at the same time. */
export const Relay = z.object({ url: z.string(), count: z.int() });
export type Relay = z.infer<typeof Relay>;

/** Resident memory of the process: before all was begun, and at its highest until all had ended. */
export const RelayReport = z.object({ idleBytes: z.number(), peakBytes: z.number() });
export type RelayReport = z.infer<typeof RelayReport>;

/** The plainest relay: the body of one request is the body of the next. */
export async function relayAll({ url, count }: Relay): Promise<RelayReport> {
  const agent = new Agent();
  const idleBytes = process.memoryUsage.rss();
  await inLanes(count, { concurrency: count }, async () => relayOne(agent, url));
  await agent.close();
  return { idleBytes, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

async function relayOne(dispatcher: Agent, url: string): Promise<void> {
  const media = await request(`${url}/media.mp4`, { dispatcher, bodyTimeout: 0 });
  const session = await request(`${url}/upload/youtube/v3/videos`, { dispatcher, method: 'POST' });
  await session.body.dump();
  const sent = await request(String(session.headers['location']), {
    dispatcher,
    method: 'PUT',
    headers: { 'content-length': String(media.headers['content-length']) },
    body: media.body,
    headersTimeout: 0,
  });
  await sent.body.dump();
  if (sent.statusCode !== 200) throw new Error(`an upload was answered ${sent.statusCode}`);
}
