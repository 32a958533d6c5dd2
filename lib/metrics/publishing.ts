import { Counter, Gauge, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';

/** The outcomes of one renewal of tokens. `failed`: the connection stays as it is, and the next run tries again. */
export const renewalOutcomes = ['renewed', 'refused', 'failed'] as const;
export type RenewalOutcome = (typeof renewalOutcomes)[number];

/** Publications. */
export function publishMetrics(registers: Registry[]) {
  return {
    uploadBytes: new Counter({
      name: 'upload_bytes_total',
      help: 'Media bytes handed to platforms',
      labelNames: ['platform'] as const,
      registers,
    }),
    uploadsInFlight: new Gauge({
      name: 'uploads_in_flight',
      help: 'Media transfers running now',
      labelNames: ['platform'] as const,
      registers,
    }),
    uploadsDeferred: new Counter({
      name: 'uploads_deferred_total',
      help: 'Tries of a transfer that ended at once, since the workspace had as many under way as it may have',
      labelNames: ['platform'] as const,
      registers,
    }),
    assignmentsEnded: new Counter({
      name: 'assignments_ended_total',
      help: 'Assignments that reached an end, by platform, status and error code',
      labelNames: ['platform', 'status', 'code'] as const,
      registers,
    }),
    publishDelaySeconds: new Histogram({
      name: 'publish_delay_seconds',
      help: 'Time from the time of a post, or from its request where it is due at once, to its publication',
      labelNames: ['platform', 'scheduled'] as const,
      buckets: [1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3600],
      registers,
    }),
    triesFailed: new Counter({
      name: 'tries_failed_total',
      help: 'Tries of a step that have failed and are made again, by platform and error code',
      labelNames: ['platform', 'code'] as const,
      registers,
    }),
    assignmentsRepaired: new Counter({
      name: 'assignments_repaired_total',
      help: 'Assignments that had no workflow and were given a new one',
      registers,
    }),
  };
}

/** Channels, and what is owed to their platforms. */
export function channelMetrics(registers: Registry[]) {
  return {
    platformOffered: new Gauge({
      name: 'platform_offered',
      help: 'Platforms by slug: 1 if its settings are there; 0 if not, so that nothing is published to it and its assignments wait',
      labelNames: ['platform'] as const,
      registers,
    }),
    tokenRenewals: new Counter({
      name: 'token_renewals_total',
      help: 'Renewals of tokens ahead of need: renewed, refused by the platform, or failed for now',
      labelNames: ['platform', 'outcome'] as const,
      registers,
    }),
    removalsRepaired: new Counter({
      name: 'connection_removals_repaired_total',
      help: 'Removals of connections that had no workflow and were given a new one',
      registers,
    }),
    cleanupsFailed: new Counter({
      name: 'cleanups_failed_total',
      help: 'Half-made posts that could not be removed from a platform',
      labelNames: ['platform'] as const,
      registers,
    }),
  };
}
