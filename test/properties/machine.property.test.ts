import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { runs } from '../support/counts';
import { createDatabase } from '../support/database';
import { machineDeps, openMachine } from './machine';
import type { Machine } from './machine';
import { aim, take } from './machineModel';
import { newWorld, price } from './machineWorld';
import type { Aim, Step, World } from './machineWorld';
import { beginBoth } from './todaysSteps';
import { use } from '../support/use';

/** Sequences that run at the same time, each in a workspace of its own. */
const lanes = 8;

const database = use(async () => createDatabase({ poolSize: lanes * 2 }));
const deps = use(async () => {
  const made = machineDeps(database);
  return { ...made, stop: async () => made.safeFetch.close() };
});

const job = fc.constantFrom(0, 0, 0, 1);
/** Mostly nobody is late. */
const late = { job, behind: fc.constantFrom(0, 0, 0, 0, 1, 2) };
const time = fc.constantFrom('now' as const, 'now' as const, 'past' as const, 'later' as const);
const of = <Parts>(name: Step['do'], parts: { [Part in keyof Parts]: fc.Arbitrary<Parts[Part]> }) =>
  fc.record({ do: fc.constant(name), ...parts }) as unknown as fc.Arbitrary<Step>;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: of('create', { time }) },
  { weight: 2, arbitrary: of('retitle', { job, title: fc.constantFrom('second', 'third') }) },
  { weight: 2, arbitrary: of('reschedule', { job, time }) },
  { weight: 2, arbitrary: of('cancel', { job }) },
  { weight: 3, arbitrary: of('retry', { job }) },
  { weight: 1, arbitrary: of('activate', { isActive: fc.boolean() }) },
  {
    weight: 12,
    arbitrary: of('move', { ...late, to: fc.constantFrom('uploading', 'uploaded', 'processing', 'published') }),
  },
  { weight: 4, arbitrary: of('fail', { ...late, code: fc.constantFrom('OUTCOME_UNKNOWN', 'UPLOAD_FAILED') }) },
  { weight: 3, arbitrary: of('openSession', { ...late, session: fc.constantFrom('session-1', 'session-2') }) },
  { weight: 2, arbitrary: of('storeObject', late) },
  { weight: 1, arbitrary: of('stage', late) },
  { weight: 1, arbitrary: of('findPublished', late) },
  { weight: 2, arbitrary: of('postpone', late) },
  { weight: 2, arbitrary: of('prepared', late) },
  { weight: 1, arbitrary: of('prepareAnew', { ...late, isLost: fc.boolean() }) },
  { weight: 1, arbitrary: of('mediaAnew', late) },
  { weight: 3, arbitrary: of('callToPublish', late) },
  { weight: 2, arbitrary: of('noteOutcome', { ...late, outcome: fc.constantFrom('happened', 'notHappened') }) },
  { weight: 2, arbitrary: of('cleanUp', { ...late, outcome: fc.constantFrom('done', 'kept', 'failed') }) },
  { weight: 1, arbitrary: of('repair', late) },
);
/** A worker that does its work in order, so that sequences get far; what comes between is left to chance. */
const straight: Step[] = (['uploading', 'uploaded', 'processing', 'published'] as const).map((to) => ({
  do: 'move',
  job: 0,
  behind: 0,
  to,
}));
const first: Step = { do: 'create', time: 'now' };
/** One step, or two at the same time. */
const turn = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(step) },
  { weight: 2, arbitrary: fc.constantFrom(...straight).map((one) => [one]) },
  { weight: 2, arbitrary: fc.tuple(step, step) },
);
const onTime = { job: 0, behind: 0 };
const toSession: Step[] = [straight[0]!, { do: 'openSession', ...onTime, session: 'session-1' }];
const toFailure: Step[] = [...toSession, { do: 'fail', ...onTime, code: 'UPLOAD_FAILED' }];
/** Steps that chance alone seldom finds. */
const openings: Step[][] = [
  [],
  toSession,
  toFailure,
  [...toFailure, { do: 'retry', job: 0 }],
  [...toFailure, { do: 'cleanUp', ...onTime, outcome: 'failed' }],
  [...toSession, { do: 'storeObject', ...onTime }, straight[1]!, straight[2]!],
];
const sequence = fc
  .tuple(fc.integer({ min: 0, max: 4 }), fc.constantFrom(...openings), fc.array(turn, { maxLength: 12 }))
  .map(([jobs, opening, turns]) => {
    const begun = [first, ...opening].map((one) => [one]);
    return { credits: jobs * price + 5, turns: [...begun, ...turns] };
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
