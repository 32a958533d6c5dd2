import { z } from 'zod';
import { inTransaction } from '../../models/database/transaction';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { WebhookDeliveryId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { noSuchDelivery } from './refusals';

/** Begins a new round of attempts, whatever has become of the delivery. Its workflow is started after the commit. */
export const redeliverWebhook = defineUseCase({
  name: 'redeliverWebhook',
  action: 'webhook.send',
  summary: 'Send a webhook again: the same bytes and id, a new round of attempts',
  description: 'A round that is under way is joined. The answer does not wait for the first attempt.',
  input: z.object({ deliveryId: WebhookDeliveryId }),
  refuses: [noSuchDelivery],
  run: async ({ deps, principal: { tenant } }, { deliveryId }): Promise<WebhookDelivery> => {
    const { delivery, outboxId } = await inTransaction(deps.sequelize, 'redeliverWebhook', async (transaction) => {
      const outboxId = await WebhookDelivery.redeliver(tenant, deliveryId, transaction);
      const delivery = await WebhookDelivery.ofTenant(tenant, deliveryId, transaction);
      if (!delivery) throw noSuchDelivery.error();
      return { delivery, outboxId };
    });
    if (outboxId !== null) deps.dispatch([outboxId]);
    return delivery;
  },
});
