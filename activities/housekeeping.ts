import { Context } from '@temporalio/activity';
import { platformSlugs } from '../domain/platform';
import type { PlatformSlug } from '../domain/platform';
import { failpoint } from '../lib/failpoint';
import { BookedEvent } from '../models/BookedEvent';
import { CreditPurchase } from '../models/CreditPurchase';
import { FailureCount } from '../models/FailureCount';
import { foldStatistics } from '../models/foldStatistics';
import { IdempotencyKey } from '../models/IdempotencyKey';
import { eraseExpiredTokens } from '../models/invitationMail';
import { McpGrant } from '../models/McpGrant';
import { McpToken } from '../models/McpToken';
import { OAuthTicket } from '../models/OAuthTicket';
import { OutboxEntry } from '../models/OutboxEntry';
import { QuotaDay } from '../models/QuotaDay';
import { QuotaShare } from '../models/QuotaShare';
import { releaseStaleHolds } from '../models/releaseStaleHolds';
import { eraseOverdueTokens } from '../models/removedConnections';
import { erasePreviousSecrets } from '../models/webhookSecrets';
import type { ReconcileResult } from '../outbox/reconcile';
import type { ActivityDeps } from './deps';
import { removeUploads } from './removeUploads';

const batchSize = 1000;

/** Activities that run by the clock. Each may run at any time, and twice at the same time. */
export function createHousekeepingActivities({ platforms, reconcile, mediaStore, logger }: ActivityDeps) {
  return {
    /** Lets jobs, webhook deliveries, mails and removals that have lost their workflow go on in another one. */
    async repairLostRuns(scope: 'recent' | 'all'): Promise<ReconcileResult> {
      return reconcile(scope, (result) => Context.current().heartbeat(result));
    },

    /** The platforms that are offered. */
    async offeredPlatforms(): Promise<PlatformSlug[]> {
      return platformSlugs.filter((slug) => platforms.has(slug));
    },

    /** Adds up what the statistics have not added up yet, in batches. */
    async foldChanges() {
      return { changes: await inBatches(async () => foldStatistics(batchSize)) };
    },

    /** Removes expired rows and files, in batches. One that cannot be removed now does not keep the others. */
    async removeExpired() {
      return doEach({
        idempotencyKeys: async () => inBatches(async () => IdempotencyKey.removeExpired(batchSize)),
        failureCounts: async () => inBatches(async () => FailureCount.removeExpired(batchSize)),
        outboxEntries: async () => inBatches(async () => OutboxEntry.removeDispatched(batchSize)),
        tickets: async () => inBatches(async () => OAuthTicket.removeExpired(batchSize)),
        accessTokens: async () => inBatches(async () => McpToken.removeExpired(batchSize)),
        tokensOfEndedGrants: async () => inBatches(async () => McpToken.removeOfEnded(batchSize)),
        mcpGrants: async () => inBatches(async () => McpGrant.removeExpired(batchSize)),
        quotaDays: async () => inBatches(async () => QuotaDay.removeExpired(batchSize)),
        quotaShares: async () => inBatches(async () => QuotaShare.removeExpired(batchSize)),
        stripeEvents: async () => inBatches(async () => BookedEvent.removeExpired(batchSize)),
        unpaidPurchases: async () => inBatches(async () => CreditPurchase.removeUnpaid(batchSize)),
        staleHolds: releaseStaleHolds,
        webhookSecrets: erasePreviousSecrets,
        invitationTokens: eraseExpiredTokens,
        tokensOfRemoved: eraseOverdueTokens,
        uploads: async () => removeUploads({ mediaStore, logger }),
      });
    },
  };
}

type Counted = number | Awaited<ReturnType<typeof removeUploads>>;

/**
 * Does one after the other, whatever becomes of those before.
 * @throws Error at the end, if any has failed: so it is tried again, and seen
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

async function inBatches(removeBatch: () => Promise<number>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = await removeBatch();
    failpoint('expired.removed');
    total += removed;
    Context.current().heartbeat(total);
    if (removed < batchSize) return total;
  }
}
