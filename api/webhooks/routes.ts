import { apiRoute } from '../faces/apiRoute';
import { consoleRoute } from '../faces/consoleRoute';
import { presentPage } from '../http/paging';
import { getWebhookDelivery } from './getWebhookDelivery';
import { listWebhookDeliveries } from './listWebhookDeliveries';
import { presentConsoleDelivery, presentDelivery, presentDeliveryDetail } from './present';
import { redeliverWebhook } from './redeliverWebhook';
import {
  ConsoleDeliveryList,
  TestWebhookBody,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookTested,
} from './schema';
import { sendTestWebhook } from './sendTestWebhook';

const params = { id: 'deliveryId' } as const;

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
  apiRoute(listWebhookDeliveries, {
    method: 'get',
    path: '/api/v1/webhooks/deliveries',
    success: { status: 200, schema: WebhookDeliveryList },
    present: (found) => presentPage(found, presentDelivery),
  }),
  consoleRoute(listWebhookDeliveries, {
    method: 'get',
    path: '/api/v1/console/webhooks/deliveries',
    success: { status: 200, schema: ConsoleDeliveryList },
    present: (found) => presentPage(found, presentConsoleDelivery),
  }),
  apiRoute(getWebhookDelivery, { path: '/api/v1/webhooks/deliveries/{id}', ...get }),
  consoleRoute(getWebhookDelivery, { path: '/api/v1/console/webhooks/deliveries/{id}', ...get }),
  apiRoute(redeliverWebhook, { path: '/api/v1/webhooks/deliveries/{id}/redeliver', ...redeliver }),
  consoleRoute(redeliverWebhook, { path: '/api/v1/console/webhooks/deliveries/{id}/redeliver', ...redeliver }),
  apiRoute(sendTestWebhook, { path: '/api/v1/webhooks/test', ...sendTest }),
  consoleRoute(sendTestWebhook, { path: '/api/v1/console/webhooks/test', ...sendTest }),
];
