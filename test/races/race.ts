import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { InferAttributes } from 'sequelize';
import { platformSlugs } from '../../domain/platform';
import { Assignment } from '../../models/assignments/Assignment';
import type { TimelineEntry } from '../../models/assignments/AssignmentEvent';
import type { Answer } from '../support/actors';
import { patienceMs } from '../proof/patience';
import type { Stage } from '../proof/stage';
import { wordsFor } from '../kinds';
import type { Kind } from '../kinds';
import { until } from '../support/until';
import { beginStandstills } from './standstills';
import { timelineOf } from '../support/runs/timeline';

/** Two rivals for the same assignment at the same moment. */
export interface Race {
  name: string;
  /** The possible winners: the rival who is early or late by the offset, and the rival who is on time. */
  winners: readonly [string, string];
  /** The distance of offsets from where the race is undecided, on either side. */
  spreadMs: number;
  /** Kinds of posts whose assignments can be raced for so. */
  kinds: readonly Kind[];
  /** Points at which a process stands still now and then. */
  points: readonly string[];
  /** Makes an assignment of the kind that is to be raced for. Its key is in its title. */
  ready: (stage: Stage, key: string, kind: Kind) => Promise<Start>;
  winner: (finish: Finish) => string;
  /** The faults of this end, in words that follow the assignment's name; the invariants of test/proof are judged besides. */
  faults: (finish: Finish) => (string | false)[];
}

/** A race for assignments of one kind. */
export interface Match {
  race: Race;
  kind: Kind;
}

export interface Start {
  id: string;
  /** The moment of the rival on time, on the clock of `Date.now()`. */
  atMs: number;
  /** The move of the rival on time, where it does not come by itself. */
  go?: () => Promise<Answer | void>;
  /** The move of the rival with the offset. */
  act: () => Promise<Answer>;
}

export interface Finish {
  key: string;
  kind: Kind;
  start: Start;
  /** The answer to the rival with the offset. */
  acted: Answer;
  /** When that answer was there, on the clock of `Date.now()`. */
  answeredAtMs: number;
  /** The answer to the rival on time, if this rival asked for something. */
  went: Answer | void;
  /** When the rival on time had moved, on the clock of `Date.now()`. */
  wentAtMs: number;
  row: InferAttributes<Assignment>;
  timeline: TimelineEntry[];
  statuses: string[];
  /** Holds of credits that were made for the assignment. */
  holdsCount: number;
  /** Updates of the published post that were charged. */
  updatesCount: number;
}

export interface Result {
  /** The number of wins of each. */
  wins: Record<string, number>;
  faults: string[];
  standstills: number;
  runsCount: number;
  seconds: number;
}

/** The counts after which a race has shown enough. */
export interface Enough {
  runsMin: number;
  runsMax: number;
  /** The number of wins of each of the two. */
  wins: number;
  standstills: number;
}

/** Runs at the same time. */
const lanesMax = 20;

/** After each run the middle of the offsets moves by this share of their spread; by twice that when all lanes were won by one, and so on. */
const stepShare = 0.25;

/**
 * Runs a race again and again until it has shown enough, with offsets by chance around the middle. Where that is depends
 * on the machine and its load, so it is found as one finds a threshold: the winner gets a little less time in the next run.
 */
export async function runRace(stage: Stage, match: Match, enough: Enough, seed: number): Promise<Result> {
  const { race, kind } = match;
  const beganAtMs = performance.now();
  const lanesCount = Math.min(lanesMax, enough.runsMin);
  const queue = planRuns(match, enough, lanesCount, seed);
  const middle = findMiddle(race, lanesCount);
  const faults: string[] = [];
  const standstills = beginStandstills(stage, pointsOf(race, kind), seed);
  let runsCount = 0;
  const isEnough = (): boolean =>
    runsCount >= enough.runsMin &&
    race.winners.every((winner) => (middle.wins[winner] ?? 0) >= enough.wins) &&
    standstills.count() >= enough.standstills;

  async function runLane(): Promise<void> {
    for (let next = queue.shift(); next && !isEnough(); next = queue.shift()) {
      const { key, noiseMs } = next;
      runsCount += 1;
      try {
        const finish = await runOnce(stage, match, key, () => middle.offsetMs() + noiseMs);
        middle.note(race.winner(finish));
        faults.push(...faultsOf(match, finish));
      } catch (error) {
        faults.push(`${key}: ${String(error)}`);
      }
    }
  }

  await Promise.all(Array.from({ length: lanesCount }, runLane));
  await standstills.end();
  const seconds = Math.round((performance.now() - beganAtMs) / 1000);
  return { wins: middle.wins, faults, standstills: standstills.count(), runsCount, seconds };
}

/** Keys and chance offsets of the runs. The first runs know no middle yet: they try later and later moments. */
function planRuns(match: Match, { runsMax }: Enough, lanesCount: number, seed: number) {
  const { spreadMs } = match.race;
  const noise = fc.noBias(fc.integer({ min: -spreadMs, max: spreadMs }));
  const fanMs = (index: number): number => (index < lanesCount ? (4 * spreadMs * index) / lanesCount : 0);
  return fc.sample(noise, { seed, numRuns: runsMax }).map((noiseMs, index) => ({
    noiseMs: noiseMs + fanMs(index),
    key: `${nameOf(match)} ${String(index).padStart(4, '0')}.`,
  }));
}

/** Follows the offset at which both are as likely to win. */
function findMiddle({ winners, spreadMs }: Race, lanesCount: number) {
  const [late] = winners;
  const stepMs = stepShare * spreadMs;
  const wins: Result['wins'] = Object.fromEntries(winners.map((winner) => [winner, 0]));
  let middleMs = 0;
  let streak = 0;
  return {
    wins,
    offsetMs: () => middleMs,
    note: (winner: string): void => {
      wins[winner] = (wins[winner] ?? 0) + 1;
      const direction = winner === late ? 1 : -1;
      streak = Math.sign(streak) === direction ? streak + direction : direction;
      middleMs += direction * stepMs * Math.ceil(Math.abs(streak) / lanesCount);
    },
  };
}

/** Plays a match once, with this offset. */
export async function runOnce(
  stage: Stage,
  { race, kind }: Match,
  key: string,
  offsetMs: () => number,
): Promise<Finish> {
  const start = await race.ready(stage, key, kind);
  const timed = <T>(answer: T) => [answer, Date.now()] as const;
  const [[went, wentAtMs], [acted, answeredAtMs]] = await Promise.all([
    waitUntil(start.atMs).then(start.go).then(timed),
    waitUntil(start.atMs + offsetMs())
      .then(start.act)
      .then(timed),
  ]);
  const row = await reaches(start.id, isAtRest);
  const timeline = await timelineOf(start.id);
  const [credits] = await stage.database.query<{ holdsCount: number; updatesCount: number }>(
    `SELECT (count(*) FILTER (WHERE type = 'hold'))::int AS "holdsCount",
            (count(*) FILTER (WHERE type = 'charge' AND operation = 'publish.update'))::int AS "updatesCount"
     FROM credit_entries WHERE assignment_id = $1`,
    [start.id],
  );
  const statuses = timeline.map(({ status }) => status);
  return { key, kind, start, acted, answeredAtMs, went, wentAtMs, row, timeline, statuses, ...credits! };
}

/** The points that assignments of the kind can come by; points of other platforms are left out. */
function pointsOf({ points }: Race, { platform }: Kind): string[] {
  return points.filter((point) => {
    const owner = platformSlugs.find((slug) => point.startsWith(`${slug}.`));
    return owner === undefined || owner === platform;
  });
}

const isAtRest = ({ status, cleanup, removal }: InferAttributes<Assignment>): boolean =>
  ended.includes(status) && cleanup !== 'due' && removal?.state !== 'due';

const ended: readonly string[] = ['published', 'failed', 'cancelled'];

/**
 * Waits until the row of an assignment is so. A publishing call that is cut by a standstill is asked about when its lease has run
 * out, half a minute later.
 * @throws when it is not so in time
 */
export async function reaches(
  id: string,
  isSo: (row: InferAttributes<Assignment>) => boolean,
): Promise<InferAttributes<Assignment>> {
  let row: InferAttributes<Assignment> | undefined;
  await until(
    async () => {
      row = await Assignment.findByPk(id, { raw: true, rejectOnEmpty: true });
      return isSo(row);
    },
    { limitMs: patienceMs, stepMsMax: 200 },
  ).catch((error: unknown) => {
    throw new Error(`${id} stays ${row?.status} (clean-up ${row?.cleanup})`, { cause: error });
  });
  return row!;
}

/** A race and the kind of its assignments, in words. */
export function nameOf({ race, kind }: Match): string {
  return `${race.name}, ${wordsFor(kind)}`;
}

async function waitUntil(atMs: number): Promise<void> {
  await delay(Math.max(0, atMs - Date.now()));
}

/** The faults of a finish that its race finds, in sentences. */
export function faultsOf({ race }: Match, finish: Finish): string[] {
  const wrong = race.faults(finish).filter((fault) => fault !== false);
  return wrong.map((fault) => `${describe(finish)} ${fault}`);
}

function describe({ key, start: { id }, acted, statuses }: Finish): string {
  return `${key} (${id}, answered ${acted.status}, went ${statuses.join(' → ')})`;
}
