import { randomOf } from './random';
import type { Random } from './random';
import type { ProveOptions } from './options';

/** Processes that are ended with SIGKILL, and started again after a while. */
export const killKinds = [
  'api',
  'worker',
  'all workers',
  'PostgreSQL',
  'session of PostgreSQL',
  'Temporal',
  'platform',
] as const;
export type KillKind = (typeof killKinds)[number];

/** Troubles in which no process ends. */
export const troubleKinds = [
  'platform stands still',
  'worker stands still',
  'platform answers 503',
  'platform cuts sockets',
  'platform loses answers',
  'platform answers late',
  'platform processes slowly',
] as const;
export type TroubleKind = (typeof troubleKinds)[number];

/** One thing that happens, once its moment has come. */
export interface Strike {
  /** After the chaos has begun. */
  atMs: number;
  kind: KillKind | TroubleKind;
  /** Until the process is started again, or all is well again. */
  lastsMs: number;
  /** Chooses where there are several: a worker, a call, a number of times. */
  dice: number;
}

/** Shortest and longest duration; of faults, the time between two looks at whether they have struck. A worker may stand still for longer than a lease or a heartbeat lasts (30 s, 15 s). */
const durationsMs: Record<Strike['kind'], readonly [number, number]> = {
  api: [100, 2000],
  worker: [100, 4000],
  'all workers': [500, 5000],
  PostgreSQL: [200, 5000],
  'session of PostgreSQL': [0, 0],
  Temporal: [200, 6000],
  platform: [200, 5000],
  'platform stands still': [500, 8000],
  'worker stands still': [2000, 45_000],
  'platform answers 503': [500, 1500],
  'platform cuts sockets': [500, 1500],
  'platform loses answers': [500, 1500],
  'platform answers late': [500, 1500],
  'platform processes slowly': [3000, 10_000],
};

const gapMs = 6000;
const begunMs = 1500;
/** The shortest and the longest gap, in percent of the mean. */
const gapShares = [40, 150] as const;

/** All that will happen in a run, in order: a function of the options alone. */
export function planChaos(options: ProveOptions): Strike[] {
  return [...planKinds(options, 1, killKinds), ...planKinds(options, 2, troubleKinds)].sort((a, b) => a.atMs - b.atMs);
}

/** Strikes of these kinds, dealt from a deck; close enough to each other for each kind to have its turn. */
function planKinds({ seed, minutes }: ProveOptions, stream: number, kinds: readonly Strike['kind'][]): Strike[] {
  const random = randomOf(seed, stream);
  const deal = random.deck(kinds);
  const lengthMs = minutes * 60_000;
  const meanMs = Math.min(gapMs, lengthMs / (1.5 * kinds.length));
  const strikes: Strike[] = [];
  for (let atMs = begunMs; atMs < lengthMs; atMs += (meanMs * random.between(...gapShares)) / 100) {
    strikes.push(strike(random, Math.round(atMs), deal(), lengthMs));
  }
  return strikes;
}

function strike(random: Random, atMs: number, kind: Strike['kind'], lengthMs: number): Strike {
  const [min, max] = durationsMs[kind];
  return { atMs, kind, lastsMs: Math.min(random.between(min, max), lengthMs / 4), dice: random.between(0, 2 ** 16) };
}
