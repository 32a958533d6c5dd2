import type { WebhookAttempt } from '../../models/webhooks/WebhookAttempt';
import type { WebhookDelivery as DeliveryRow } from '../../models/webhooks/WebhookDelivery';
import { timestampOrNull } from '../http/fields';
import { presentPage } from '../http/paging';
import type { PageFound } from '../http/paging';
import type { DeliveryWithAttempts } from './getWebhookDelivery';
import type { WebhookDelivery, WebhookDeliveryDetail, WebhookDeliveryList } from './schema';

export function presentDelivery(delivery: Omit<DeliveryRow, 'body'>): WebhookDelivery {
  return {
    id: delivery.id,
    assignmentId: delivery.assignmentId,
    event: delivery.event,
    url: delivery.url,
    status: delivery.status,
    httpStatusCode: delivery.httpStatusCode,
    attempts: delivery.attempts,
    lastAttemptAt: timestampOrNull(delivery.lastAttemptAt),
    lastError: delivery.lastError,
  };
}

export function presentDeliveries(found: PageFound<Omit<DeliveryRow, 'body'>>): WebhookDeliveryList {
  return presentPage(found, presentDelivery);
}

export function presentDeliveryDetail({ delivery, attempts }: DeliveryWithAttempts): WebhookDeliveryDetail {
  return {
    ...presentDelivery(delivery),
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
