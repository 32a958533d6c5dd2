import { setTimeout as delay } from 'node:timers/promises';
import { accountFailuresMax, addressFailuresMax } from '../../domain/limits';
import type { Logger } from '../../lib/logger';
import { networkOf } from '../../lib/networkOf';
import { KeyedLimiter, LimitReached } from '../../lib/KeyedLimiter';
import { countKey, FailureCount } from '../../models/users/FailureCount';
import type { TakenTry } from '../../models/users/FailureCount';
import { ApiError, Refusal } from '../http/errors';
import { nowBusy } from '../http/refusals';

/** A log-in, a registration, a change of a password, or a consent. */
export interface Try {
  readonly purpose: 'login' | 'register' | 'password' | 'consent';
  /** The account that the try is for: an email, a user's id, or the id of a consent page. */
  readonly account: string;
  readonly address: string;
  /** For the log. */
  readonly requestId: string;
}

/** The one whom a try is about, as the log may name them. */
export type Subject = { readonly userId: string } | { readonly workspaceId: string };

export interface FailureLimit {
  /**
   * Makes a try that can fail, unless there were too many failures: 10 of an account from an address, or 100 from an
   * address, in 15 minutes (contract.md §7). Tries at one account from one address take turns. Where only unfinished
   * tries stand in the way, the new try waits a moment for them.
   * Each try that was right, was wrong or was refused for its failures is a line of the log, with its purpose.
   * @param attempt gives null for a failure that counts; an attempt that throws does not count. Its argument takes the
   *   subject of the try, once that is known
   * @throws ApiError 429 after too many failures, 503 where too many tries wait; the error of the attempt
   */
  readonly limit: <T>(who: Try, attempt: Attempt<T>) => Promise<T | null>;
}

export type Attempt<T> = (isAbout: (subject: Subject) => void) => Promise<T | null>;

export const tooManyFailures = new Refusal(
  'RATE_LIMITED',
  (seconds: number) => `There were too many failed tries. Try again in ${seconds} s.`,
  900,
);

/** The tries of one account from one address that may wait. */
const turnsWaitingMax = 64;
/** Tries that wait for others to end, in this process. */
const triesWaitingMax = 64;
/** The pauses between two checks whether these tries have ended. */
const looksMs = [20, 50, 100, 200, 400, 800, 1_600];

/** Counts failures in the database, for all processes together. */
export function createFailureLimit(logger: Logger): FailureLimit {
  const accounts = new KeyedLimiter({ perKey: 1, waiting: turnsWaitingMax });
  const looks = new KeyedLimiter({ perKey: triesWaitingMax, waiting: 0 });

  async function take(key: string, max: number): Promise<TakenTry> {
    return (await takeNow(key, max)) ?? looks.run('', async () => takeSoon(key, max));
  }

  /** Settles the counts of a try. A failure here must not hide the outcome: a count that stays too high expires. */
  async function settle(taken: readonly TakenTry[], hasFailed: boolean): Promise<void> {
    for (const one of taken) {
      await FailureCount.settle(one, hasFailed).catch((error: unknown) =>
        logger.warn({ err: error }, 'a try stays counted'),
      );
    }
  }

  async function count<T>({ keys, attempt }: Counted<T>): Promise<T | null> {
    const taken: TakenTry[] = [];
    let hasFailed = false;
    try {
      for (const [key, max] of keys) taken.push(await take(key, max));
      const outcome = await attempt();
      hasFailed = outcome === null;
      return outcome;
    } finally {
      await settle(taken, hasFailed);
    }
  }

  return {
    limit: async (who, attempt) => {
      const network = networkOf(who.address);
      const ofAccount = countKey(who.purpose, who.account, network);
      const keys = [
        [ofAccount, accountFailuresMax],
        [countKey('address', network), addressFailuresMax],
      ] as const;
      return noted({ logger, who, attempt }, async (asked) =>
        accounts
          .run(ofAccount, async () => count({ keys, attempt: asked }))
          .catch((error: unknown) => {
            throw error instanceof LimitReached ? nowBusy() : error;
          }),
      );
    },
  };
}

interface Noted<T> {
  logger: Logger;
  who: Try;
  attempt: Attempt<T>;
}

/** Makes a try, and writes into the log how it has ended, where the end tells of a password or a key. */
async function noted<T>(
  { logger, who: { requestId, purpose }, attempt }: Noted<T>,
  make: (attempt: () => Promise<T | null>) => Promise<T | null>,
): Promise<T | null> {
  let about: Subject | undefined;
  const note = (outcome: 'right' | 'wrong' | 'refused') =>
    logger.info({ requestId, purpose, outcome, ...about }, 'authentication');
  try {
    const made = await make(async () => attempt((subject) => (about = subject)));
    note(made === null ? 'wrong' : 'right');
    return made;
  } catch (error) {
    if (error instanceof ApiError && error.refusal === tooManyFailures) note('refused');
    throw error;
  }
}

interface Counted<T> {
  keys: readonly (readonly [key: string, max: number])[];
  attempt: () => Promise<T | null>;
}

/** @returns undefined where tries that have not ended stand in the way */
async function takeNow(key: string, max: number): Promise<TakenTry | undefined> {
  const taken = await FailureCount.take(key, max);
  if (taken) return taken;
  const { failures, secondsLeft } = await FailureCount.read(key);
  if (failures < max) return undefined;
  throw tooManyFailures.errorWith({ headers: { 'Retry-After': String(secondsLeft) } }, secondsLeft);
}

async function takeSoon(key: string, max: number): Promise<TakenTry> {
  for (const waitMs of looksMs) {
    await delay(waitMs);
    const taken = await takeNow(key, max);
    if (taken) return taken;
  }
  throw nowBusy();
}
