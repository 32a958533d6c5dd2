import type { Passwords } from '../../lib/passwords';
import type { SafeFetch } from '../../lib/safeFetch/safeFetch';
import type { BaseDeps } from '../deps';
import type { FailureLimit } from '../users/failureLimit';

export interface McpDeps extends BaseDeps {
  passwords: Passwords;
  /** Limits how often the key or the password of a consent is guessed. */
  failureLimit: FailureLimit;
  /** Reads the documents that describe clients. */
  safeFetch: SafeFetch;
}
