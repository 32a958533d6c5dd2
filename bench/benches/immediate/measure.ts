import type { Sample } from '../../Bench';
import { watchCpuByProgram } from '../../cpuByProgram';
import type { Publisher } from '../../publisher';
import { percentile } from '../../statistics';
import { untilRunsEnd } from '../../untilRunsEnd';
import type { Bare, Report } from '../webhooks/bare';
import { checkOnce } from './once';
import type { Asking, Side, Times } from './sides';

/** So many publications of the plainest baseline are under way at the same time; more make it no faster. */
const bareConcurrency = 20;

/** Temporal, the platform and the receiver of webhooks, which both sides have in common. */
export type Common = Pick<Publisher, 'service' | 'sandbox'> & { readonly receiver: Bare };

/**
 * Lets a side publish, and shows that each post was published once, and each of its webhooks arrived once.
 * @returns rate, times, and what CPU time of each program one post with its webhooks has cost
 */
export async function measure(
  { programs, workflows, publish }: Side,
  { service, sandbox, receiver }: Common,
  asking: Omit<Asking, 'name'>,
): Promise<Sample> {
  const { count, webhooks } = asking;
  const name = `Immediate, ${Date.now()}:`;
  if (webhooks) await receiver.begin(webhooks.secret);
  const cpuSpent = watchCpuByProgram(programs);
  const published = await publish({ ...asking, name });
  // The last steps of a run come after its publication, and cost CPU time, too.
  await untilRunsEnd(service, workflows);
  const spent = [...cpuSpent()];
  const arrivedMs = webhooks ? arrivalsOf(await receiver.report(), count * webhooks.count) : [];
  const cpu = spent.map(([program, ms]) => [cpuOf(program), tenths(ms / count)] as const);
  const all = spent.reduce((sum, [, ms]) => sum + ms, 0);
  const onceCount = checkOnce(await sandbox.videos(), name, count);
  return {
    ...sampleOf(published, arrivedMs),
    ...Object.fromEntries(cpu),
    [cpuOf('all')]: tenths(all / count),
    onceCount,
  };
}

/** The name of what one publication has cost a program, or all of them, in milliseconds. */
export function cpuOf(program: string): string {
  return `cpuMs ${program}`;
}

/** The calls of the platform, and nothing else. */
export async function measureBare({ publishBare }: Publisher, count: number): Promise<Sample> {
  const { seconds, durationsMs } = await publishBare({ count, concurrency: bareConcurrency });
  return { publishedPerSecond: tenths(count / seconds), p50Ms: tenths(percentile(durationsMs, 0.5)) };
}

/**
 * The rate from the first request to the last publication, and how long each took, its wait included.
 * @param arrivedMs when webhooks arrived: the rate counts to the last of them, too
 */
export function sampleOf(published: readonly Times[], arrivedMs: readonly number[] = []): Sample {
  const firstMs = Math.min(...published.map(({ createdMs }) => createdMs));
  const lastMs = Math.max(...published.map(({ publishedMs }) => publishedMs), ...arrivedMs);
  const lastAskedMs = Math.max(...published.map(({ createdMs }) => createdMs));
  const durations = published.map(({ createdMs, publishedMs }) => publishedMs - createdMs);
  return {
    publishedPerSecond: tenths((published.length * 1000) / (lastMs - firstMs)),
    askedPerSecond: tenths((published.length * 1000) / (lastAskedMs - firstMs)),
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
  };
}

/** When each webhook arrived. @throws Error unless so many arrived, once each, with good signatures */
export function arrivalsOf({ arrivals, refusedCount }: Report, count: number): number[] {
  const ids = new Set(arrivals.map(({ id }) => id));
  if (ids.size === count && arrivals.length === count && refusedCount === 0)
    return arrivals.map(({ arrivedMs }) => arrivedMs);
  throw new Error(
    `${count} webhooks were to come; ${arrivals.length} good requests brought ${ids.size}, ${refusedCount} had bad signatures`,
  );
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
