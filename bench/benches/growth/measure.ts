import type { Sample, Workshop } from '../../Bench';
import { watchCpuByProgram } from '../../measure/cpuByProgram';
import type { NamedProgram } from '../../measure/cpuByProgram';
import type { Meter } from '../../measure/pagesRead';
import { runLoad, sampleOf } from '../../load/runLoad';
import { cancel } from '../../service/cancel';
import type { Publisher } from '../../service/publisher';
import { untilDispatched } from '../../service/untilDispatched';
import { inLanes } from '../../tools/inLanes';
import { until } from '../../tools/until';
import { withDatabase } from '../../tools/withDatabase';
import { publishEachSecond } from '../scheduled/publishEachSecond';
import { cleanUp, reconcile } from './housekeeping';
import { lists } from './lists';
import type { Reader } from './lists';
import type { Owner } from './made';

const mark = 'bench-created';
const dueInDays = 30;
/** Below what the service takes, so that no request waits for others. */
const perSecond = 40;
const concurrency = 16;
/** For a machine that prepares less than one a second: this bench runs for an hour, in which others may take the CPUs. */
const leadMs = (posts: number) => 5000 + posts * 1500;

/** The context in which each size is measured. */
export interface Setting {
  readonly workshop: Workshop;
  readonly publisher: Publisher;
  readonly owner: Owner;
  readonly reader: Reader;
  /** How many are created, and how many are published at their second, in a measurement. */
  readonly counts: { readonly created: number; readonly posts: number };
}

/** Their CPU time is that of the service. What others do on the machine changes it far less than it changes the time of day. */
const programs: readonly NamedProgram[] = [
  ['Temporal', 'temporal'],
  ['worker', 'worker.js'],
  ['API', 'api.js'],
  ['PostgreSQL', 'postgres'],
];

/** The CPU time of the service. */
export const cpuMeter: Meter = async (work) => {
  const read = watchCpuByProgram(programs);
  const done = await work();
  return [done, [...read().values()].reduce((sum, ms) => sum + ms, 0)];
};

/**
 * Measures all that may grow, in the workspace that has most rows.
 * @param unit ends the names of all that the meter has read
 */
export async function measure(setting: Setting, meter: Meter = cpuMeter, unit = 'CpuMs'): Promise<Sample> {
  const { workshop, publisher, owner, reader, counts } = setting;
  const { service } = publisher;
  const posted = { ...publisher, untilPublished: untilPublic(publisher) };
  const sample: Record<string, number> = {};
  for (const [name, list] of Object.entries(lists)) {
    const [read, cost] = await meter(async () => list(reader));
    Object.assign(sample, { [`${name}P95Ms`]: read.p95Ms, [`${name}${unit}`]: cost / read.count });
  }
  const [created, createCost] = await meter(async () => create(setting));
  const [lags, lagCost] = await meter(async () =>
    publishEachSecond(posted, counts.posts, undefined, leadMs(counts.posts)),
  );
  const [reconciled, reconcileCost] = await reconcile(service, owner, meter);
  const [cleanedUp, cleanUpCost] = await cleanUp(workshop, service, meter);
  return {
    ...sample,
    ...created,
    lagP50Ms: lags['p50Ms'] ?? Number.NaN,
    lagSlowestMs: lags['slowestMs'] ?? Number.NaN,
    earlyCount: lags['earlyCount'] ?? Number.NaN,
    ...reconciled,
    ...cleanedUp,
    [`create${unit}`]: createCost / counts.created,
    [`lag${unit}`]: lagCost / counts.posts,
    [`reconcile${unit}`]: reconcileCost,
    [`cleanUp${unit}`]: cleanUpCost,
  };
}

/** Resolves when as many are public as were asked for; the list of a workspace with very many tells of others, too. */
function untilPublic({ sandbox }: Publisher): Publisher['untilPublished'] {
  const before = sandbox.videos();
  return async (ids) => {
    const isPublic = async () => {
      const count = (videos: Awaited<typeof before>) =>
        videos.filter(({ status }) => status.privacyStatus === 'public').length;
      return count(await sandbox.videos()) >= count(await before) + ids.length || undefined;
    };
    await until(isPublic, { limitMs: 120_000, pollMs: 500, complaint: () => `${ids.length} posts are not public` });
    return [];
  };
}

/** Creates assignments that are due in a month, and cancels them again. */
async function create({ workshop, publisher, owner, counts }: Setting) {
  const { service, sandbox, channel } = publisher;
  const url = `${service.apiUrl}/api/v1/assignments`;
  const body = JSON.stringify({
    connectionId: owner.connectionId,
    type: 'video',
    mediaUrl: sandbox.mediaUrl,
    payload: { title: 'Bench', privacy: 'public' },
    externalId: mark,
    scheduledAt: new Date(Date.now() + dueInDays * 86_400_000).toISOString(),
  });
  const targets = [{ url, apiKey: channel.apiKey, body }];
  const load = { targets, count: counts.created, concurrency, perSecond };
  const sample = sampleOf(await runLoad(workshop.processes, load));
  await untilDispatched(service.databaseUrl);
  const ids = await withDatabase(service.databaseUrl, async (client) => {
    const sql = `SELECT id FROM assignments WHERE workspace_id = $1 AND external_id = $2 AND status = 'pending'`;
    return (await client.query<{ id: string }>(sql, [owner.workspaceId, mark])).rows.map(({ id }) => id);
  });
  let cancelled = 0;
  await inLanes(ids.length, { concurrency: 8 }, async () =>
    cancel({ ...service, apiKey: channel.apiKey }, ids[cancelled++] ?? ''),
  );
  await untilDispatched(service.databaseUrl);
  return { createP50Ms: sample['p50Ms'] ?? Number.NaN, createP99Ms: sample['p99Ms'] ?? Number.NaN };
}
