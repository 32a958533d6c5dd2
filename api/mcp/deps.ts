import type { BaseDeps } from '../deps';
import type { FailureLimit } from '../users/failureLimit';

export interface McpDeps extends BaseDeps {
  /** Limits how often the key of a consent is guessed. */
  failureLimit: FailureLimit;
}
