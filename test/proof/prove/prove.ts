import { setTimeout as delay } from 'node:timers/promises';
import { watchForeignCpu } from '../../../bench/tools/foreignCpu';
import { judgeInterruptions } from '../../support/servers/supervise';
import type { End } from '../../support/servers/supervise';
import { comesToRest } from '../rest';
import type { Stage } from '../stage';
import { look } from '../look';
import { beCaller } from './callers';
import type { CallersRecord } from './callers';
import { planChaos } from './chaos';
import type { Strike } from './chaos';
import { openInstallation } from './installation';
import type { Installation } from './installation';
import { beOperator, noInterventions, planInterventions } from './operator';
import { judge, readHistories } from './judge';
import type { Scene } from './judge';
import { planLoad } from './load';
import { assignmentsCountOf } from './options';
import type { ProveOptions } from './options';
import { strike } from './strikes';
import type { Struck } from './strikes';
import { tallyOf } from './posts';
import type { Outcome } from './summary';

/** The display of a run while it lasts. */
export interface Watcher {
  /** The present work, in a word or two. */
  phase: (name: string) => void;
  struck: (strike: Struck) => void;
  /** Called every few seconds with the number of assignments by status; undefined while the database does not answer. */
  counts: (counts: Record<string, number> | undefined) => void;
}

const watchMs = 5000;
/** Longer than all waits behind one kill together, and the time that a slow machine needs for each assignment. */
const restLimitMs = 360_000;
const restPerAssignmentMs = 500;

/**
 * One run: chaos and work side by side, then rest, then judgement. All its processes have ended when it resolves or
 * rejects.
 * @throws when the signal is aborted, and when it cannot be started
 */
export async function prove(options: ProveOptions, watcher: Watcher, signal: AbortSignal): Promise<Outcome> {
  watcher.phase('starting');
  const installation = await openInstallation(options.workers);
  const watching = new AbortController();
  try {
    void watch(installation, watcher, watching.signal);
    return await live(installation, options, watcher, signal);
  } finally {
    watching.abort();
    await installation.stop();
  }
}

async function live(
  installation: Installation,
  options: ProveOptions,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<Outcome> {
  const record: CallersRecord = { accepted: [], cancelled: [], takenDown: [], givenUp: [], faults: [] };
  const interventions = noInterventions();
  watcher.phase('chaos');
  const calling = doEach(planLoad(options), signal, async (assignment) =>
    beCaller(installation, assignment, record, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      record.faults.push(`${assignment.key} (${assignment.kind}): ${String(error)}`);
    }),
  );
  calling.catch(() => undefined);
  const operating = doEach(planInterventions(options), signal, async (planned) =>
    beOperator(planned, record, interventions),
  );
  operating.catch(() => undefined);
  const strikes = await wreak(installation, options, watcher, signal);
  const endedMs = performance.now();
  const foreignCpu = watchForeignCpu();
  watcher.phase('coming to rest');
  await installation.platform.control('DELETE', '/faults');
  await operating;
  const unrest = await rest(installation, calling, restLimitMs + assignmentsCountOf(options) * restPerAssignmentMs);
  signal.throwIfAborted();
  const restMs = performance.now() - endedMs;
  const foreignShare = foreignCpu();
  watcher.phase('judging');
  return { options, strikes, interventions, restMs, foreignShare, ...(await review(installation, record, unrest)) };
}

/** Carries out the planned strikes. A strike later than the run's time is left out, once its kind has taken effect. */
async function wreak(
  installation: Installation,
  options: ProveOptions,
  watcher: Watcher,
  signal: AbortSignal,
): Promise<Struck[]> {
  const takeTurn = lanes();
  const overMs = performance.now() + options.minutes * 60_000;
  const strikes: Struck[] = [];
  await doEach(planChaos(options), signal, async (planned) =>
    takeTurn(laneOf(planned), async () => {
      const isEnough = strikes.some(({ kind, hasStruck }) => kind === planned.kind && hasStruck);
      if (performance.now() > overMs && isEnough) return;
      const struck = await strike(installation, planned, signal);
      watcher.struck(struck);
      strikes.push(struck);
    }),
  );
  return strikes;
}

/** Begins each item at its time, whatever has become of earlier items. Resolves when all items are done. */
async function doEach<T extends { atMs: number }, R>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const begunMs = performance.now();
  const under: Promise<R>[] = [];
  for (const item of items) {
    await delay(Math.max(0, begunMs + item.atMs - performance.now()), undefined, { signal });
    const doing = work(item);
    doing.catch(() => undefined);
    under.push(doing);
  }
  return Promise.all(under);
}

/** A process that is down cannot be killed: its strikes wait for each other. A worker that stands still can be. */
function laneOf({ kind }: Strike): string {
  if (kind.includes('PostgreSQL')) return 'PostgreSQL';
  if (kind === 'platform' || kind === 'platform stands still') return 'platform';
  if (kind === 'worker' || kind === 'all workers') return 'workers';
  return kind;
}

function lanes() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(lane: string, work: () => Promise<T>): Promise<T> => {
    const turn = (last.get(lane) ?? Promise.resolve()).then(work, work);
    last.set(lane, turn);
    return turn;
  };
}

/** @returns the unfinished work, in sentences */
async function rest(
  { database, connect }: Installation,
  calling: Promise<unknown>,
  limitMs: number,
): Promise<string[]> {
  const haveCalled = calling.then(() => true);
  const isDone = await Promise.race([haveCalled, delay(limitMs, false, { ref: false })]);
  const client = await connect();
  const rests = await comesToRest({ database, client } as unknown as Stage, limitMs);
  await client.connection.close();
  return [
    ...(isDone ? [] : [`callers still wait for answers after ${limitMs / 1000} s`]),
    ...(rests ? [] : [`there is still work after ${limitMs / 1000} s`]),
  ];
}

/** So many of the workers' lives Node may end in the middle of workflow code: workers stand still, and the machine is busy. */
const interruptedShareMax = 0.05;

function describeEnd({ name, signal, code, lastWords }: End): string {
  return `${name} (${signal ?? code}): ${lastWords}`;
}

async function review(
  installation: Installation,
  record: CallersRecord,
  unrest: string[],
): Promise<Pick<Outcome, 'verdicts' | 'posts' | 'ends' | 'webhooksCount' | 'publishedMs' | 'interruptions'>> {
  const { database, platform, receiver, channels, secrets, api, workers } = installation;
  const client = await installation.connect();
  const seen = await look({ database, client, sandbox: platform, receiver });
  const histories = await readHistories(client);
  await client.connection.close();
  const snapshot = {
    ...seen,
    accepted: record.accepted,
    connected: [],
    secrets: Object.fromEntries(channels.map(({ workspace }) => [workspace.workspaceId, workspace.webhookSecret])),
  };
  const ends = [api, ...workers, platform].flatMap((supervised) => supervised.ends);
  const livesCount = workers.reduce((sum, worker) => sum + worker.livesCount(), 0);
  const interruptions = judgeInterruptions(ends, Math.max(1, Math.floor(livesCount * interruptedShareMax)));
  const scene: Scene = {
    snapshot,
    record: { ...record, faults: record.faults.map((fault) => withReason(fault, api.log())) },
    writings: {
      'the log of the api': JSON.stringify(api.log()),
      'the log of a worker': JSON.stringify(workers.map(({ log }) => log())),
      'a webhook': receiver.received.map(({ body, headers }) => JSON.stringify(headers) + body).join('\n'),
      'a history': histories,
    },
    secrets,
    falls: ends.filter(({ cause }) => cause === 'other').map(describeEnd),
    interruptions: interruptions.faults,
    unrest,
  };
  const published = await database.query<{ ms: number }>(
    `SELECT (extract(epoch FROM at) * 1000)::float AS ms FROM assignment_events WHERE status = 'published' ORDER BY at`,
  );
  return {
    verdicts: judge(scene),
    posts: tallyOf(snapshot, record),
    ends: (await countByStatus(installation)) ?? {},
    interruptions: interruptions.lines,
    webhooksCount: snapshot.deliveries.filter(({ status }) => status === 'delivered').length,
    publishedMs: published.map(({ ms }) => ms),
  };
}

/** The fault, with the reason that the API has logged for its request. */
function withReason(fault: string, log: Record<string, unknown>[]): string {
  const line = log.find(({ requestId, fault: reason }) => reason && fault.includes(String(requestId)));
  return line ? `${fault}: ${JSON.stringify(line['fault'])}` : fault;
}

async function countByStatus({ database }: Installation): Promise<Record<string, number> | undefined> {
  const counts = `SELECT status, count(*)::int AS count FROM assignments GROUP BY status ORDER BY count DESC`;
  const rows = await database.query<{ status: string; count: number }>(counts).catch(() => undefined);
  return rows && Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

async function watch(installation: Installation, { counts }: Watcher, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const seen = await Promise.race([countByStatus(installation), delay(watchMs, undefined, { ref: false })]);
    if (signal.aborted) return;
    counts(seen);
    await delay(watchMs, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
