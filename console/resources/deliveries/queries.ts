import type { QueryClient } from '@tanstack/react-query';
import type { WebhookDelivery } from '../../../api/webhooks/schema';
import { readAnew } from '../../http/client';

/** A webhook that is shown is read again this often: while it is on its way, and when it is not. */
export const movingMs = 3_000;
export const restingMs = 30_000;

export function isOnItsWay({ status }: Pick<WebhookDelivery, 'status'>): boolean {
  return status === 'pending';
}

/** Reads the webhooks on the page again, after a change of a webhook. */
export async function refreshDeliveries(queries: QueryClient): Promise<void> {
  await readAnew(queries, ['listWebhookDeliveries', 'getWebhookDelivery', 'inspectAssignment']);
}
