import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerLog } from './answers/AnswerLog';
import type { ResumeState } from './keeping';
import type { Traces } from './Traces';

/** The times of a walk, in milliseconds. */
export interface Times {
  /** For a person: to consent, or to pay. */
  readonly personMs: number;
  /** For the platform to process a video. */
  readonly processingMs: number;
  /** For a list or a page to show a change. */
  readonly lagMs: number;
  /** Between two looks. */
  readonly pollMs: number;
}

/** The parts that the walks of all platforms share. */
export interface Walk {
  /** Says a line to the operator. */
  readonly tell: (line: string) => void;
  readonly answers: AnswerLog;
  readonly traces: Traces;
  readonly times: Times;
  /** The operator has interrupted: no step begins any more, and each wait ends. A call that runs is left to its end. */
  readonly interrupted: AbortSignal;
  readonly clock: () => Date;
  /** The things that an earlier walk has left; null: there was none. */
  readonly earlier: ResumeState | null;
  /** This is the walk of another day, which goes on with them. */
  readonly isResumed: boolean;
  /** Leaves something for the walk of another day. */
  readonly keep: (kept: Partial<ResumeState>) => void;
  /** Where the browser leads the consent back to. */
  readonly redirectUri: string;
  /** Lines that the operator types, for an address that is pasted. */
  readonly lines: AsyncIterable<string> | null;
  /** The page or channel of the walk; null: the only one. */
  readonly wantedId: string | null;
}

/** The operator has interrupted the walk. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
}

/** A sight, and how long it took to come. */
export interface Late<T> {
  readonly value: T;
  readonly afterMs: number;
}

/**
 * Looks until there is something to be seen.
 * @returns null if nothing came within the limit
 * @throws Interruption
 */
export async function lookUntil<T>(
  { times, interrupted }: Pick<Walk, 'times' | 'interrupted'>,
  limitMs: number,
  look: () => Promise<T | null>,
): Promise<Late<T> | null> {
  const begun = performance.now();
  for (;;) {
    if (interrupted.aborted) throw new Interruption();
    const value = await look();
    const afterMs = performance.now() - begun;
    if (value !== null) return { value, afterMs };
    if (afterMs >= limitMs) return null;
    await delay(times.pollMs, undefined, { signal: interrupted }).catch(() => undefined);
  }
}

/** A time in words, such as `at once` or `after 12 s`. */
export function after(ms: number): string {
  return ms < 2_000 ? 'at once' : `after ${Math.round(ms / 1000)} s`;
}

/** @throws Error where a step before should have found it, which the order of the steps rules out */
export function found<T>(value: T | null | undefined, name: string): T {
  if (value === null || value === undefined) throw new Error(`no step before has found ${name}`);
  return value;
}
