import { Context } from '@temporalio/activity';
import { platformSlugs } from '../domain/platform';
import type { PlatformSlug } from '../domain/platform';
import { failpoint } from '../lib/failpoint';
import { FailureCount } from '../models/FailureCount';
import { IdempotencyKey } from '../models/IdempotencyKey';
import { eraseExpiredTokens } from '../models/invitationMail';
import { OAuthTicket } from '../models/OAuthTicket';
import { OutboxEntry } from '../models/OutboxEntry';
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

    /** Removes what has expired, in batches. */
    async removeExpired() {
      return {
        idempotencyKeys: await inBatches(async () => IdempotencyKey.removeExpired(batchSize)),
        failureCounts: await inBatches(async () => FailureCount.removeExpired(batchSize)),
        outboxEntries: await inBatches(async () => OutboxEntry.removeDispatched(batchSize)),
        tickets: await inBatches(async () => OAuthTicket.removeExpired(batchSize)),
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
