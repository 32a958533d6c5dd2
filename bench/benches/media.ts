import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { formatSize, parseSize } from '../sizes';
import { median, ratios, spread } from '../statistics';
import { forgetPeak, readMemory } from './media/memory';
import { startPlainServer } from './media/plainServer';
import type { PlainServer } from './media/plainServer';
import { openChannel } from './media/publish';
import type { Publish } from './media/publish';

const throughputMin = 0.85;
/** A source and sink that were the bottleneck would make all arms look alike. */
const serverLimitMin = 1.5;
const memoryBytesMax = 64 * 1024 ** 2;
/** How much smaller the transfer is that shows whether memory grows with the size. */
const smallerBy = 8;

/** The relay from mediaUrl to the platform, against what the shell has for it. */
export const media: Bench = {
  name: 'media',
  summary: "A media transfer from mediaUrl to the platform against `curl | curl`, and the worker's memory meanwhile.",
  options: { size: { default: '2GiB', description: 'how much is transferred, such as 64MiB' } },
  prepare: async (workshop, { size = '' }) => prepare(workshop, parseSize(size)),
};

/** What the arms work with. */
interface Setting {
  readonly workshop: Workshop;
  readonly server: PlainServer;
  readonly workerPid: number;
  /** The least memory that the worker has had at rest: before its first transfer, or between two. */
  idleBytes: number;
  readonly publish: Publish;
}

async function prepare(workshop: Workshop, sizeBytes: number): Promise<Preparation> {
  const server = await startPlainServer(workshop);
  const service = await workshop.startService(server.url);
  const publish = await openChannel(service);
  const { workerPid } = service;
  const setting = { workshop, server, workerPid, publish, idleBytes: readMemory(workerPid).residentBytes };
  await verify(setting, sizeBytes);
  const smallBytes = sizeBytes / smallerBy;
  return {
    arms: [
      {
        name: 'curl | curl',
        run: async () => ({ bytesPerSecond: await server.time(sizeBytes, pipe(setting, sizeBytes)) }),
      },
      { name: 'worker', run: async () => runWorker(setting, sizeBytes) },
      { name: 'small', run: async () => runWorker(setting, smallBytes) },
      { name: 'source', run: async () => runAlone(setting, sizeBytes, `curl -sSf ${server.mediaUrl(sizeBytes)}`) },
      {
        name: 'sink',
        run: async () =>
          runAlone(setting, sizeBytes, `head -c ${sizeBytes} /dev/zero | curl -sSf -T - ${server.sinkUrl}`),
      },
    ],
    judge: (rounds) => judge(rounds, sizeBytes, smallBytes),
  };
}

/** Hashing costs time, so what the sink received is compared with what the source has in a run of its own. */
async function verify(setting: Setting, sizeBytes: number): Promise<void> {
  const { workshop, server } = setting;
  const sha256 = await server.sourceHash(sizeBytes);
  await server.time(sizeBytes, pipe(setting, sizeBytes), sha256);
  await server.time(sizeBytes, relay(setting, sizeBytes), sha256);
  workshop.say(`  The source's ${sizeBytes} bytes, and what was received from both arms: SHA-256 ${sha256}`);
}

function pipe({ workshop, server }: Setting, sizeBytes: number): () => Promise<unknown> {
  const line = `curl -sSf ${server.mediaUrl(sizeBytes)} | curl -sSf -T - ${server.sinkUrl}`;
  return async () => workshop.processes.run({ name: 'curl | curl', command: 'sh', args: ['-c', line] });
}

function relay({ server, publish }: Setting, sizeBytes: number): () => Promise<unknown> {
  return async () => publish(server.mediaUrl(sizeBytes), sizeBytes);
}

async function runWorker(setting: Setting, sizeBytes: number): Promise<Sample> {
  const { server, workerPid } = setting;
  setting.idleBytes = Math.min(setting.idleBytes, readMemory(workerPid).residentBytes);
  forgetPeak(workerPid);
  const bytesPerSecond = await server.time(sizeBytes, relay(setting, sizeBytes));
  return { bytesPerSecond, idleBytes: setting.idleBytes, peakBytes: readMemory(workerPid).peakBytes };
}

/** One half of the plain server against curl alone: what it can do at least. */
async function runAlone({ workshop }: Setting, sizeBytes: number, curlLine: string): Promise<Sample> {
  const line = `${curlLine} -o /dev/null -w '%{time_total}'`;
  const seconds = Number(await workshop.processes.run({ name: 'curl', command: 'sh', args: ['-c', line] }));
  return { bytesPerSecond: Math.round(sizeBytes / seconds) };
}

function judge(rounds: readonly Round[], sizeBytes: number, smallBytes: number): Figure[] {
  const speeds = (arm: string): number[] => valuesOf(rounds, arm, 'bytesPerSecond').map((value) => value / 1e6);
  const baseline = speeds('curl | curl');
  const against = (what: string, arm: string, ratioMin: number): Figure => {
    const found = ratios(speeds(arm), baseline);
    return {
      what,
      measured: spread(speeds(arm), 0, 'MB/s'),
      baseline: spread(baseline, 0, 'MB/s'),
      ratio: spread(found, 2),
      budget: `ratio ≥ ${ratioMin}`,
      isMet: median(found) >= ratioMin,
    };
  };
  return [
    against(`transfer of ${formatSize(sizeBytes)}`, 'worker', throughputMin),
    memoryFigure(rounds, 'worker', sizeBytes),
    memoryFigure(rounds, 'small', smallBytes),
    against('limit of the source', 'source', serverLimitMin),
    against('limit of the sink', 'sink', serverLimitMin),
  ];
}

/** The highest peak of all rounds, over the lowest that the worker had at rest. */
function memoryFigure(rounds: readonly Round[], arm: string, sizeBytes: number): Figure {
  const idleBytes = Math.min(...valuesOf(rounds, arm, 'idleBytes'));
  const addedBytes = Math.max(...valuesOf(rounds, arm, 'peakBytes')) - idleBytes;
  return {
    what: `worker memory, ${formatSize(sizeBytes)}`,
    measured: `+ ${mebibytes(addedBytes)}`,
    baseline: `idle ${mebibytes(idleBytes)}`,
    budget: `≤ + ${mebibytes(memoryBytesMax)}`,
    isMet: addedBytes <= memoryBytesMax,
  };
}

function valuesOf(rounds: readonly Round[], arm: string, name: string): number[] {
  return rounds.map(({ samples }) => samples[arm]?.[name] ?? Number.NaN);
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)} MiB`;
}
