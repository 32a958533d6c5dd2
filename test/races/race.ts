import { setTimeout as delay } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { InferAttributes } from 'sequelize';
import { Assignment } from '../../models/Assignment';
import { AssignmentEvent } from '../../models/AssignmentEvent';
import type { TimelineEntry } from '../../models/AssignmentEvent';
import type { Answer } from '../support/actors';
import { patienceMs } from '../proof/patience';
import type { Arena } from './arena';
import { beginStandstills } from './standstills';

/** Two who want the same job at the same moment. */
export interface Race {
  name: string;
  /** Who may win: the one who is early or late by the offset, and the one who is on time. */
  winners: readonly [string, string];
  /** How far offsets lie apart from where the race is undecided, on either side. */
  spreadMs: number;
  /** Where a process stands still now and then. */
  points: readonly string[];
  /** Makes a job that is to be raced for. Its key is in its title. */
  ready: (arena: Arena, key: string) => Promise<Start>;
  winner: (finish: Finish) => string;
  /** What is wrong with this end, in words that follow the job's name; the invariants of test/proof are judged besides. */
  faults: (finish: Finish) => (string | false)[];
}

export interface Start {
  id: string;
  /** The moment of the one who is on time, on the clock of `Date.now()`. */
  atMs: number;
  /** His move, where it does not come by itself. */
  go?: () => Promise<Answer | void>;
  /** The other one's. */
  act: () => Promise<Answer>;
}

export interface Finish {
  key: string;
  start: Start;
  /** What the one with the offset was answered. */
  acted: Answer;
  /** When that answer was there, on the clock of `Date.now()`. */
  answeredAtMs: number;
  /** What the one on time was answered, if he asked for something. */
  went: Answer | void;
  row: InferAttributes<Assignment>;
  timeline: TimelineEntry[];
  statuses: string[];
  /** Holds of credits that were made for the job. */
  holdsCount: number;
}

export interface Result {
  /** How often each has won. */
  wins: Record<string, number>;
  faults: string[];
  standstills: number;
  seconds: number;
}

interface Options {
  runsCount: number;
  /** Runs at the same time. */
  lanesCount: number;
  seed: number;
}

/** After each run the middle of the offsets moves by so much; by twice that when all lanes were won by one, and so on. */
const stepMs = 10;

/**
 * Runs a race again and again, with offsets by chance around the middle. Where that is depends on the machine and its
 * load, so it is found as one finds a threshold: whoever has won gets a little less time in the next run.
 */
export async function runRace(arena: Arena, race: Race, { runsCount, lanesCount, seed }: Options): Promise<Result> {
  const beganAtMs = performance.now();
  const { winners, spreadMs, points } = race;
  const [late] = winners;
  const noises = fc.sample(fc.noBias(fc.integer({ min: -spreadMs, max: spreadMs })), { seed, numRuns: runsCount });
  /** The first runs know nothing yet: they try later and later moments. */
  const fanMs = (index: number): number => (index < lanesCount ? (4 * spreadMs * index) / lanesCount : 0);
  const queue = noises.map((noiseMs, index) => ({
    noiseMs: noiseMs + fanMs(index),
    key: `${race.name} ${String(index).padStart(4, '0')}.`,
  }));
  const wins: Result['wins'] = Object.fromEntries(winners.map((winner) => [winner, 0]));
  const faults: string[] = [];
  let middleMs = 0;
  let streak = 0;

  async function runNext({ noiseMs, key }: (typeof queue)[number]): Promise<void> {
    const finish = await runOnce(arena, race, key, () => middleMs + noiseMs);
    const winner = race.winner(finish);
    wins[winner] = (wins[winner] ?? 0) + 1;
    const direction = winner === late ? 1 : -1;
    streak = Math.sign(streak) === direction ? streak + direction : direction;
    middleMs += direction * stepMs * Math.ceil(Math.abs(streak) / lanesCount);
    const wrong = race.faults(finish).filter((fault) => fault !== false);
    faults.push(...wrong.map((fault) => `${describe(finish)} ${fault}`));
  }

  async function runLane(): Promise<void> {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { key } = next;
      await runNext(next).catch((error: unknown) => faults.push(`${key}: ${String(error)}`));
    }
  }

  const standstills = beginStandstills(arena.processes, points, seed);
  await Promise.all(Array.from({ length: lanesCount }, runLane));
  const standstillsCount = await standstills.end();
  faults.push(...(await arena.judge()));
  return { wins, faults, standstills: standstillsCount, seconds: Math.round((performance.now() - beganAtMs) / 1000) };
}

async function runOnce(arena: Arena, race: Race, key: string, offsetMs: () => number): Promise<Finish> {
  const start = await race.ready(arena, key);
  const [went, [acted, answeredAtMs]] = await Promise.all([
    waitUntil(start.atMs).then(start.go),
    waitUntil(start.atMs + offsetMs())
      .then(start.act)
      .then((answer) => [answer, Date.now()] as const),
  ]);
  const row = await reaches(start.id, ({ status, cleanup }) => ended.includes(status) && cleanup !== 'due');
  const timeline = await AssignmentEvent.timelineOf(start.id);
  const [holds] = await arena.publishing.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM credit_entries WHERE assignment_id = $1 AND type = 'hold'`,
    [start.id],
  );
  const statuses = timeline.map(({ status }) => status);
  return { key, start, acted, answeredAtMs, went, row, timeline, statuses, holdsCount: holds!.count };
}

const ended: readonly string[] = ['published', 'failed', 'cancelled'];

/**
 * Waits until the row of a job is so. A publishing call that is cut by a standstill is asked about when its lease has run
 * out, half a minute later.
 * @throws when it is not so in time
 */
export async function reaches(
  id: string,
  isSo: (row: InferAttributes<Assignment>) => boolean,
): Promise<InferAttributes<Assignment>> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const row = await Assignment.findByPk(id, { raw: true, rejectOnEmpty: true });
    if (isSo(row)) return row;
    if (performance.now() > deadline) throw new Error(`${id} stays ${row.status} (clean-up ${row.cleanup})`);
    await delay(50);
  }
}

async function waitUntil(atMs: number): Promise<void> {
  await delay(Math.max(0, atMs - Date.now()));
}

function describe({ key, start: { id }, acted, statuses }: Finish): string {
  return `${key} (${id}, answered ${acted.status}, went ${statuses.join(' → ')})`;
}
