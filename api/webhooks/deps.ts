import type { SafeFetch } from '../../lib/safeFetch/safeFetch';
import type { KeyedLimiter } from '../../lib/KeyedLimiter';
import type { BaseDeps } from '../deps';

export interface WebhookDeps extends BaseDeps {
  /** The way to addresses that callers name. */
  safeFetch: SafeFetch;
  /** The turns in which receivers of test events are asked. */
  hostTurns: KeyedLimiter;
}
