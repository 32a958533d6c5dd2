import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../../Bench';
import { inLanes } from '../../inLanes';
import { untilPrepared } from '../../preparedAhead';
import { lagsOf } from '../due/lags';
import type { PlainServer } from '../media/plainServer';
import type { Publish } from '../media/publish';

/** All has to be prepared so long before its time. */
const marginMs = 1000;
/** For a machine that transfers no more than 50 MB a second. */
const leadMs = (sizeBytes: number) => 6000 + sizeBytes / 50_000;
/** So long after its time a post is asked about for the first time, so that asking does not delay it. */
const quietMs = 200;

/** The context in which the arms work. */
export interface Setting {
  readonly server: PlainServer;
  readonly publish: Publish;
  readonly databaseUrl: string;
}

/** Publishes so many scheduled posts, each alone and prepared before its time. @throws Error for one that is not */
export async function publishAhead(
  { server, publish, databaseUrl }: Setting,
  sizeBytes: number,
  count: number,
): Promise<Sample> {
  return lagsOfEach(count, async () => {
    const scheduledAtMs = Math.ceil((Date.now() + leadMs(sizeBytes)) / 1000) * 1000;
    const leaveAlone = async () => {
      await untilPrepared(databaseUrl, 1, scheduledAtMs - marginMs);
      await sleep(scheduledAtMs + quietMs - Date.now());
    };
    const post = async () => publish(server.mediaUrl(sizeBytes), sizeBytes, { scheduledAtMs, leaveAlone });
    return { dueMs: scheduledAtMs, liveMs: await server.publicAt(post) };
  });
}

/** Publishes as many at once, each when the one before is published. Each counts from the moment before it is asked for. */
export async function publishNow({ server, publish }: Setting, sizeBytes: number, count: number): Promise<Sample> {
  return lagsOfEach(count, async () => {
    const dueMs = Date.now();
    return { dueMs, liveMs: await server.publicAt(async () => publish(server.mediaUrl(sizeBytes), sizeBytes)) };
  });
}

async function lagsOfEach(count: number, publishOne: () => Promise<{ dueMs: number; liveMs: number }>) {
  const published = await inLanes(count, { concurrency: 1 }, publishOne);
  return lagsOf(
    published.map(({ liveMs }) => liveMs),
    published.map(({ dueMs }) => dueMs),
  );
}
