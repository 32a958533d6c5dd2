import { route } from '../faces/route';
import { getWebhookDelivery } from './getWebhookDelivery';
import { listWebhookDeliveries } from './listWebhookDeliveries';
import { presentDeliveries, presentDelivery, presentDeliveryDetail } from './present';
import { redeliverWebhook } from './redeliverWebhook';
import { TestWebhookBody, WebhookDelivery, WebhookDeliveryDetail, WebhookDeliveryList, WebhookTested } from './schema';
import { sendTestWebhook } from './sendTestWebhook';

const params = { id: 'deliveryId' } as const;

const list = {
  method: 'get',
  success: { status: 200, schema: WebhookDeliveryList },
  present: presentDeliveries,
} as const;
const get = {
  method: 'get',
  params,
  success: { status: 200, schema: WebhookDeliveryDetail },
  present: presentDeliveryDetail,
} as const;
const redeliver = {
  method: 'post',
  params,
  success: { status: 202, schema: WebhookDelivery },
  present: presentDelivery,
} as const;
const sendTest = {
  method: 'post',
  body: TestWebhookBody,
  callback: 'url',
  success: { status: 200, schema: WebhookTested },
  present: (tested: WebhookTested) => tested,
} as const;

export const webhookRoutes = [
  route('api', listWebhookDeliveries, { path: '/api/v1/webhooks/deliveries', ...list }),
  route('console', listWebhookDeliveries, { path: '/api/v1/console/webhooks/deliveries', ...list }),
  route('api', getWebhookDelivery, { path: '/api/v1/webhooks/deliveries/{id}', ...get }),
  route('console', getWebhookDelivery, { path: '/api/v1/console/webhooks/deliveries/{id}', ...get }),
  route('api', redeliverWebhook, { path: '/api/v1/webhooks/deliveries/{id}/redeliver', ...redeliver }),
  route('console', redeliverWebhook, { path: '/api/v1/console/webhooks/deliveries/{id}/redeliver', ...redeliver }),
  route('api', sendTestWebhook, { path: '/api/v1/webhooks/test', ...sendTest }),
  route('console', sendTestWebhook, { path: '/api/v1/console/webhooks/test', ...sendTest }),
] as const;
