import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { ratioAtLeast, valuesOf } from '../measure/figures';
import { formatSize, parseSize } from '../measure/sizes';
import { ratios } from '../measure/statistics';
import { forgetPeak, readMemory } from '../measure/memory';
import { startPlainServer } from './media/plainServer';
import type { PlainServer } from './media/plainServer';
import { openPublish } from './media/publish';
import type { Publish } from './media/publish';

const throughputMin = 0.9;
/** A source and sink that were the bottleneck would make all arms look alike. */
const serverLimitMin = 1.5;
const memoryBytesMax = 64 * 1024 ** 2;
/** The transfer that shows whether memory grows with the size is so many times smaller. */
const smallerBy = 8;
/** A worker that has only just started has not yet loaded all that any publication needs. */
const warmUps = 5;
const warmUpBytes = 1024 ** 2;
/** Loopback only, whatever the environment says; failures are loud. */
const curl = "curl --noproxy '*' -sSf";

/** The relay from mediaUrl to the platform, against `curl | curl` in a shell. */
export const media: Bench = {
  name: 'media',
  summary: "A media transfer from mediaUrl to the platform against `curl | curl`, and the worker's memory meanwhile.",
  options: { size: { default: '2GiB', description: 'how much is transferred, such as 64MiB' } },
  prepare: async (workshop, { size = '' }) => prepare(workshop, parseSize(size)),
};

/** The context in which the arms work. */
interface Setting {
  readonly workshop: Workshop;
  readonly server: PlainServer;
  readonly workerPid: number;
  readonly publish: Publish;
}

/** The worker's memory: at rest before all transfers, and at its highest in the first transfer of either size. */
interface Memory {
  readonly idleBytes: number;
  readonly smallPeakBytes: number;
  readonly peakBytes: number;
}

async function prepare(workshop: Workshop, sizeBytes: number): Promise<Preparation> {
  const server = await startPlainServer(workshop);
  const service = await workshop.startService(server.url);
  const publish = await openPublish(service);
  const setting = { workshop, server, publish, workerPid: service.workerPid };
  const idleBytes = await warmUp(setting);
  const smallBytes = sizeBytes / smallerBy;
  const smallPeakBytes = await verify(setting, smallBytes);
  const memory = { idleBytes, smallPeakBytes, peakBytes: await verify(setting, sizeBytes) };
  const zeroes = await sparseFile(workshop, sizeBytes);
  return {
    arms: [
      { name: 'curl | curl', run: async () => ({ bytesPerSecond: await pipe(setting, sizeBytes) }) },
      { name: 'worker', run: async () => relay(setting, sizeBytes) },
      { name: 'source', run: async () => runAlone(setting, sizeBytes, `${curl} ${server.mediaUrl(sizeBytes)}`) },
      { name: 'sink', run: async () => runAlone(setting, sizeBytes, `${curl} -T '${zeroes}' ${server.sinkUrl}`) },
    ],
    judge: (rounds) => [...judgeSpeed(rounds, sizeBytes), ...judgeMemory(rounds, memory, sizeBytes)],
  };
}

/** @returns the worker's memory at rest */
async function warmUp({ workshop, server, publish, workerPid }: Setting): Promise<number> {
  const freshBytes = readMemory(workerPid).residentBytes;
  for (let count = 0; count < warmUps; count += 1) await publish(server.mediaUrl(warmUpBytes), warmUpBytes);
  const { residentBytes } = readMemory(workerPid);
  workshop.say(`  Worker memory: ${mebibytes(freshBytes)} at the start, ${mebibytes(residentBytes)} when warm`);
  return residentBytes;
}

/**
 * Shows that both arms deliver the bytes of the source. Hashing costs time, so this is not timed.
 * @returns the worker's highest memory meanwhile
 */
async function verify(setting: Setting, sizeBytes: number): Promise<number> {
  const sha256 = await setting.server.sourceHash(sizeBytes);
  await pipe(setting, sizeBytes, sha256);
  const { peakBytes } = await relay(setting, sizeBytes, sha256);
  setting.workshop.say(`  ${formatSize(sizeBytes)} arrive whole by both ways: SHA-256 ${sha256}`);
  return peakBytes;
}

async function pipe({ workshop, server }: Setting, sizeBytes: number, sha256?: string): Promise<number> {
  const line = `${curl} ${server.mediaUrl(sizeBytes)} | ${curl} -T - ${server.sinkUrl}`;
  const run = async () => workshop.processes.run({ name: 'curl | curl', command: 'sh', args: ['-c', line] });
  return server.time(sizeBytes, run, sha256);
}

async function relay({ server, workerPid, publish }: Setting, sizeBytes: number, sha256?: string) {
  forgetPeak(workerPid);
  const run = async () => publish(server.mediaUrl(sizeBytes), sizeBytes);
  const bytesPerSecond = await server.time(sizeBytes, run, sha256);
  return { bytesPerSecond, peakBytes: readMemory(workerPid).peakBytes };
}

/** One half of the plain server against curl alone: a lower bound of the server's speed. */
async function runAlone({ workshop }: Setting, sizeBytes: number, curlLine: string): Promise<Sample> {
  const line = `${curlLine} -o /dev/null -w '%{time_total}'`;
  const seconds = Number(await workshop.processes.run({ name: 'curl', command: 'sh', args: ['-c', line] }));
  return { bytesPerSecond: Math.round(sizeBytes / seconds) };
}

/** A file of zeroes that takes no room on the disk: curl reads it as fast as memory, without a second program and a pipe. */
async function sparseFile({ dir }: Workshop, sizeBytes: number): Promise<string> {
  const file = join(dir, 'zeroes');
  await writeFile(file, '');
  await truncate(file, sizeBytes);
  return file;
}

/** The figures of these rounds against the budgets of docs/performance.md. */
export function judgeSpeed(rounds: readonly Round[], sizeBytes: number): Figure[] {
  const speeds = (arm: string): number[] => valuesOf(rounds, arm, 'bytesPerSecond').map((value) => value / 1e6);
  const baseline = speeds('curl | curl');
  const against = (what: string, arm: string, ratioMin: number): Figure => {
    const about = { digits: 0, unit: 'MB/s', baseline, ratio: ratios(speeds(arm), baseline) };
    return ratioAtLeast(ratioMin, what, speeds(arm), about);
  };
  return [
    against(`transfer of ${formatSize(sizeBytes)}`, 'worker', throughputMin),
    against('limit of the source', 'source', serverLimitMin),
    against('limit of the sink', 'sink', serverLimitMin),
  ];
}

/** The figures of the memory that these transfers took, against its budget. */
export function judgeMemory(rounds: readonly Round[], memory: Memory, sizeBytes: number): Figure[] {
  const { idleBytes, smallPeakBytes } = memory;
  const added = (transferBytes: number, peakBytes: number): Figure => ({
    what: `worker memory, ${formatSize(transferBytes)}`,
    measured: `+ ${mebibytes(peakBytes - idleBytes)}`,
    baseline: `idle ${mebibytes(idleBytes)}`,
    budget: `≤ + ${mebibytes(memoryBytesMax)}`,
    isMet: peakBytes - idleBytes <= memoryBytesMax,
  });
  const peakBytes = Math.max(memory.peakBytes, ...valuesOf(rounds, 'worker', 'peakBytes'));
  return [added(sizeBytes / smallerBy, smallPeakBytes), added(sizeBytes, peakBytes)];
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}
