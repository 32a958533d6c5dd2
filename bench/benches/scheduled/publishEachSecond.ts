import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../../Bench';
import { untilPrepared } from '../../service/preparedAhead';
import type { Publisher } from '../../service/publisher';
import { percentile } from '../../measure/statistics';
import { lagsOf, liveTimes } from '../due/lags';
import type { Neighbour } from './neighbour';

const concurrency = 10;
/** All are prepared so long before the first is due. */
const marginMs = 1000;
/** For a machine that prepares no more than 5 a second, and asks the neighbour's posts meanwhile. */
const leadMsOf = (count: number) => 10_000 + count * 250;

/**
 * Publishes so many posts that are prepared ahead, one due at each second.
 * @param leadMs the time that they have for their preparation
 * @throws Error when not all were prepared before
 */
export async function publishEachSecond(
  { ask, untilPublished, sandbox, service }: Publisher,
  count: number,
  neighbour?: Neighbour,
  leadMs = leadMsOf(count),
): Promise<Sample> {
  const firstMs = Math.ceil((Date.now() + leadMs) / 1000) * 1000;
  const dueMs = Array.from({ length: count }, (_, index) => firstMs + index * 1000);
  const name = `Scheduled, ${Date.now()}:`;
  const ids = await ask(name, count, { concurrency, scheduledAtMs: (turn) => dueMs[turn] ?? Number.NaN });
  const others = (await neighbour?.schedule(dueMs)) ?? [];
  await untilPrepared(service.databaseUrl, count, firstMs - marginMs);
  const endMs = firstMs + count * 1000;
  await neighbour?.publishUntil(endMs);
  await sleep(endMs - Date.now());
  await untilPublished(ids);
  await neighbour?.cancel(others);
  const liveMs = liveTimes(await sandbox.videos(), name, count);
  const lags = liveMs.map((atMs, index) => atMs - (dueMs[index] ?? Number.NaN));
  return { ...lagsOf(liveMs, dueMs), slowestMs: percentile(lags, 1) };
}
