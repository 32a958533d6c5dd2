import { setTimeout as delay } from 'node:timers/promises';
import type { OwnServer } from '../../support/servers/ownServers';
import type { Supervised } from '../../support/servers/supervise';
import { OutOfPatience, until } from '../../support/until';
import { allCalls, kinds } from '../../kinds';
import type { Strike } from './chaos';
import type { Installation } from './installation';
import { processingMs } from './platform';

/** One strike as it came about. */
export interface Struck {
  kind: Strike['kind'];
  /** Of the machine's clock. */
  atMs: number;
  /** When all was well again. */
  overMs: number;
  /** True if it took effect: a process has ended by the signal, a call was struck. */
  hasStruck: boolean;
}

/** Lets one strike happen, and waits until it is over. */
export async function strike(installation: Installation, planned: Strike, signal: AbortSignal): Promise<Struck> {
  const atMs = Date.now();
  const hasStruck = await acts[planned.kind](installation, planned, signal);
  const overMs = Date.now();
  if (planned.dice % 4 !== 0) await untilUp(installation, planned, signal);
  return { kind: planned.kind, atMs, overMs, hasStruck };
}

const upLimitMs = 60_000;

/**
 * Most kills leave a process time to start, and as long again to work: a service that is never up does nothing that could
 * go wrong, and on a busy machine a start may take longer than the time between two kills.
 */
async function untilUp({ api, workers }: Installation, { kind }: Strike, signal: AbortSignal): Promise<void> {
  const victims: Partial<Record<Strike['kind'], Supervised[]>> = {
    api: [api],
    worker: workers,
    'all workers': workers,
  };
  const begunMs = performance.now();
  await Promise.race([
    Promise.all((victims[kind] ?? []).map(({ ready }) => ready())),
    delay(upLimitMs, undefined, { ref: false }),
  ]);
  await delay(performance.now() - begunMs, undefined, { signal });
}

type Act = (installation: Installation, strike: Strike, signal: AbortSignal) => Promise<boolean>;

const acts: Record<Strike['kind'], Act> = {
  api: async ({ api }, { lastsMs }) => api.kill(lastsMs),
  worker: async ({ workers }, { lastsMs, dice }) => workers[dice % workers.length]!.kill(lastsMs),
  'all workers': async ({ workers }, { lastsMs }) =>
    (await Promise.all(workers.map(({ kill }) => kill(lastsMs)))).every(Boolean),
  PostgreSQL: killPostgres,
  'session of PostgreSQL': killSession,
  Temporal: async ({ servers: { temporal } }, { lastsMs }, signal) => {
    await temporal.crash();
    await delay(lastsMs, undefined, { signal });
    await bringBack(temporal);
    return true;
  },
  platform: async ({ platform }, { lastsMs }) => platform.kill(lastsMs),
  'platform stands still': async ({ platform }, { lastsMs }, signal) => standStill(platform.pid(), lastsMs, signal),
  'worker stands still': async ({ workers }, { lastsMs, dice }, signal) =>
    standStill(workers[dice % workers.length]!.pid(), lastsMs, signal),
  'platform answers 503': fault(() => ({ status: 503 })),
  'platform cuts sockets': fault((dice) => ({ cutAfterBytes: dice % 2 === 0 ? 0 : 20_000 })),
  'platform loses answers': fault(() => ({ loseAnswer: true })),
  'platform answers late': fault((dice) => ({ delayMs: 500 + (dice % 4000) })),
  'platform processes slowly': async ({ platform }, { lastsMs, dice }, signal) => {
    await platform.control('POST', '/settings', { processingMs: 1000 + (dice % 3000) });
    await delay(lastsMs, undefined, { signal });
    await platform.control('POST', '/settings', { processingMs });
    return true;
  },
};

/** Ends the server and all of its sessions in the same moment. */
async function killPostgres(
  { servers: { postgres }, database }: Installation,
  { lastsMs }: Strike,
  signal: AbortSignal,
): Promise<boolean> {
  const pids = await pidsOf(
    database,
    signal,
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid
                                       UNION ALL SELECT pid FROM pg_stat_activity`,
  );
  const [server] = pids;
  if (server === undefined) return false;
  for (const pid of pids) send(pid, 'SIGKILL');
  await until(() => !isThere(server), { limitMs: 60_000, wanted: 'the end of PostgreSQL', signal });
  await delay(lastsMs, undefined, { signal });
  await bringBack(postgres);
  return true;
}

const bringBackLimitMs = 30_000;

/** Starts the server again. A process that died with it may still hold its port or its memory for a moment. */
async function bringBack({ restart }: OwnServer): Promise<void> {
  const isBack = async (): Promise<boolean> => restart().then(() => true);
  await until(isBack, { limitMs: bringBackLimitMs, wanted: 'the server is back', isForgiving: true, stepMsMax: 500 });
}

/**
 * PostgreSQL takes the unexpected end of a session for a crash: it ends all others and recovers. Where it has just come
 * back, the service has to connect first.
 */
async function killSession({ database }: Installation, { dice }: Strike, signal: AbortSignal): Promise<boolean> {
  const killOne = async (): Promise<boolean> => {
    const sessions = await pidsOf(database, signal, sessionsOfOthers);
    const victim = sessions[dice % sessions.length];
    return victim !== undefined && send(victim, 'SIGKILL');
  };
  const patience = { limitMs: sessionLimitMs, isResult: true, stepMsMax: 100, signal };
  if (!(await until(killOne, patience).catch(unlessLate))) return false;
  const isAnswering = async (): Promise<boolean> => (await database.query('SELECT 1')).length > 0;
  return until(isAnswering, { limitMs: Infinity, isForgiving: true, signal });
}

/** A wait that reached its limit gives nothing. @throws every other error of a wait */
function unlessLate(error: unknown): undefined {
  if (!(error instanceof OutOfPatience)) throw error;
}

const sessionLimitMs = 30_000;
const sessionsOfOthers = `SELECT pid FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()`;

/** Asks until the database answers. */
async function pidsOf({ query }: Installation['database'], signal: AbortSignal, sql: string): Promise<number[]> {
  const ask = async (): Promise<{ pid: number }[]> => query(sql);
  const rows = await until(ask, { limitMs: Infinity, isForgiving: true, stepMsMax: 100, signal });
  return rows.map(({ pid }) => pid);
}

async function standStill(pid: number, lastsMs: number, signal: AbortSignal): Promise<boolean> {
  if (!send(pid, 'SIGSTOP')) return false;
  await delay(lastsMs, undefined, { signal }).catch(() => undefined);
  send(pid, 'SIGCONT');
  return true;
}

/** The calls that a fault may strike. */
const calls = allCalls(kinds);
const timesMax = 4;

const faultLimitMs = 30_000;

/** Sets a fault for the next few calls of a kind, and sees whether it has struck any. */
function fault(make: (dice: number) => object): Act {
  return async ({ platform }, { lastsMs, dice }, signal) => {
    const on = { ...calls[dice % calls.length]!, times: 1 + (dice % timesMax) };
    const { id } = await platform.control('POST', '/faults', { on, do: make(dice) });
    const look = async (): Promise<'struck' | 'forgotten' | undefined> => {
      const { faults } = await platform.control('GET', '/faults');
      const set: { seen: number } | undefined = faults.find((fault: { id: string }) => fault.id === id);
      // A platform that was killed has forgotten it.
      if (!set) return 'forgotten';
      return set.seen > 0 ? 'struck' : undefined;
    };
    await delay(lastsMs, undefined, { signal });
    const seen = await until(look, { limitMs: faultLimitMs, stepMsMax: lastsMs, signal }).catch(unlessLate);
    return seen === 'struck';
  };
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
