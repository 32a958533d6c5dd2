import { cpus, loadavg } from 'node:os';
import { killKinds, troubleKinds } from './chaos';
import { unprovenKinds } from './posts';
import type { Tally } from './posts';
import { assignmentsCountOf, replayLine } from './options';
import type { ProveOptions } from './options';
import type { Struck } from './strikes';
import type { Verdict } from './judge';
import type { InterventionCounts } from './operator';

/** The outcome of a run. */
export interface Outcome {
  options: ProveOptions;
  strikes: Struck[];
  interventions: InterventionCounts;
  verdicts: Verdict[];
  /** The platforms' count of the posts of each kind. */
  posts: Tally[];
  /** Assignments by their end. */
  ends: Record<string, number>;
  webhooksCount: number;
  /** From the end of the chaos until nothing was left to do. */
  restMs: number;
  /** The share of the processor that others than this run used in that time: 0 to 1. */
  foreignShare: number;
  /** Ends of processes that Node has brought about in the middle of workflow code, one line each. */
  interruptions: string[];
  /** When assignments were published, of the machine's clock, in order. */
  publishedMs: number[];
}

/** From a strike until the first assignment that is published when all is well again. */
export interface Recovery {
  kind: Struck['kind'];
  atMs: number;
  tookMs: number;
}

/** The longest recovery from a kill; undefined if nothing was published after one. */
export function longestRecovery({
  strikes,
  publishedMs,
}: Pick<Outcome, 'strikes' | 'publishedMs'>): Recovery | undefined {
  const recoveries = strikes.filter(isKill).flatMap(({ kind, atMs, overMs }) => {
    const next = publishedMs.find((ms) => ms >= overMs);
    return next === undefined ? [] : [{ kind, atMs, tookMs: next - atMs }];
  });
  return recoveries.toSorted((a, b) => b.tookMs - a.tookMs)[0];
}

const isKill = ({ kind }: Struck): boolean => killKinds.some((kill) => kill === kind);

/** Why a run proves nothing, in sentences: less happened than was promised. */
export function emptiness({ options, ends, strikes, posts, interventions }: Outcome): string[] {
  const count = sum(Object.values(ends));
  const promised = assignmentsCountOf(options);
  const never = killKinds.filter((kind) => countOf(strikes, kind) === 0);
  const isCalm = troubleKinds.every((kind) => countOf(strikes, kind) === 0);
  return [
    ...(count < promised ? [`${count} assignments of the ${promised} that were to be asked for`] : []),
    ...((ends['published'] ?? 0) === 0 ? ['nothing was published'] : []),
    ...unprovenKinds(posts, promised),
    ...never.map((kind) => `never killed: ${kind}`),
    ...(sum(Object.values(interventions)) === 0 ? ['no operator ever helped an assignment on'] : []),
    ...(isCalm ? ['no platform and no worker was ever troubled'] : []),
  ];
}

/** Tells whether every promise was kept, and enough happened to say so. */
export function isProven(outcome: Outcome): boolean {
  return emptiness(outcome).length === 0 && outcome.verdicts.every(({ violations }) => violations.length === 0);
}

/** The work that is left after the last kill is done by then, if the run has the machine to itself. */
const restAimMs = 30_000;
/** Of a share: time that others take is no time of the service, but a machine that gives it nothing is not waited for. */
const foreignShareMax = 0.9;

/** The aim for coming to rest, for the share of the processor that was left: twice as long where others took half of it. */
export function aimMs({ foreignShare }: Pick<Outcome, 'foreignShare'>): number {
  return restAimMs / (1 - Math.min(foreignShare, foreignShareMax));
}

/** Tells whether the service recovered as fast as it should. The machine counts, too: the tests do not ask for it. */
export function isFast(outcome: Pick<Outcome, 'restMs' | 'foreignShare'>): boolean {
  return outcome.restMs <= aimMs(outcome);
}

const shownMax = 20;

/** The table at the end, the broken promises, and the line that replays the run. */
export function summaryOf(outcome: Outcome): string[] {
  const { options, verdicts } = outcome;
  const broken = verdicts.filter(({ violations }) => violations.length > 0);
  return [
    '',
    ...table(outcome),
    '',
    ...outcome.interruptions,
    ...broken.flatMap(({ name, violations }) => [
      `BROKEN: ${name} (${violations.length})`,
      ...violations.slice(0, shownMax).map((violation) => `  ${violation}`),
    ]),
    ...emptiness(outcome).map((why) => `NOT PROVEN: ${why}`),
    ...(isFast(outcome) ? [] : [`TOO SLOW: it came to rest after ${restOf(outcome)}`]),
    isProven(outcome) ? 'Every promise was kept.' : 'The same chaos again:',
    `  ${replayLine(options)}`,
  ];
}

function table(outcome: Outcome): string[] {
  const { options, strikes, verdicts, posts, ends, webhooksCount, interruptions, interventions } = outcome;
  const recovery = longestRecovery(outcome);
  const kills = strikes.filter(isKill);
  const count = (all: Struck[]): number => all.filter(({ hasStruck }) => hasStruck).length;
  const rows: [string, string | number][] = [
    ['assignments', sum(Object.values(ends))],
    ...Object.entries(ends).map(([end, assignments]): [string, number] => [`  ${end}`, assignments]),
    ['posts that others see', sum(posts.map(({ live }) => live))],
    ...posts.map(({ name, live }): [string, number] => [`  ${name}`, live]),
    ['webhooks delivered', webhooksCount],
    ['kills', count(kills)],
    ...killKinds.map((kind): [string, number] => [`  ${kind}`, countOf(strikes, kind)]),
    ['troubles', count(strikes.filter((struck) => !isKill(struck)))],
    ...troubleKinds.map((kind): [string, number] => [`  ${kind}`, countOf(strikes, kind)]),
    ['interventions of an operator', sum(Object.values(interventions))],
    ...Object.entries(interventions).map(([name, times]): [string, number] => [`  ${name}`, times]),
    ['processes ended by Node', interruptions.length],
    ['longest recovery', recovery ? `${seconds(recovery.tookMs)} (${recovery.kind})` : 'none'],
    ['came to rest after', restOf(outcome)],
    ['invariants checked', verdicts.length],
    ['violations', sum(verdicts.map(({ violations }) => violations.length))],
    ['seed', options.seed],
    [
      'machine',
      `${cpus().length} cores, load ${loadavg()
        .map((load) => load.toFixed(1))
        .join(' ')}`,
    ],
  ];
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
}

function restOf(outcome: Outcome): string {
  const { restMs, foreignShare } = outcome;
  const share = `${Math.round(foreignShare * 100)} %`;
  return `${seconds(restMs)}; the aim is ${seconds(aimMs(outcome))}, while others use ${share} of the processor`;
}

function countOf(strikes: Struck[], kind: Struck['kind']): number {
  return strikes.filter((struck) => struck.kind === kind && struck.hasStruck).length;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, number) => all + number, 0);
}
