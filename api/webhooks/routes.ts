import { apiRoute } from '../faces/apiRoute';
import { presentPage } from '../http/paging';
import { getWebhookDelivery } from './getWebhookDelivery';
import { listWebhookDeliveries } from './listWebhookDeliveries';
import { presentDelivery, presentDeliveryDetail } from './present';
import { redeliverWebhook } from './redeliverWebhook';
import { TestWebhookBody, WebhookDelivery, WebhookDeliveryDetail, WebhookDeliveryList, WebhookTested } from './schema';
import { sendTestWebhook } from './sendTestWebhook';

const params = { id: 'deliveryId' } as const;

export const webhookRoutes = [
  apiRoute(listWebhookDeliveries, {
    method: 'get',
    path: '/api/v1/webhooks/deliveries',
    success: { status: 200, schema: WebhookDeliveryList },
    present: (found) => presentPage(found, presentDelivery),
  }),
  apiRoute(getWebhookDelivery, {
    method: 'get',
    path: '/api/v1/webhooks/deliveries/{id}',
    params,
    success: { status: 200, schema: WebhookDeliveryDetail },
    present: presentDeliveryDetail,
  }),
  apiRoute(redeliverWebhook, {
    method: 'post',
    path: '/api/v1/webhooks/deliveries/{id}/redeliver',
    params,
    success: { status: 202, schema: WebhookDelivery },
    present: presentDelivery,
  }),
  apiRoute(sendTestWebhook, {
    method: 'post',
    path: '/api/v1/webhooks/test',
    body: TestWebhookBody,
    callback: 'url',
    success: { status: 200, schema: WebhookTested },
    present: (tested) => tested,
  }),
];
