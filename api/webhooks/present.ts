import type { WebhookAttempt } from '../../models/webhooks/WebhookAttempt';
import type { WebhookDelivery as DeliveryRow } from '../../models/webhooks/WebhookDelivery';
import { timestampOrNull } from '../http/fields';
import type { DeliveryWithAttempts } from './getWebhookDelivery';
import type { ConsoleDelivery, WebhookDelivery, WebhookDeliveryDetail } from './schema';

export function presentDelivery(delivery: Omit<DeliveryRow, 'body'>): WebhookDelivery {
  return {
    id: delivery.id,
    assignmentId: delivery.assignmentId,
    url: delivery.url,
    status: delivery.status,
    httpStatusCode: delivery.httpStatusCode,
    attempts: delivery.attempts,
    lastAttemptAt: timestampOrNull(delivery.lastAttemptAt),
    lastError: delivery.lastError,
  };
}

/** As people see it in a list: several webhooks of one assignment go to one address. */
export function presentConsoleDelivery(delivery: Omit<DeliveryRow, 'body'>): ConsoleDelivery {
  return { ...presentDelivery(delivery), event: delivery.event };
}

export function presentDeliveryDetail({ delivery, attempts }: DeliveryWithAttempts): WebhookDeliveryDetail {
  return {
    ...presentConsoleDelivery(delivery),
    body: delivery.body,
    attemptLog: attempts.map(presentAttempt),
  };
}

function presentAttempt(attempt: WebhookAttempt): WebhookDeliveryDetail['attemptLog'][number] {
  return {
    attempt: attempt.attempt,
    at: attempt.at.toISOString(),
    durationMs: attempt.durationMs,
    httpStatusCode: attempt.httpStatusCode,
    error: attempt.error,
    responseBody: attempt.responseBody,
  };
}
