import type { Sample } from '../../Bench';
import { watchCpuByProgram } from '../../cpuByProgram';
import type { Published, Publisher } from '../../publisher';
import { percentile } from '../../statistics';
import { checkOnce } from './once';

/** As fast as so many callers can. */
const concurrency = 10;
/** So many publications of the baseline are under way at the same time; more make it no faster. */
const bareConcurrency = 20;

/** Asks for so many at once, and shows that each was published once, and what CPU time of each program one has cost. */
export async function publishAtOnce({ ask, untilPublished, sandbox }: Publisher, count: number): Promise<Sample> {
  const name = `At once, ${Date.now()}:`;
  const cpuSpent = watchCpuByProgram();
  const published = await untilPublished(await ask(name, count, { concurrency }));
  const cpu = [...cpuSpent()].map(([program, ms]) => [cpuOf(program), tenths(ms / count)] as const);
  const onceCount = checkOnce(await sandbox.videos(), name, count);
  return { ...sampleOf(published), ...Object.fromEntries(cpu), onceCount };
}

/** The name of what one publication has cost a program, in milliseconds. */
export function cpuOf(program: string): string {
  return `cpuMs ${program}`;
}

/** The same calls without any of our code. */
export async function publishBareAtOnce({ publishBare }: Publisher, count: number): Promise<Sample> {
  const { seconds, durationsMs } = await publishBare({ count, concurrency: bareConcurrency });
  return { publishedPerSecond: tenths(count / seconds), p50Ms: tenths(percentile(durationsMs, 0.5)) };
}

/** The rate from the first request to the last publication, and how long each took, its wait included. */
export function sampleOf(published: readonly Published[]): Sample {
  const firstMs = Math.min(...published.map(({ createdMs }) => createdMs));
  const lastMs = Math.max(...published.map(({ publishedMs }) => publishedMs));
  const lastAskedMs = Math.max(...published.map(({ createdMs }) => createdMs));
  const durations = published.map(({ createdMs, publishedMs }) => publishedMs - createdMs);
  return {
    publishedPerSecond: tenths((published.length * 1000) / (lastMs - firstMs)),
    askedPerSecond: tenths((published.length * 1000) / (lastAskedMs - firstMs)),
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
