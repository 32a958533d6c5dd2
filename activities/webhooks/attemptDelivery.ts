import { Context } from '@temporalio/activity';
import { hostOf, nextAttemptDelayMs } from '../../domain/webhook';
import type { DeliveryStatus } from '../../domain/webhook';
import type { DeliveryRound } from '../../domain/workflowContract';
import { KeyedLimiter } from '../../lib/KeyedLimiter';
import { postWebhook } from '../../lib/postWebhook';
import type { PostResult } from '../../lib/postWebhook';
import { recordAttempt } from '../../models/webhooks/recordAttempt';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import type { RunningDelivery } from '../../models/webhooks/WebhookDelivery';
import { openSecrets } from '../../models/webhooks/webhookSecrets';
import type { ActivityDeps } from '../deps';
import { askAgain } from '../askAgain';
import { HostSlots } from './hostSlots';
import type { HostSlot } from './hostSlots';

/** A slot of a busy host is asked for again after this long. */
const hostBusyMs = 250;
/** At a slow host that time doubles with each try, up to this long, and takes up to twice that at random. */
const hostBusyMsMax = 10_000;
/** Local attempts of one process at the same time: each holds a workflow task until it ends. */
export const localAttemptsMax = 20;

export function createWebhookActivities(deps: ActivityDeps) {
  const slots = new HostSlots(deps.webhooksInFlightMax);
  const local = new KeyedLimiter({ perKey: localAttemptsMax });
  return {
    /**
     * Makes the very first attempt of a delivery inside the workflow task, where that task will hardly have to wait: its
     * workspace finds the host prompt, the host has a free slot, and fewer than 20 such attempts are under way in this process.
     * @returns whether the round is over; otherwise `attemptDelivery` goes on with it
     */
    async attemptLocally({ deliveryId, round }: DeliveryRound): Promise<boolean> {
      const delivery = await WebhookDelivery.ofRound(deliveryId, round);
      if (!delivery) return true;
      const host = hostOf(delivery.url);
      const isFirst = delivery.attempts === 0 && firstDelayMs(deps) <= 0;
      if (!isFirst || !slots.isPrompt(host, delivery.workspaceId)) return false;
      const lease = local.tryEnter('');
      const slot = lease && slots.enter(host, delivery.workspaceId);
      try {
        return slot !== null && (await attempt(deps, slots, slot, delivery)) === null;
      } finally {
        lease?.leave();
      }
    },

    /**
     * Makes one attempt of a delivery's round and records it. Resolves when the round has ended, delivered or failed for
     * good; the wait for the next attempt is an activity retry. Nothing fallible stands between the request and its record.
     */
    async attemptDelivery({ deliveryId, round }: DeliveryRound): Promise<void> {
      const delivery = await WebhookDelivery.ofRound(deliveryId, round);
      if (!delivery) return;
      const { attempt: tryCount } = Context.current().info;
      const waitMs = tryCount === 1 && delivery.roundAttempts === 0 ? firstDelayMs(deps) : delivery.waitMs;
      if (waitMs > 0) throw askAgain('NOT_DUE', delivery.lastFailure ?? 'the attempt is not due yet', waitMs);
      const host = hostOf(delivery.url);
      const isQuick = delivery.attempts === 0 && slots.isPrompt(host, delivery.workspaceId);
      const slot = slots.enter(host, delivery.workspaceId);
      if (!slot) throw askAgain('HOST_BUSY', `${host} has its share of requests`, busyWaitMs(isQuick, tryCount));
      const next = await attempt(deps, slots, slot, delivery);
      if (next) throw askAgain('NOT_DELIVERED', next.failure, next.delayMs);
    },
  };
}

function firstDelayMs({ webhookDelaysMs: [delayMs = 0] }: ActivityDeps): number {
  return delayMs;
}

/** The next attempt of a round, and why there has to be one. */
interface NextAttempt {
  delayMs: number;
  failure: string;
}

/** Makes an attempt and leaves its slot. @returns null when the round is over */
async function attempt(
  deps: ActivityDeps,
  slots: HostSlots,
  slot: HostSlot,
  delivery: RunningDelivery,
): Promise<NextAttempt | null> {
  try {
    const secrets = openSecrets(delivery, deps.secrets);
    const { id, url, event, body, attempts } = delivery;
    const message = { id, url, event, body, attempt: attempts + 1 };
    const result = await postWebhook(deps.safeFetch, message, secrets);
    slots.slowReceivers.note(slot, result);
    return await record(deps, delivery, result);
  } finally {
    slots.leave(slot);
  }
}

async function record(
  deps: ActivityDeps,
  { id, round, roundAttempts }: RunningDelivery,
  { isDelivered, retryAfterMs, ...result }: PostResult,
): Promise<NextAttempt | null> {
  const delayMs = isDelivered
    ? null
    : nextAttemptDelayMs(deps.webhookDelaysMs, roundAttempts + 1, retryAfterMs, Math.random());
  const status = statusAfter(isDelivered, delayMs);
  deps.dispatch(await recordAttempt({ id, round, status, delayMs, ...result }));
  deps.metrics.webhookAttempts.inc({ outcome: result.error?.split(':')[0] ?? 'delivered' });
  return delayMs === null ? null : { delayMs, failure: result.error ?? '' };
}

function statusAfter(isDelivered: boolean, delayMs: number | null): DeliveryStatus {
  if (isDelivered) return 'delivered';
  return delayMs === null ? 'failed' : 'pending';
}

function busyWaitMs(isQuick: boolean, tryCount: number): number {
  if (isQuick) return hostBusyMs;
  return Math.min(hostBusyMs * 2 ** Math.min(tryCount, 10), hostBusyMsMax) * (1 + Math.random());
}
