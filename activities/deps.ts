import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import type { SafeFetch } from '../lib/safeFetch/safeFetch';
import type { Secrets } from '../lib/secrets';
import type { Platforms } from '../platforms/index';

/** What activities need from outside; `bin/worker.ts` and the tests put it together. */
export interface ActivityDeps {
  platforms: Platforms;
  secrets: Secrets;
  safeFetch: SafeFetch;
  logger: Logger;
  metrics: Metrics;
  /** Waits between the tries of a platform step; one more try than waits. */
  platformRetryDelaysMs: readonly number[];
  /** The first wait between two questions about processing; each next one doubles, up to 60 s. */
  processingPollMs: number;
  /** A source that sends less than 1 KiB/s for this long is cut and resumed. */
  mediaStallMs: number;
}
