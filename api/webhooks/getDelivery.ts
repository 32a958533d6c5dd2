import { WebhookAttempt } from '../../models/WebhookAttempt';
import { WebhookDelivery } from '../../models/WebhookDelivery';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';

export interface DeliveryWithAttempts {
  delivery: WebhookDelivery;
  /** Oldest first. */
  attempts: WebhookAttempt[];
}

/** @throws ApiError 404 */
export async function getWebhookDelivery({ actor }: Context<Actor>, id: string): Promise<DeliveryWithAttempts> {
  const delivery = await WebhookDelivery.ofWorkspace(actor.workspaceId, id);
  if (!delivery) throw notFound('webhook delivery');
  return { delivery, attempts: await WebhookAttempt.ofDelivery(id) };
}
