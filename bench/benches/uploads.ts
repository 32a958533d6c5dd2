import { z } from 'zod';
import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { shown, valuesOf } from '../figures';
import { inLanes } from '../inLanes';
import { openChannel } from '../openChannel';
import type { OpenChannel } from '../openChannel';
import { requestJson } from '../requestJson';
import { startTunedService } from '../startTuned';
import { until } from '../until';
import { forgetPeak, readMemory } from './media/memory';
import { readCount } from '../readCount';
import { startPlatform } from './uploads/platform';
import type { Platform } from './uploads/platform';

/** More than all buffers between a source and a sink that waits can take. */
const mediaBytes = 16 * 1024 ** 2;
const limitMs = 300_000;
/** A worker that has only just started has not yet loaded all that any publication needs. */
const warmUps = 10;
/** The worker's default: a workspace has so many under way at most (WORKSPACE_UPLOADS_IN_FLIGHT_MAX). */
const uploadsOfWorkspaceMax = 20;

const Total = z.object({ total: z.int() });

/** Many uploads in flight at the same time, each of them stalled by the platform. */
export const uploads: Bench = {
  name: 'uploads',
  summary: "Many uploads in flight at the same time, and the worker's memory meanwhile, against a bare relay.",
  options: { uploads: { default: '100', description: 'how many, up to what a worker allows itself' } },
  prepare: async (workshop, options) => prepare(workshop, readCount('uploads', options['uploads'], 2, 100)),
};

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const platform = await startPlatform(workshop, mediaBytes);
  const service = await startTunedService(workshop, platform.url);
  const channels: OpenChannel[] = [];
  for (let open = 0; open < count; open += uploadsOfWorkspaceMax) channels.push(await openChannel(service));
  const url = `${service.apiUrl}/api/v1/assignments`;
  let asked = 0;
  const ask = async (): Promise<void> => {
    const { apiKey, connectionId } = channels[asked % channels.length] ?? noChannel();
    asked += 1;
    const payload = { title: 'Bench', privacy: 'public' };
    const body = { connectionId, type: 'video', mediaUrl: platform.mediaUrl, payload };
    await requestJson(z.object({}), url, { apiKey, body });
  };
  const publishedCount = async (): Promise<number> => {
    const lists = channels.map(async ({ apiKey }) => requestJson(Total, `${url}?status=published&limit=1`, { apiKey }));
    return (await Promise.all(lists)).reduce((sum, { total }) => sum + total, 0);
  };
  const publish = async (times: number): Promise<void> => {
    await inLanes(times, { concurrency: 10 }, ask);
    const isDone = async () => (await publishedCount()) === asked || undefined;
    await until(isDone, { limitMs, pollMs: 200, complaint: () => `${asked} uploads were not published in time` });
  };
  await platform.takeAll();
  await publish(warmUps);
  const idleBytes = readMemory(service.workerPid).residentBytes;
  return {
    arms: [
      { name: 'bare', run: async () => relayBare(platform, count) },
      { name: 'worker', run: async () => upload(platform, service.workerPid, count, publish) },
    ],
    judge: (rounds) => judge(rounds, idleBytes, count),
  };
}

function noChannel(): never {
  throw new Error('there is no workspace to upload for');
}

async function relayBare(platform: Platform, count: number): Promise<Sample> {
  return { ...(await platform.stall(count, async () => platform.relayBare(count))), stalledCount: count };
}

async function upload(
  platform: Platform,
  workerPid: number,
  count: number,
  publish: (times: number) => Promise<void>,
): Promise<Sample> {
  forgetPeak(workerPid);
  await platform.stall(count, async () => publish(count));
  return { peakBytes: readMemory(workerPid).peakBytes, stalledCount: count };
}

/** The figures of these rounds; a run in which not all were in flight together has ended the bench before. */
export function judge(rounds: readonly Round[], idleBytes: number, count: number): Figure[] {
  const added = valuesOf(rounds, 'worker', 'peakBytes').map((peakBytes) => peakBytes - idleBytes);
  const bareIdle = valuesOf(rounds, 'bare', 'idleBytes');
  const bareAdded = valuesOf(rounds, 'bare', 'peakBytes').map((peak, index) => peak - (bareIdle[index] ?? Number.NaN));
  const mebibytes = (values: readonly number[]) => values.map((value) => value / 1024 ** 2);
  const each = (values: readonly number[]) => values.map((value) => value / 1024 / count);
  const stalled = valuesOf(rounds, 'worker', 'stalledCount').reduce((total, value) => total + value, 0);
  const wanted = count * rounds.length;
  return [
    {
      what: 'in flight together, arrived whole',
      measured: `${stalled} of ${wanted}`,
      budget: 'all',
      isMet: stalled === wanted,
    },
    shown(`memory above idle, ${count} uploads`, mebibytes(added), { unit: 'MiB', baseline: mebibytes(bareAdded) }),
    shown('memory of each', each(added), { digits: 0, unit: 'KiB', baseline: each(bareAdded) }),
  ];
}
