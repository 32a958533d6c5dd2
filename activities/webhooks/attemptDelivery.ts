import { Context } from '@temporalio/activity';
import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { nextAttemptDelayMs } from '../../domain/webhook';
import type { DeliveryStatus } from '../../domain/webhook';
import type { DeliveryRound } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { postWebhook } from '../../lib/postWebhook';
import { recordAttempt } from '../../models/recordAttempt';
import { WebhookDelivery } from '../../models/WebhookDelivery';
import type { RunningDelivery } from '../../models/WebhookDelivery';
import { signingSecrets } from '../../models/webhookSecrets';
import type { ActivityDeps } from '../deps';
import { createHostSlots, hostOf } from './hostSlots';

/** A slot of a busy host is asked for again after this long, doubling, and up to twice that at random. */
const hostBusyMs = 250;
const hostBusyMsMax = 10_000;

export function createWebhookActivities(deps: ActivityDeps) {
  const slots = createHostSlots();
  return {
    /**
     * Makes one attempt of a delivery's round and records it. Resolves when the round has ended, delivered or failed for
     * good; the wait for the next attempt is an activity retry. Nothing fallible stands between the request and its record.
     */
    async attemptDelivery({ deliveryId, round }: DeliveryRound): Promise<void> {
      const delivery = await WebhookDelivery.ofRound(deliveryId, round);
      if (!delivery) return;
      const { attempt: tryCount } = Context.current().info;
      const [firstDelayMs = 0] = deps.webhookDelaysMs;
      const waitMs = tryCount === 1 && delivery.roundAttempts === 0 ? firstDelayMs : delivery.waitMs;
      if (waitMs > 0) throw again('NOT_DUE', 'the attempt is not due yet', waitMs);
      const host = hostOf(delivery.url);
      if (!slots.enter(host)) throw again('HOST_BUSY', `${host} has its share of requests`, busyWaitMs(tryCount));
      try {
        await attempt(deps, delivery);
      } finally {
        slots.leave(host);
      }
    },
  };
}

async function attempt(deps: ActivityDeps, delivery: RunningDelivery): Promise<void> {
  const { id, round, body, url } = delivery;
  const secrets = await signingSecrets(delivery.workspaceId, deps.secrets);
  const message = { id, url, body, attempt: delivery.attempts + 1 };
  failpoint('webhook.sending');
  const { isDelivered, retryAfterMs, ...result } = await postWebhook(deps.safeFetch, message, secrets);
  failpoint('webhook.answered');
  const attemptsMade = delivery.roundAttempts + 1;
  const delayMs = isDelivered
    ? null
    : nextAttemptDelayMs(deps.webhookDelaysMs, attemptsMade, retryAfterMs, Math.random());
  const status = statusAfter(isDelivered, delayMs);
  deps.dispatch(await recordAttempt({ id, round, status, delayMs, ...result }));
  failpoint('webhook.recorded');
  deps.metrics.webhookAttempts.inc({ outcome: result.error?.split(':')[0] ?? 'delivered' });
  if (delayMs !== null) throw again('NOT_DELIVERED', result.error ?? '', delayMs);
}

function statusAfter(isDelivered: boolean, delayMs: number | null): DeliveryStatus {
  if (isDelivered) return 'delivered';
  return delayMs === null ? 'failed' : 'pending';
}

function again(type: string, message: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message,
    nextRetryDelay: Math.max(1, Math.round(delayMs)),
    category: ApplicationFailureCategory.BENIGN,
  });
}

function busyWaitMs(tryCount: number): number {
  return Math.min(hostBusyMs * 2 ** Math.min(tryCount, 10), hostBusyMsMax) * (1 + Math.random());
}
