import { route } from '../faces/route';
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
  route('api', listWebhookDeliveries, {
    method: 'get',
    path: '/api/v1/webhooks/deliveries',
    success: { status: 200, schema: WebhookDeliveryList },
    present: (found) => presentPage(found, presentDelivery),
  }),
  route('console', listWebhookDeliveries, {
    method: 'get',
    path: '/api/v1/console/webhooks/deliveries',
    success: { status: 200, schema: ConsoleDeliveryList },
    present: (found) => presentPage(found, presentConsoleDelivery),
  }),
  route('api', getWebhookDelivery, { path: '/api/v1/webhooks/deliveries/{id}', ...get }),
  route('console', getWebhookDelivery, { path: '/api/v1/console/webhooks/deliveries/{id}', ...get }),
  route('api', redeliverWebhook, { path: '/api/v1/webhooks/deliveries/{id}/redeliver', ...redeliver }),
  route('console', redeliverWebhook, { path: '/api/v1/console/webhooks/deliveries/{id}/redeliver', ...redeliver }),
  route('api', sendTestWebhook, { path: '/api/v1/webhooks/test', ...sendTest }),
  route('console', sendTestWebhook, { path: '/api/v1/console/webhooks/test', ...sendTest }),
] as const;
