import { KeyedLimiter } from '../lib/KeyedLimiter';

/** Requests of one workspace, of a process: its hosts may hold each for up to 10 s. */
const limits = { perKey: 5, waiting: 20, waitMs: 10_000 };

/** The turns of requests that wait for the answer of a host that their caller has named: the share of each workspace. */
export function createHostTurns(): KeyedLimiter {
  return new KeyedLimiter(limits);
}
