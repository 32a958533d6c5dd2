import * as fc from 'fast-check';
import { after } from '../../domain/assignment/after';
import type { Change } from '../../domain/assignment/change';
import type { AssignmentSnapshot, Time } from '../../domain/assignment/snapshot';
import { runs } from '../support/counts';
import { createDatabase } from '../support/database';
import { use } from '../support/use';
import { eventOf } from './eventsOfSteps';
import { machineDeps, openMachine } from './machine';
import type { Machine } from './machine';
import { price } from './machineWorld';
import type { Aim, Step } from './machineWorld';
import { readSnapshot } from './readSnapshot';
import { oneByOne, ways } from './steps';

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
    error,
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

type Job = Awaited<ReturnType<Machine['read']>>['jobs'][number];

/** The rows of a job that it did not have before. */
const reportedSince = (before: Job, now: Job): Reported => ({
  moves: now.timeline.slice(before.timeline.length).map((line) => line.split(' ')[1]!),
  credits: now.credits.slice(before.credits.length),
  runs: now.orders.slice(before.orders.length).toSorted(),
});

/** Takes a step, and compares what it makes of the newest assignment with the pure code. @returns whether it has an event */
async function takeBoth(machine: Machine, step: Step): Promise<boolean> {
  const id = machine.ids.at(-1)!;
  const { jobs, balance } = await machine.read();
  const job = jobs.at(-1)!;
  const { snapshot, now } = await readSnapshot(database, id);
  const event = eventOf(step, snapshot, job.title, now);
  await machine.take(step, aimAt(machine, job, step));
  const isUnpaid = step.do === 'retry' && balance < price;
  if (event === null || isUnpaid) return false;
  const change = after(snapshot, event, now);
  const later = await readSnapshot(database, id);
  const laterJob = (await machine.read()).jobs.at(-1)!;
  expect([step.do, seen(later.snapshot, now, reportedSince(job, laterJob))]).toEqual([
    step.do,
    seen(change.assignment, now, reportedBy(change)),
  ]);
  return !change.isVoid;
}

function aimAt({ ids }: Machine, { generation, status, upload }: Job, step: Step): Aim {
  const behind = 'behind' in step ? step.behind : 0;
  return {
    index: ids.length - 1,
    generation: Math.max(1, generation - behind),
    status,
    session: upload?.session ?? null,
  };
}

const stepsWithEvent = [
  'activate',
  'callToPublish',
  'cancel',
  'cleanUp',
  'fail',
  'noteOutcome',
  'postpone',
  'prepared',
  'repair',
  'reschedule',
  'retitle',
  'retry',
  'storeObject',
];

it('the rows of today become what the pure code makes of them, event by event', async () => {
  const taken = new Set<string>();
  const property = fc.asyncProperty(oneByOne, async (steps) => {
    const machine = await openMachine(database, deps, 5 * price);
    await machine.take({ do: 'create', time: 'now' }, undefined);
    for (const step of steps) {
      if (await takeBoth(machine, step)) taken.add(step.do);
    }
  });
  await fc.assert(property, { ...runs(100, 3_000), examples: ways.map((steps) => [steps]) });
  expect([...taken].toSorted()).toEqual(stepsWithEvent);
}, 1_800_000);
