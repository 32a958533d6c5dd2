import { setTimeout as sleep } from 'node:timers/promises';
import type { Sample } from '../../Bench';
import { untilPrepared } from '../../service/preparedAhead';
import type { Publisher } from '../../service/publisher';
import { lagsOf, liveTimes } from './lags';

const concurrency = 10;
/** All have to be prepared so long before the first is due. */
const marginMs = 1000;
/** For a machine that prepares no more than 7 a second. */
const leadMs = (count: number) => 8000 + count * 150;

/** Publishes so many that are due in the same second. @throws Error when not all were prepared before */
export async function publishDue(publisher: Publisher, count: number): Promise<Sample> {
  const { ask, untilPublished, sandbox, service } = publisher;
  const dueMs = wholeSecond(Date.now() + leadMs(count));
  const name = nameOf('Due');
  const ids = await ask(name, count, { concurrency, scheduledAtMs: () => dueMs });
  await untilPrepared(service.databaseUrl, count, dueMs - marginMs);
  await sleep(dueMs - Date.now());
  await untilPublished(ids);
  return lagsOf(liveTimes(await sandbox.videos(), name, count), same(dueMs, count));
}

/** Publishes as many that are asked for at once. Each counts from the moment before the first request. */
export async function publishImmediate({ ask, untilPublished, sandbox }: Publisher, count: number): Promise<Sample> {
  const name = nameOf('At once');
  const beganAtMs = Date.now();
  await untilPublished(await ask(name, count, { concurrency }));
  return lagsOf(liveTimes(await sandbox.videos(), name, count), same(beganAtMs, count));
}

/** The beginning of titles that no arm before had. */
function nameOf(arm: string): string {
  return `${arm}, ${Date.now()}:`;
}

function same(timeMs: number, count: number): number[] {
  return Array.from({ length: count }, () => timeMs);
}

function wholeSecond(timeMs: number): number {
  return Math.ceil(timeMs / 1000) * 1000;
}
