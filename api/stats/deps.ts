import type { KeyedLimiter } from '../../lib/KeyedLimiter';
import type { BaseDeps } from '../deps';

export interface StatsDeps extends BaseDeps {
  /** The turns in which statistics are read: they take a part of the pool. */
  figureTurns: KeyedLimiter;
}
