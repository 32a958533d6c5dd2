import { Context } from '@temporalio/activity';
import { platformSlugs } from '../domain/platform';
import type { PlatformSlug } from '../domain/platform';
import { retentionDefaults } from '../domain/retention';
import { eraseExpiredTokens } from '../models/organizations/invitationMail';
import { allRemovals } from '../models/retentions';
import { releaseStaleHolds } from '../models/billing/releaseStaleHolds';
import { PostReading } from '../models/readings/PostReading';
import { eraseOverdueTokens } from '../models/removals/removedConnections';
import { erasePreviousSecrets } from '../models/webhooks/webhookSecrets';
import type { ReconcileResult } from '../outbox/reconcile';
import type { ActivityDeps } from './deps';
import { inBatches } from './inBatches';
import { readSubscriptions } from './readSubscriptions';
import type { ReadingCounts } from './readSubscriptions';
import { removeUploads } from './removeUploads';

const batchSize = 1000;

/** Activities that run by the clock. Each may run at any time, and twice at the same time. */
export function createHousekeepingActivities(deps: ActivityDeps) {
  const { platforms, reconcile, dueGate, retention = retentionDefaults } = deps;
  return {
    /** Starts new workflows for all assignments, webhook deliveries, mails and removals that have lost their workflow. */
    async repairLostRuns(): Promise<ReconcileResult> {
      return reconcile('all', (result) => Context.current().heartbeat(result));
    },

    /** The platforms that are offered. */
    async offeredPlatforms(): Promise<PlatformSlug[]> {
      return platformSlugs.filter((slug) => platforms.has(slug));
    },

    /** Reads paid subscriptions from Stripe once a day, whatever events have come. */
    async readPaidSubscriptions(): Promise<ReadingCounts> {
      return readSubscriptions(deps);
    },

    /** Removes expired rows and files, in batches. A removal that fails does not stop the others. */
    async removeExpired() {
      const removals = allRemovals().map(([name, { remove }]) => [
        name,
        async () => inBatches(dueGate, batchSize, async (limit) => remove(limit, retention)),
      ]);
      return doEach({
        ...Object.fromEntries(removals),
        staleHolds: releaseStaleHolds,
        webhookSecrets: erasePreviousSecrets,
        invitationTokens: eraseExpiredTokens,
        tokensOfRemoved: eraseOverdueTokens,
        uploads: async () => removeUploads(deps),
        readings: async () => PostReading.dropPartitions(retention.readings),
      });
    },
  };
}

type Counted = number | Awaited<ReturnType<typeof removeUploads>>;

/**
 * Does the tasks one after the other. A failed task does not stop the next ones.
 * @throws Error at the end, if a task has failed: so the activity is tried again, and the failure seen
 */
async function doEach(tasks: Record<string, () => Promise<Counted>>): Promise<Record<string, Counted>> {
  const done: Record<string, Counted> = {};
  const failed: string[] = [];
  let cause: unknown;
  for (const [name, task] of Object.entries(tasks)) {
    try {
      done[name] = await task();
    } catch (error) {
      failed.push(name);
      cause ??= error;
    }
  }
  if (failed.length > 0) throw new Error(`could not be removed: ${failed.join(', ')}`, { cause });
  return done;
}
