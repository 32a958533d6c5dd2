import { createShares } from '../lib/shares';
import type { Shares } from '../lib/shares';

/** Requests of one workspace, of a process: its hosts may hold each for up to 10 s. */
const turns = { ownerMax: 5, waitingMax: 20, waitMs: 10_000 };

/** The turns of requests that wait for the answer of a host that their caller has named: the share of each workspace. */
export function createHostTurns(): Shares {
  return createShares(turns);
}
