import type { Sample } from '../../Bench';
import { inLanes } from '../../inLanes';
import type { Publisher } from '../../publisher';
import { untilDispatched } from '../../untilDispatched';
import { lagsOf, liveTimes } from './lags';

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

/** Publishes as many that are asked for at once. Each counts from the moment before the first request. */
export async function publishImmediate({ ask, untilPublished, sandbox }: Publisher, count: number): Promise<Sample> {
  const name = nameOf('At once');
  const beganAtMs = Date.now();
  await untilPublished(await ask(name, count, { concurrency }));
  return lagsOf(liveTimes(await sandbox.videos(), name, count), same(beganAtMs, count));
}

/** Publishes as many one after the other, each asked for when the one before is published. */
export async function publishImmediateAlone(publisher: Publisher, count: number): Promise<Sample> {
  const { ask, untilPublished, sandbox } = publisher;
  const asked = await inLanes(count, { concurrency: 1 }, async () => {
    const one = { atMs: Date.now(), name: nameOf('Alone') };
    await untilPublished(await ask(one.name, 1, { concurrency: 1 }));
    return one;
  });
  const videos = await sandbox.videos();
  return lagsOf(
    asked.flatMap(({ name }) => liveTimes(videos, name, 1)),
    asked.map(({ atMs }) => atMs),
  );
}

/** Publishes as many at the same time without any of our code; what waits in this process is a timer. */
export async function publishBareDue({ publishBare, sandbox }: Publisher, count: number): Promise<Sample> {
  const dueMs = wholeSecond(Date.now() + 5000);
  await publishBare({ count, concurrency: count, startAtMs: dueMs });
  // The program publishes one to begin with, before anything is due.
  const live = (await sandbox.videos())
    .filter(({ snippet }) => snippet.title === 'Bare')
    .map(({ publicSince }) => Date.parse(publicSince ?? ''))
    .filter((atMs) => atMs >= dueMs);
  return lagsOf(live, same(dueMs, count));
}

async function publishScheduled(publisher: Publisher, count: number, stepMs: number): Promise<Sample> {
  const { ask, untilPublished, sandbox, service } = publisher;
  const firstMs = wholeSecond(Date.now() + leadMs(count));
  const scheduledAtMs = (index: number): number => firstMs + index * stepMs;
  const name = nameOf('Due');
  const ids = await ask(name, count, { concurrency, scheduledAtMs });
  await untilDispatched(service.databaseUrl);
  if (Date.now() > firstMs - marginMs) throw new Error(`${count} could not be asked for before they were due`);
  await untilPublished(ids);
  const live = liveTimes(await sandbox.videos(), name, count);
  return lagsOf(
    live,
    live.map((_, index) => scheduledAtMs(index)),
  );
}

/** What titles begin with that nothing before had. */
function nameOf(arm: string): string {
  return `${arm}, ${Date.now()}:`;
}

function same(timeMs: number, count: number): number[] {
  return Array.from({ length: count }, () => timeMs);
}

function wholeSecond(timeMs: number): number {
  return Math.ceil(timeMs / 1000) * 1000;
}
