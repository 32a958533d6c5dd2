import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { endedStatuses } from '../../../domain/assignment';
import type { AssignmentStatus } from '../../../domain/assignment';

type Entry = InspectedAssignment['timeline'][number];

/** A state that a run has, had, or will have. */
export interface Step {
  status: AssignmentStatus;
  /** Null: not reached. */
  at: string | null;
  /** Until the next state, or until now; null: the state is an end, or was not reached. */
  lastedMs: number | null;
  isCurrent: boolean;
  errors: Entry['errors'];
  failedTries: Entry['failedTries'];
  resolution: Entry['resolution'];
}

const notReached = {
  at: null,
  lastedMs: null,
  isCurrent: false,
  errors: [],
  failedTries: { count: 0, latest: [] },
  resolution: null,
};

/** The states of a run that succeeds, in their order. */
const path = ['pending', 'uploading', 'uploaded', 'processing', 'published'] as const;

/** Splits a timeline into its runs: the first one, and one for each retry. The latest is the last. */
export function runsOf(timeline: readonly Entry[]): Entry[][] {
  const runs: Entry[][] = [];
  for (const entry of timeline) {
    const run = runs.at(-1);
    if (run === undefined || entry.status === 'pending') runs.push([entry]);
    else run.push(entry);
  }
  return runs;
}

/** The states of one run with their durations, and the states ahead of it unless it has ended. */
export function stepsOf(run: readonly Entry[], nowMs: number): Step[] {
  const passed = run.map(({ status, at, errors, failedTries, resolution }, index): Step => {
    const next = run[index + 1];
    const isEnd = endedStatuses.includes(status);
    const untilMs = next ? Date.parse(next.at) : nowMs;
    return {
      status,
      at,
      errors,
      failedTries,
      resolution,
      isCurrent: next === undefined,
      lastedMs: isEnd ? null : Math.max(0, untilMs - Date.parse(at)),
    };
  });
  const last = run.at(-1);
  if (last === undefined || endedStatuses.includes(last.status)) return passed;
  const ahead = path.slice(path.findIndex((status) => status === last.status) + 1);
  return [...passed, ...ahead.map((status): Step => ({ ...notReached, status }))];
}

type FailedTry = Entry['failedTries']['latest'][number];

/** The reasons of failed tries: each once, with its number of times and its last time, the latest first. */
export function reasonsOf(latest: readonly FailedTry[]): (FailedTry & { times: number })[] {
  const reasons = new Map<string, FailedTry & { times: number }>();
  for (const one of latest.toReversed()) {
    const key = `${one.code} ${one.message}`;
    const known = reasons.get(key) ?? { ...one, times: 0 };
    reasons.set(key, { ...known, times: known.times + 1 });
  }
  return [...reasons.values()];
}

/** The states by which a run is told in one line: those on the way are left out once they are passed. */
export function milestonesOf(run: readonly Entry[]): readonly Entry[] {
  return run.filter(({ status }, index) => index === run.length - 1 || !passing.includes(status));
}

const passing: readonly AssignmentStatus[] = ['uploading', 'processing'];

/** Whether something happened that one line does not tell: a try failed, or the post was retried or resolved. */
export function isEventful(timeline: readonly Entry[]): boolean {
  return (
    runsOf(timeline).length > 1 || timeline.some(({ failedTries, resolution }) => failedTries.count > 0 || resolution)
  );
}
