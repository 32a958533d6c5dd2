import { proxyActivities } from '@temporalio/workflow';
import type { WebhookActivities } from '../activities/index';
import { paced } from '../domain/pace';
import { webhookQueue } from '../domain/workflowContract';
import type { DeliveryRound } from '../domain/workflowContract';

/** Each attempt ends after 10 s by itself; the schedule between attempts is the activity's own (`nextRetryDelay`). */
const { attemptDelivery } = proxyActivities<WebhookActivities>({
  taskQueue: webhookQueue,
  startToCloseTimeout: paced(30_000),
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '1m' },
});

/** Delivers one webhook: one round of attempts. Whether it arrived is in the delivery's row. */
export async function deliverWebhook(round: DeliveryRound): Promise<void> {
  await attemptDelivery(round);
}
