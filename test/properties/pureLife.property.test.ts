import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { after } from '../../domain/assignment/after';
import { andThen, nothing } from '../../domain/assignment/change';
import type { Change } from '../../domain/assignment/change';
import type { AssignmentSnapshot, Time } from '../../domain/assignment/snapshot';
import { runs } from '../support/counts';
import { createDatabase } from '../support/servers/database';
import { use } from '../support/use';
import { eventOf } from './eventsOfSteps';
import { machineDeps, openMachine } from './machine';
import type { Machine } from './machine';
import { price } from './life';
import type { Step } from './life';
import { load, nextInBoth } from './load';
import { oneByOne, twoAtOnce, ways } from './steps';

const database = use(async () => createDatabase({ poolSize: 8 }));
const deps = use(async () => {
  const made = machineDeps(database);
  return { ...made, stop: async () => made.safeFetch.close() };
});

/** All that both say of an assignment. */
interface Seen {
  status: string;
  generation: number;
  error: string | null;
  cleanup: string;
  isMediaDue: boolean;
  isPrepared: boolean;
  waits: boolean;
  call: string | null;
  dueAt: Time | null;
  moves: readonly string[];
  credits: readonly string[];
  runs: readonly string[];
}

function seen(snapshot: AssignmentSnapshot, now: Time, { moves, credits, runs }: Reported): Seen {
  const { status, generation, error, cleanup, media, preparedAt, pause, call, dueAt } = snapshot;
  return {
    status,
    generation,
    error: error && error.code,
    cleanup,
    isMediaDue: media.isDue,
    isPrepared: preparedAt !== null && status === 'uploaded',
    waits: pause?.until !== undefined && pause.until !== null && pause.until > now,
    call: call && call.of,
    dueAt,
    moves,
    credits,
    runs,
  };
}

type Reported = Pick<Seen, 'moves' | 'credits' | 'runs'>;

const reportedBy = ({ moves, credits, runs }: Change): Reported => ({
  moves,
  credits,
  runs: runs.map(({ order, generation }) => `${order} ${generation}`).sort(),
});

type Assignment = Awaited<ReturnType<Machine['read']>>['assignments'][number];

/** The rows of an assignment that it did not have before. */
const reportedSince = (before: Assignment, now: Assignment): Reported => ({
  moves: now.timeline.slice(before.timeline.length).map((line) => line.split(' ')[1]!),
  credits: now.credits.slice(before.credits.length),
  runs: now.orders.slice(before.orders.length).toSorted(),
});

/** The newest assignment, before a step is taken on it. */
async function openAssignment(machine: Machine) {
  const id = machine.ids.at(-1)!;
  const { assignments, balance } = await machine.read();
  const assignment = assignments.at(-1)!;
  const { assignment: snapshot, now } = await load(id);
  const generationOf = (step: Step): number => Math.max(1, snapshot.generation - ('behind' in step ? step.behind : 0));
  const changeBy = (step: Step, known = { snapshot, title: assignment.title }): Change | null => {
    const event = eventOf(step, generationOf(step), known, now);
    const isUnpaid = step.do === 'retry' && balance < 2 * price;
    return event === null || isUnpaid ? null : after(known.snapshot, event, now);
  };
  return {
    assignment,
    snapshot,
    now,
    changeBy,
    take: async (step: Step) => machine.take(step, { generation: generationOf(step), session: assignment.session }),
    /** The assignment after its steps. */
    seen: async (): Promise<Seen> => {
      const world = await machine.read();
      const laterAssignment = world.assignments.at(-1)!;
      const notified = laterAssignment.timeline
        .map((line) => line.split(' ')[1]!)
        .filter((status) => status !== 'pending');
      expect({ balance: world.balance, webhooks: laterAssignment.webhooks }).toEqual({
        balance: world.sum,
        webhooks: notified,
      });
      const { row, pure } = await nextInBoth(id);
      expect(row).toEqual(pure);
      return seen((await load(id)).assignment, now, reportedSince(assignment, laterAssignment));
    },
  };
}

/** Takes a step, and compares its effect on the newest assignment with the pure code. @returns whether it had any */
async function takeOne(machine: Machine, step: Step): Promise<boolean> {
  const open = await openAssignment(machine);
  const change = open.changeBy(step);
  await open.take(step);
  const later = await open.seen();
  const expected = change ? seen(change.assignment, open.now, reportedBy(change)) : later;
  expect([step.do, later]).toEqual([step.do, expected]);
  return change?.isVoid === false;
}

/** Takes two steps at the same time: their effect on the assignment is their effect one after the other. */
async function takeBoth(machine: Machine, steps: readonly [Step, Step]): Promise<void> {
  const open = await openAssignment(machine);
  if (steps.some((step) => open.changeBy(step) === null)) return;
  const inOrder = ([first, second]: readonly [Step, Step]): Seen => {
    const made = open.changeBy(first) ?? nothing(open.snapshot);
    const title = first.do === 'retitle' && !made.isVoid ? first.title : open.assignment.title;
    const both = andThen(made, (snapshot) => open.changeBy(second, { snapshot, title }) ?? nothing(snapshot));
    return seen(both.assignment, open.now, reportedBy(both));
  };
  await Promise.all(steps.map(open.take));
  const later = await open.seen();
  const orders = [inOrder(steps), inOrder([steps[1], steps[0]])];
  expect({ steps, later }).toEqual({ steps, later: orders.find((one) => isDeepStrictEqual(one, later)) ?? orders[0] });
}

async function openLife(): Promise<Machine> {
  const machine = await openMachine(database, deps, 5 * price);
  await machine.take({ do: 'create', time: 'now' }, { generation: 1, session: null });
  return machine;
}

it('rows become what the pure code makes of them, event by event', async () => {
  const taken = new Set<string>();
  const property = fc.asyncProperty(oneByOne, async (steps) => {
    const machine = await openLife();
    for (const step of steps) if (await takeOne(machine, step)) taken.add(step.do);
  });
  await fc.assert(property, { ...runs(60, 3_000), examples: ways.map((steps) => [steps]) });
  expect([...taken].toSorted()).toEqual(stepsWithEvent);
}, 1_800_000);

it('of two events at the same time each is decided on what the other has left', async () => {
  const property = fc.asyncProperty(oneByOne, twoAtOnce, async (steps, pairs) => {
    const machine = await openLife();
    for (const step of steps) await takeOne(machine, step);
    for (const pair of pairs) await takeBoth(machine, pair);
  });
  await fc.assert(property, runs(60, 3_000));
}, 1_800_000);

const stepsWithEvent = [
  'activate',
  'callToPublish',
  'cancel',
  'cleanUp',
  'fail',
  'move',
  'noteOutcome',
  'postpone',
  'prepareAnew',
  'prepared',
  'repair',
  'reschedule',
  'retitle',
  'retry',
  'storeObject',
];
