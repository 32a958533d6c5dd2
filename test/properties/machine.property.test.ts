import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { runs } from '../support/counts';
import { createDatabase } from '../support/database';
import { machineDeps, openMachine } from './machine';
import type { Machine } from './machine';
import { aim, take } from './machineModel';
import { newWorld } from './machineWorld';
import type { Aim, Step, World } from './machineWorld';
import { sequence } from './steps';
import { beginBoth } from './todaysSteps';
import { use } from '../support/use';

/** Sequences that run at the same time, each in a workspace of its own. */
const lanes = 8;

const database = use(async () => createDatabase({ poolSize: lanes * 2 }));
const deps = use(async () => {
  const made = machineDeps(database);
  return { ...made, stop: async () => made.safeFetch.close() };
});

interface Candidate {
  world: World;
  answers: unknown[];
}

/** The model's answers to steps that are taken at once: one comes before the other, or in the middle of it. */
function outcomes(world: World, steps: readonly Step[], aims: readonly (Aim | undefined)[]): Candidate[] {
  const candidate = (play: (step: (index: number, between?: () => void) => void) => void): Candidate => {
    const next = structuredClone(world);
    const answers: unknown[] = [];
    play((index, between) => (answers[index] = take(next, steps[index]!, aims[index], between)));
    return { world: next, answers };
  };
  if (steps.length === 1) return [candidate((step) => step(0))];
  const orders = [[0, 1] as const, [1, 0] as const];
  const stages = orders.filter(([first]) => steps[first]!.do === 'stage');
  return [
    ...orders.map((order) => candidate((step) => order.forEach((index) => step(index)))),
    ...stages.map(([outer, inner]) => candidate((step) => step(outer, () => step(inner)))),
  ];
}

/** Takes steps in both worlds. @returns the worlds that explain all answers so far @throws when none does */
async function takeTurn(machine: Machine, worlds: readonly World[], steps: readonly Step[]): Promise<World[]> {
  const aims = steps.map((one) => aim(worlds[0]!, one));
  const answers = await Promise.all(steps.map(async (one, index) => machine.take(one, aims[index])));
  const all = worlds.flatMap((world) => outcomes(world, steps, aims));
  const fitting = all.filter((one) => isDeepStrictEqual(one.answers, answers));
  const [explained = all[0]!] = fitting;
  expect({ steps, answers }).toEqual({ steps, answers: explained.answers });
  return fitting.map(({ world }) => world);
}

type Read = Awaited<ReturnType<Machine['read']>>;

/** Faults that need no model to be seen: something after a cancellation or a publication, or a charge for nothing. */
function wrongs({ jobs, balance, sum }: Read): unknown[] {
  const wrong = jobs.filter(({ status, timeline, credits, orders }) => {
    const names = timeline.map((line) => line.split(' ')[1]!);
    const end = names.findIndex((name) => ['cancelled', 'published'].includes(name));
    const isMovedAfterItsEnd = end >= 0 && end < names.length - 1;
    const isChargedWrongly = credits.filter((type) => type === 'charge').length !== (status === 'published' ? 1 : 0);
    const isStopped = orders.some((order) => order.startsWith('cancel'));
    return isMovedAfterItsEnd || isChargedWrongly || isStopped !== (status === 'cancelled');
  });
  return balance === sum ? wrong : [...wrong, { balance, sum }];
}

/** The rows that the database must hold in this world. */
function expected({ jobs, ...world }: World): unknown {
  const stored = jobs.map((one) => Object.entries(one).filter(([name]) => !['reached', 'isStaging'].includes(name)));
  return plain({ ...world, sum: world.balance, jobs: stored.map((entries) => Object.fromEntries(entries)) });
}

/** A copy by `structuredClone` is of another realm than the tests, and never strictly equal. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value));
}

describe('an assignment', () => {
  it('does what a pure model of the contract does, whoever acts on it, in whatever order and at the same time', async () => {
    const { seed, numRuns } = runs(160, 10_000);
    const property = fc.asyncProperty(sequence, async ({ credits, turns }) => {
      const machine = await openMachine(database, deps, credits);
      let worlds = [newWorld(credits)];
      for (const steps of turns) worlds = await takeTurn(machine, worlds, steps);
      const read = plain(await machine.read());
      const known = worlds.map(expected);
      expect(wrongs(read)).toEqual([]);
      expect(read).toEqual(known.find((world) => isDeepStrictEqual(world, read)) ?? known[0]);
      for (const id of machine.ids) {
        const { today, pure } = await beginBoth(database, id);
        expect(pure).toBe(today);
      }
    });
    const all = Array.from({ length: lanes }, async (_, lane) =>
      fc.assert(property, { seed: seed + lane, numRuns: Math.ceil(numRuns / lanes) }),
    );
    await Promise.all(all);
  }, 1_800_000);
});
