import { KeyedLimiter } from '../../lib/KeyedLimiter';
import type { OrganizationTenant } from '../../models/database/Tenant';
import type { StatsDeps } from './deps';

/** The part of the pool that the statistics of all callers together may take. */
const poolShare = 0.4;
/** As long as the wait for a connection of the pool. */
const waitMs = 10_000;
const waitingMax = 400;

/**
 * The turns of the long statements of statistics in a process. A request runs several side by side, so some users of
 * the console would take every connection of the pool from the callers who publish.
 * @param poolSize the number of connections
 */
export function createFigureTurns(poolSize: number): KeyedLimiter {
  const atOnce = Math.max(1, Math.floor(poolSize * poolShare));
  return new KeyedLimiter({ total: atOnce, perKey: atOnce, waiting: waitingMax, waitMs });
}

interface Asking {
  readonly deps: Pick<StatsDeps, 'figureTurns'>;
  readonly principal: { readonly tenant: OrganizationTenant };
  readonly signal?: AbortSignal;
}

/** Runs a statement of a caller's statistics when it is its turn: workspaces take turns. @throws LimitReached */
export async function inTurn<T>({ deps, principal, signal }: Asking, read: () => Promise<T>): Promise<T> {
  return deps.figureTurns.run(principal.tenant.workspaceId, read, signal);
}
