import { setTimeout as sleep } from 'node:timers/promises';
import type { Arm, Preparation, Round, Sample } from '../Bench';
import { watchBusyCpu, watchForeignCpu } from '../tools/foreignCpu';

/** Fewer rounds have no median worth the name. */
export const roundsMin = 3;

/** A round in which others took more of the CPUs says little. */
export const foreignShareMax = 0.2;

/** So long others have to leave the CPUs alone before a round begins. */
const quietMs = 1000;

/**
 * So much of the CPUs may be in use when an arm begins. The servers go on for seconds after the last answer: an arm
 * that came after 2,000 unfinished workflows was a third slower than an arm at the beginning of a round.
 */
const restShareMax = 0.1;
const restMs = 500;
/** An arm does not wait longer for servers that keep themselves busy. */
const restWaitMaxMs = 30_000;

/** The result of one arm in one round, as it is kept. */
export interface ArmRun {
  readonly round: number;
  readonly arm: string;
  readonly foreignShare: number;
  readonly sample: Sample;
}

export interface RoundsOptions {
  /** See `Preparation`. */
  readonly order?: Preparation['order'];
  /** The number of quiet rounds that are wanted. */
  readonly rounds: number;
  /** The longest wait before each round for others to become quiet. 0: no wait, and no round is repeated. */
  readonly patienceMs: number;
  /** Hears of each run when it has ended. */
  readonly onRun: (run: ArmRun) => void;
  /** Begins to count, and returns a function that says how much others have taken; only tests replace it. */
  readonly watch?: () => () => number;
}

/**
 * Runs all arms in turn, A B in odd rounds and B A in even rounds, so that a change over time favours no arm. An arm
 * begins when the servers have done the work of the arm before. Rounds that others disturbed are repeated, but there
 * are never more than twice as many as wanted, and no round is repeated without patience.
 * @returns all rounds, the disturbed ones too
 */
export async function runRounds(arms: readonly Arm[], options: RoundsOptions): Promise<Round[]> {
  if (options.order === 'armByArm') return runArmByArm(arms, options);
  const rounds: Round[] = [];
  const roundsMax = options.patienceMs === 0 ? options.rounds : 2 * options.rounds;
  while (rounds.filter(isQuiet).length < options.rounds && rounds.length < roundsMax) {
    await untilQuiet(options);
    const number = rounds.length + 1;
    rounds.push(await runRound(number % 2 === 1 ? arms : arms.toReversed(), number, options));
  }
  return rounds;
}

/** Of an arm that has more runs than the other arms, the most disturbed runs are in no round. */
async function runArmByArm(arms: readonly Arm[], options: RoundsOptions): Promise<Round[]> {
  const runs: Round[][] = [];
  for (const arm of arms) runs.push(await runRounds([arm], { ...options, order: undefined }));
  const best = runs.map((ofArm) =>
    ofArm.toSorted((a, b) => a.foreignShare - b.foreignShare).slice(0, Math.min(...runs.map(({ length }) => length))),
  );
  return (best[0] ?? []).map((_, index) => {
    const together = best.flatMap((ofArm) => ofArm[index] ?? []);
    return {
      number: index + 1,
      samples: Object.fromEntries(together.flatMap(({ samples }) => Object.entries(samples))),
      foreignShare: Math.max(...together.map(({ foreignShare }) => foreignShare)),
    };
  });
}

/** Tells whether others left the CPUs to us. */
export function isQuiet({ foreignShare }: Pick<Round, 'foreignShare'>): boolean {
  return foreignShare <= foreignShareMax;
}

async function runRound(arms: readonly Arm[], number: number, options: RoundsOptions): Promise<Round> {
  const samples: Record<string, Sample> = {};
  const shares: number[] = [];
  for (const arm of arms) {
    await untilAtRest(options);
    const readForeignShare = (options.watch ?? watchForeignCpu)();
    const sample = await arm.run();
    const foreignShare = Number(readForeignShare().toFixed(3));
    samples[arm.name] = sample;
    shares.push(foreignShare);
    options.onRun({ round: number, arm: arm.name, foreignShare, sample });
  }
  return { number, samples, foreignShare: Math.max(...shares) };
}

async function untilQuiet({ patienceMs, watch = watchForeignCpu }: RoundsOptions): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const readForeignShare = watch();
    await sleep(Math.min(quietMs, deadline - performance.now()));
    if (readForeignShare() <= foreignShareMax / 2) return;
  }
}

/** Waits until the work that the arm before left behind is done. */
async function untilAtRest({ patienceMs }: RoundsOptions): Promise<void> {
  const deadline = performance.now() + Math.min(patienceMs, restWaitMaxMs);
  while (performance.now() < deadline) {
    const readBusyShare = watchBusyCpu();
    await sleep(Math.min(restMs, deadline - performance.now()));
    if (readBusyShare() <= restShareMax) return;
  }
}
