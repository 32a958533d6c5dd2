import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { parseCIDR } from 'ipaddr.js';
import { accountFailuresMax, addressFailuresMax } from '../../domain/limits';
import { FailureCount } from '../../models/FailureCount';
import type { TakenTry } from '../../models/FailureCount';
import { Refusal } from '../http/errors';
import { tooManyRequests } from '../http/refusals';

/** A log-in, a registration, a change of a password, or a consent. */
export interface Try {
  readonly purpose: 'login' | 'register' | 'password' | 'consent';
  /** What is tried: an email, a user's id, or the id of a consent page. */
  readonly account: string;
  readonly address: string;
}

export interface FailureLimit {
  /**
   * Makes a try that can fail, unless there were too many failures: 10 of an account from an address, or 100 from an
   * address, in 15 minutes (contract.md §7). Tries at one account from one address take turns.
   * @param attempt gives null for a failure that counts; one that throws does not count
   * @throws ApiError 429; what the attempt throws
   */
  readonly limit: <T>(who: Try, attempt: () => Promise<T | null>) => Promise<T | null>;
}

export const tooManyFailures = new Refusal(
  'RATE_LIMITED',
  (seconds: number) => `There were too many failed tries. Try again in ${seconds} s.`,
  900,
);

/** Counts failures in the database, for all processes together. */
export function createFailureLimit(): FailureLimit {
  const inTurn = createTurns();
  return {
    limit: async ({ purpose, account, address }, attempt) => {
      const network = networkOf(address);
      const ofAccount = keyOf(purpose, account, network);
      return inTurn(ofAccount, async () => {
        const taken: TakenTry[] = [];
        let hasFailed = false;
        try {
          taken.push(await take(ofAccount, accountFailuresMax));
          taken.push(await take(keyOf('address', network), addressFailuresMax));
          const outcome = await attempt();
          hasFailed = outcome === null;
          return outcome;
        } finally {
          if (!hasFailed) for (const one of taken) await FailureCount.release(one);
        }
      });
    },
  };
}

/**
 * Counts something that is limited whether or not it fails: `max` in 15 minutes.
 * @param parts what is counted
 * @throws ApiError 429
 */
export async function countTry(max: number, ...parts: readonly string[]): Promise<void> {
  const key = keyOf('count', ...parts);
  if (await FailureCount.take(key, max)) return;
  const seconds = String(await FailureCount.secondsLeft(key));
  throw tooManyRequests.errorWith({ headers: { 'Retry-After': seconds } }, seconds);
}

async function take(key: string, max: number): Promise<TakenTry> {
  const taken = await FailureCount.take(key, max);
  if (taken) return taken;
  const seconds = await FailureCount.secondsLeft(key);
  throw tooManyFailures.errorWith({ headers: { 'Retry-After': String(seconds) } }, seconds);
}

/** A hash: the table is to contain no emails. */
function keyOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/**
 * What an address is counted by: itself, or of IPv6 its network.
 * @param prefixBits of the network, in whole bytes; a subscriber usually has all addresses of a /64
 */
export function networkOf(address: string, prefixBits: 48 | 64 = 64): string {
  const [plain = ''] = address.split('%');
  if (!isIPv6(plain)) return plain;
  const [parsed] = parseCIDR(`${plain}/${prefixBits}`);
  if ('isIPv4MappedAddress' in parsed && parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return parsed
    .toByteArray()
    .slice(0, prefixBits / 8)
    .join('.');
}

/** Lets work with the same key run one after the other, in the order in which it came. */
function createTurns(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const ended = mine.catch(() => undefined);
    last.set(key, ended);
    try {
      return await mine;
    } finally {
      if (last.get(key) === ended) last.delete(key);
    }
  };
}
