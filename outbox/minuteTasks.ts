import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { minuteTaskNames, minuteTasks } from '../models/housekeeping/minuteTasks';
import type { MinuteTaskName } from '../models/housekeeping/minuteTasks';
import { paced } from '../domain/pace';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import { MinuteTask } from '../models/housekeeping/MinuteTask';
import type { Holding, RunOutcome } from '../models/housekeeping/MinuteTask';

const turnMsDefault = 1000;
/** A process that has died holds its tasks for this time at most. */
const leaseMs = () => paced(15_000);
const renewMs = () => leaseMs() / 3;

export interface MinuteRun {
  /** An operator has asked for this run. */
  isAsked: boolean;
  /** To be called before each batch. @throws RunStopped if the process stops, or has lost the lease */
  goOn: () => Promise<void>;
  /** Aborted when the process stops. */
  signal: AbortSignal;
}

/** @returns the result, for operators */
export type MinuteWork = (run: MinuteRun) => Promise<object>;

interface MinuteTasksDeps {
  work: Readonly<Record<MinuteTaskName, MinuteWork>>;
  /** The process looks this often whether a task is free or due, each second if left out. */
  turnMs?: number;
  logger: Logger;
  metrics: Metrics;
}

/** Another process does the task from the beginning. */
class RunStopped extends Error {
  override readonly name = 'RunStopped';
}

/**
 * Does the minute tasks (models/housekeeping/minuteTasks.ts) whose leases this process gets, until it is stopped. It then lets its leases
 * go, so that another process goes on at once.
 */
export function startMinuteTasks(deps: MinuteTasksDeps): { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const holder = `${hostname()} ${process.pid} ${randomUUID().slice(0, 8)}`;
  const running = Promise.all(minuteTaskNames.map(async (name) => attend(deps, { name, holder }, stopping.signal)));
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function attend(deps: MinuteTasksDeps, holding: Holding, signal: AbortSignal): Promise<void> {
  const { logger, turnMs = turnMsDefault } = deps;
  const isHeld = createLease(holding);
  const warn = (error: unknown): void =>
    logger.warn({ err: error, task: holding.name }, 'the row of a minute task was not reached; it is tried again');
  while (!signal.aborted) {
    try {
      if (await isHeld()) await takeTurn(deps, holding, isHeld, signal);
    } catch (error) {
      warn(error);
    }
    await delay(turnMs, undefined, { signal }).catch(() => undefined);
  }
  await MinuteTask.release(holding).catch(warn);
}

/** @returns a function that takes the lease, prolongs an own one of which a third is over, and tells whether this process has it */
function createLease(holding: Holding): () => Promise<boolean> {
  let takenAtMs = -Infinity;
  return async () => {
    const askedAtMs = performance.now();
    if (askedAtMs - takenAtMs < renewMs()) return true;
    const isTaken = await MinuteTask.take(holding, leaseMs());
    takenAtMs = isTaken ? askedAtMs : -Infinity;
    return isTaken;
  };
}

/** Does the task, if a run is due. */
async function takeTurn(
  { work, logger, metrics }: MinuteTasksDeps,
  holding: Holding,
  isHeld: () => Promise<boolean>,
  signal: AbortSignal,
): Promise<void> {
  const { name: task } = holding;
  const begun = await MinuteTask.begin(holding);
  if (!begun) return;
  const renewing = setInterval(() => void isHeld().catch(() => undefined), renewMs());
  const goOn = async (): Promise<void> => {
    if (signal.aborted || !(await isHeld())) throw new RunStopped('this process no longer does the task');
  };
  try {
    const outcome = await outcomeOf(
      async () => work[task]({ ...begun, goOn, signal }),
      (error) => logger.warn({ err: error, task }, 'a run of a minute task has failed'),
    );
    metrics.minuteTaskRuns.inc({ task, outcome: outcome.error === null ? 'done' : 'failed' });
    await MinuteTask.end(holding, outcome, minuteTasks[task]);
  } catch (error) {
    if (!(error instanceof RunStopped)) throw error;
    logger.warn({ task }, 'a run of a minute task was stopped; another process begins it anew');
  } finally {
    clearInterval(renewing);
  }
}

async function outcomeOf(run: () => Promise<object>, tell: (error: unknown) => void): Promise<RunOutcome> {
  try {
    return { result: await run(), error: null };
  } catch (error) {
    if (error instanceof RunStopped) throw error;
    tell(error);
    return { result: null, error: error instanceof Error ? error.message : String(error) };
  }
}
