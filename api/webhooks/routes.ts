import { apiRoute } from '../faces/apiRoute';
import { consoleRoute } from '../faces/consoleRoute';
import { presentPage } from '../http/paging';
import type { PageFound } from '../http/paging';
import { getWebhookDelivery } from './getWebhookDelivery';
import { listWebhookDeliveries } from './listWebhookDeliveries';
import { presentDelivery, presentDeliveryDetail } from './present';
import { redeliverWebhook } from './redeliverWebhook';
import { TestWebhookBody, WebhookDelivery, WebhookDeliveryDetail, WebhookDeliveryList, WebhookTested } from './schema';
import { sendTestWebhook } from './sendTestWebhook';

const params = { id: 'deliveryId' } as const;

const list = {
  method: 'get',
  success: { status: 200, schema: WebhookDeliveryList },
  present: (found: PageFound<Parameters<typeof presentDelivery>[0]>) => presentPage(found, presentDelivery),
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
  apiRoute(listWebhookDeliveries, { path: '/api/v1/webhooks/deliveries', ...list }),
  consoleRoute(listWebhookDeliveries, { path: '/api/v1/console/webhooks/deliveries', ...list }),
  apiRoute(getWebhookDelivery, { path: '/api/v1/webhooks/deliveries/{id}', ...get }),
  consoleRoute(getWebhookDelivery, { path: '/api/v1/console/webhooks/deliveries/{id}', ...get }),
  apiRoute(redeliverWebhook, { path: '/api/v1/webhooks/deliveries/{id}/redeliver', ...redeliver }),
  consoleRoute(redeliverWebhook, { path: '/api/v1/console/webhooks/deliveries/{id}/redeliver', ...redeliver }),
  apiRoute(sendTestWebhook, { path: '/api/v1/webhooks/test', ...sendTest }),
  consoleRoute(sendTestWebhook, { path: '/api/v1/console/webhooks/test', ...sendTest }),
];
