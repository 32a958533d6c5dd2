import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { defineUseCase } from '../useCase';
import { DeliveryListInput } from './schema';

export const listWebhookDeliveries = defineUseCase({
  name: 'listWebhookDeliveries',
  action: 'webhook.read',
  summary: 'The log of webhook deliveries, newest first',
  description:
    'One entry for each status change of an assignment with a `callbackUrl`, and for each event that it asks for.',
  input: DeliveryListInput,
  refuses: [],
  run: async ({ principal: { tenant } }, filter) => {
    const { page, limit } = filter;
    return { ...(await WebhookDelivery.page(tenant, filter)), page, limit };
  },
});
