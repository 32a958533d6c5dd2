import { Registry, collectDefaultMetrics } from 'prom-client';
import { failureKinds } from '../../domain/failures/failures';
import type { PlatformSlug } from '../../domain/platform';
import { databaseMetrics } from './database';
import { deliveryMetrics, mailMetrics } from './deliveries';
import { paymentMetrics } from './payments';
import { channelMetrics, publishMetrics, renewalOutcomes } from './publishing';
import { outboxMetrics, requestMetrics } from './requests';

export { databaseObserver } from './database';
export type { DatabaseFault, DatabaseObserver } from './database';
export type { RenewalOutcome } from './publishing';

/** The metrics of one process, in Prometheus's names and units. Served at /metrics of the internal port. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    ...requestMetrics(registers),
    ...databaseMetrics(registers),
    ...outboxMetrics(registers),
    ...publishMetrics(registers),
    ...channelMetrics(registers),
    ...deliveryMetrics(registers),
    ...mailMetrics(registers),
    ...paymentMetrics(registers),
  };
}

/**
 * Begins at zero the counts of platforms that alerts rest on: an increase from no count at all is seen by nobody.
 * @param platforms the slugs of all platforms of the build
 */
export function beginCounts(
  { assignmentsEnded, triesFailed, tokenRenewals, publishDelaySeconds }: Metrics,
  platforms: readonly PlatformSlug[],
): void {
  for (const platform of platforms) {
    assignmentsEnded.inc({ platform, status: 'published', code: '' }, 0);
    for (const code of Object.keys(failureKinds)) {
      assignmentsEnded.inc({ platform, status: 'failed', code }, 0);
      triesFailed.inc({ platform, code }, 0);
    }
    for (const outcome of renewalOutcomes) tokenRenewals.inc({ platform, outcome }, 0);
    for (const scheduled of ['yes', 'no']) publishDelaySeconds.zero({ platform, scheduled });
  }
}
