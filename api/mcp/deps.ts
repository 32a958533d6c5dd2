import type { SafeFetch } from '../../lib/safeFetch/safeFetch';
import type { BaseDeps } from '../deps';
import type { FailureLimit } from '../users/failureLimit';

export interface McpDeps extends BaseDeps {
  /** Limits how often the key of a consent is guessed. */
  failureLimit: FailureLimit;
  /** Reads the documents that describe clients. */
  safeFetch: SafeFetch;
}
