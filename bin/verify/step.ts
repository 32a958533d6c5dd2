/** The verdict on a promise: it was seen kept, it was seen broken, or it could not be seen. */
export type Verdict = 'seen' | 'broken' | 'not seen';

/** The result of a step, in words for the operator. */
export interface Observation {
  readonly verdict: Verdict;
  readonly words: string;
  /** The next step of the operator. Left out: of a broken promise as the step has it, else none. */
  readonly follows?: string | undefined;
}

/** The costs of a step on the platform. */
export interface StepCost {
  /** Videos out of YouTube's bucket of uploads. */
  readonly uploads?: number;
  /** Units of YouTube's quota. */
  readonly units?: number;
  /** Public posts, each removed at once. */
  readonly posts?: number;
  /** Private objects, each removed. */
  readonly drafts?: number;
}

/** A promise of a platform that an adapter relies on, and the way to see it. */
export interface Step<Context> {
  /** Such as `youtube.refresh`. It never changes: pages for operators cite it. */
  readonly id: string;
  /** The promise, as a sentence. */
  readonly assumed: string;
  /** The part of the product that rests on the promise, and the next step where it is broken. */
  readonly follows: string;
  /** Steps that must have been seen before. */
  readonly restsOn?: readonly string[];
  /** Others see its result, until it is removed: it runs with `--publish` alone. */
  readonly isPublic?: boolean;
  /** It runs with `--resume` alone, a day after the first walk. */
  readonly needsDay?: boolean;
  /** It uses up the quota of the day: it runs with `--exhaust-quota` alone. */
  readonly exhaustsQuota?: boolean;
  readonly cost?: StepCost;
  see(context: Context): Promise<Observation>;
}

/** A row of the table. */
export interface Row extends Observation {
  readonly id: string;
  readonly assumed: string;
}

/** The promise is kept. */
export function seen(words: string, follows?: string): Observation {
  return { verdict: 'seen', words, ...(follows !== undefined && { follows }) };
}

/** The promise is broken. */
export function broken(words: string, follows?: string): Observation {
  return { verdict: 'broken', words, ...(follows !== undefined && { follows }) };
}

/** The walk could not see it. @param follows how it can be seen */
export function notSeen(words: string, follows: string): Observation {
  return { verdict: 'not seen', words, follows };
}
