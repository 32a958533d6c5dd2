import type { Sequelize } from 'sequelize';
import type { ServiceConfig } from '../lib/config';
import type { Logger } from '../lib/logger';
import type { Metrics } from '../lib/metrics';
import type { Secrets } from '../lib/secrets';
import type { Platforms } from '../platforms';

/** The dependencies of every resource. A resource's own dependencies are in the file of this name in its folder. */
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
  /** Starts the workflows of outbox entries just committed. Never awaited: the relay starts the missed workflows. */
  dispatch: (outboxIds: readonly number[]) => void;
  /** Decrypts stored secrets. */
  secrets: Secrets;
  metrics: Pick<Metrics, 'httpRequestSeconds' | 'assignmentsEnded' | 'publishDelaySeconds' | 'paymentsWithoutCredits'>;
  /** Whether each answer is parsed against its schema before it is sent; the tests switch it on. */
  checkResponses?: boolean;
}
