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

/** What runs by the clock. Each is safe to run at any time, and twice at the same time. */
export function createHousekeepingActivities({ platforms, reconcile, mediaStore, logger }: ActivityDeps) {
  return {
    /** Lets jobs, webhook deliveries and mails that have lost their workflow go on in another one. */
    async repairLostRuns(scope: 'recent' | 'all'): Promise<ReconcileResult> {
      return reconcile(scope, (result) => Context.current().heartbeat(result));
    },

    /** The platforms of this build: those whose queues are served. */
    async offeredPlatforms(): Promise<PlatformSlug[]> {
      return platformSlugs.filter((slug) => platforms.has(slug));
    },

    /** Adds up what the statistics have not added up yet, in batches. */
    async foldChanges() {
      return { changes: await inBatches(async () => foldStatistics(batchSize)) };
    },

    /** Removes what has expired, in batches. */
    async removeExpired() {
      return {
        idempotencyKeys: await inBatches(async () => IdempotencyKey.removeExpired(batchSize)),
        failureCounts: await inBatches(async () => FailureCount.removeExpired(batchSize)),
        outboxEntries: await inBatches(async () => OutboxEntry.removeDispatched(batchSize)),
        tickets: await inBatches(async () => OAuthTicket.removeExpired(batchSize)),
        mcpGrants: await inBatches(async () => McpGrant.removeExpired(batchSize)),
        accessTokens: await inBatches(async () => McpToken.removeExpired(batchSize)),
        quotaDays: await inBatches(async () => QuotaDay.removeExpired(batchSize)),
        quotaShares: await inBatches(async () => QuotaShare.removeExpired(batchSize)),
        stripeEvents: await inBatches(async () => BookedEvent.removeExpired(batchSize)),
        unpaidPurchases: await inBatches(async () => CreditPurchase.removeUnpaid(batchSize)),
        staleHolds: await releaseStaleHolds(),
        webhookSecrets: await erasePreviousSecrets(),
        invitationTokens: await eraseExpiredTokens(),
        tokensOfRemoved: await eraseOverdueTokens(),
        uploads: await removeUploads({ mediaStore, logger }),
      };
    },
  };
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
