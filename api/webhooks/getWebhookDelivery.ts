import { z } from 'zod';
import { WebhookAttempt } from '../../models/webhooks/WebhookAttempt';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { WebhookDeliveryId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { noSuchDelivery } from './refusals';

export interface DeliveryWithAttempts {
  delivery: WebhookDelivery;
  /** Oldest first; of very many the newest. */
  attempts: WebhookAttempt[];
}

export const getWebhookDelivery = defineUseCase({
  name: 'getWebhookDelivery',
  action: 'webhook.read',
  summary: 'One webhook delivery, with its body and every attempt',
  description: 'The body is the one that was signed. Of each answer the first 4 KiB are kept.',
  input: z.object({ deliveryId: WebhookDeliveryId }),
  refuses: [noSuchDelivery],
  run: async ({ principal: { tenant } }, { deliveryId }): Promise<DeliveryWithAttempts> => {
    const delivery = await WebhookDelivery.ofTenant(tenant, deliveryId);
    if (!delivery) throw noSuchDelivery.error();
    return { delivery, attempts: await WebhookAttempt.ofDelivery(delivery) };
  },
});
