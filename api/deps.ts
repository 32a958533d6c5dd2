import type { Sequelize } from 'sequelize';
import type { ServiceConfig } from '../lib/config';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import type { Secrets } from '../lib/secrets';
import type { Platforms } from '../platforms';

/** What every resource is given. A resource that needs more says so in a file of this name in its folder. */
export interface BaseDeps {
  config: Pick<
    ServiceConfig,
    | 'baseUrl'
    | 'consoleUrl'
    | 'freePlanCredits'
    | 'idempotencyHoldUntil'
    | 'mcpHosts'
    | 'mcpOrigins'
    | 'outboundAllow'
    | 'prepareAheadSeconds'
    | 'rateLimitPerMinute'
    | 'trustProxy'
    | 'uploadQuotaBytes'
  >;
  logger: Logger;
  /** The pool that the models are bound to. */
  sequelize: Sequelize;
  platforms: Platforms;
  /** Starts the workflows of outbox entries just committed. Never awaited: what it misses, the relay starts. */
  dispatch: (outboxIds: readonly number[]) => void;
  /** Opens what is stored encrypted. */
  secrets: Secrets;
  metrics: Pick<Metrics, 'httpRequestSeconds' | 'assignmentsEnded' | 'paymentsWithoutCredits'>;
  /** Whether each answer is parsed against its schema before it is sent; the tests switch it on. */
  checkResponses?: boolean;
}
