import type { Sample } from '../../Bench';
import type { Publisher } from '../../publisher';
import { untilDispatched } from '../../untilDispatched';
import { checkOnce } from '../immediate/once';
import { lagsOf } from './lags';

const concurrency = 10;
/** All have to be asked for, and handed to Temporal, so long before the first is due. */
const marginMs = 1000;
/** For a machine that accepts no more than 20 a second. */
const leadMs = (count: number) => 5000 + count * 50;
/** Nothing but one publication is under way then. */
const apartMs = 2000;

/** Publishes so many that are due in the same second. @throws Error when not all were asked for before */
export async function publishDue(publisher: Publisher, count: number): Promise<Sample> {
  return publishScheduled(publisher, count, 0);
}

/** Publishes so many that are due one after the other, each alone. */
export async function publishAlone(publisher: Publisher, count: number): Promise<Sample> {
  return publishScheduled(publisher, count, apartMs);
}

/** Begins as many at the same time without any of our code; what waits in this process is a timer. */
export async function publishBareDue({ publishBare, sandbox }: Publisher, count: number): Promise<Sample> {
  const dueMs = wholeSecond(Date.now() + 5000);
  const before = await lastCall(sandbox);
  await publishBare({ count, concurrency: count, startAtMs: dueMs });
  // The first is the one to begin with, before anything is due.
  const calls = (await sandbox.callsSince(before)).filter(({ at }) => Date.parse(at) >= dueMs);
  return lagsOf(
    calls,
    Array.from({ length: count }, () => dueMs),
  );
}

async function publishScheduled(publisher: Publisher, count: number, stepMs: number): Promise<Sample> {
  const { ask, untilPublished, sandbox, service } = publisher;
  const firstMs = wholeSecond(Date.now() + leadMs(count));
  const scheduledAtMs = (index: number): number => firstMs + index * stepMs;
  const before = await lastCall(sandbox);
  const name = `Due, ${Date.now()}:`;
  const ids = await ask(name, count, { concurrency, scheduledAtMs });
  await untilDispatched(service.databaseUrl);
  if (Date.now() > firstMs - marginMs) throw new Error(`${count} could not be asked for before they were due`);
  await untilPublished(ids);
  checkOnce(await sandbox.videos(), name, count);
  const due = Array.from({ length: count }, (_, index) => scheduledAtMs(index));
  return lagsOf(await sandbox.callsSince(before), due);
}

async function lastCall(sandbox: Publisher['sandbox']): Promise<number> {
  return (await sandbox.callsSince(0)).at(-1)?.seq ?? 0;
}

function wholeSecond(timeMs: number): number {
  return Math.ceil(timeMs / 1000) * 1000;
}
