import { isCancellation, proxyActivities, proxyLocalActivities } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/index';
import { paced } from '../domain/pace';
import type { DeliveryRound } from '../domain/workflowContract';
import { traced } from './traced';

const startToCloseTimeout = paced(30_000);

/** Each attempt ends after 10 s by itself; the schedule between attempts is the activity's own (`nextRetryDelay`). */
const { attemptDelivery } = proxyActivities<WebhookActivities>({
  startToCloseTimeout,
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

const { attemptLocally } = proxyLocalActivities<WebhookActivities>({
  startToCloseTimeout,
  retry: { maximumAttempts: 1 },
  // A cancelled run ends after the attempt that is under way.
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
});

/**
 * Delivers one webhook: one round of attempts. Whether it arrived is in the delivery's row. The first attempt of the
 * first round is a local activity, so that a delivery that arrives at once costs six events.
 */
export async function deliverWebhook(given: DeliveryRound): Promise<void> {
  const round = traced(given);
  const isOver = round.round === 1 && (await endsLocally(round));
  if (!isOver) await attemptDelivery(round);
}

/**
 * A local attempt that fails in itself, because the database is down, is left to the retries of the activity. Its failure
 * may come as it is, and not as an `ActivityFailure`.
 */
async function endsLocally(round: DeliveryRound): Promise<boolean> {
  try {
    return await attemptLocally(round);
  } catch (error) {
    if (isCancellation(error)) throw error;
    return false;
  }
}
