import { z } from 'zod';
import { Id } from '../../domain/ids';
import { WebhookDelivery as DeliveryModel } from '../../models/WebhookDelivery';
import { defineRoute } from '../http/defineRoute';
import { getWebhookDelivery } from './getDelivery';
import { presentDelivery, presentDeliveryDetail } from './present';
import { redeliverWebhook } from './redeliver';
import {
  DeliveryListQuery,
  TestWebhookBody,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookTested,
} from './schema';
import { testWebhook } from './testWebhook';

export const webhookRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/webhooks/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'The log of webhook deliveries, newest first',
    auth: 'apiKey',
    request: { query: DeliveryListQuery },
    success: { status: 200, schema: WebhookDeliveryList },
    errors: [],
    handle: async ({ actor }, { query }) => {
      const { items, total } = await DeliveryModel.page(actor.workspaceId, query);
      return { items: items.map(presentDelivery), total, page: query.page, limit: query.limit };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/webhooks/deliveries/{id}',
    operationId: 'getWebhookDelivery',
    summary: 'One webhook delivery, with what was sent and every attempt',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 200, schema: WebhookDeliveryDetail },
    errors: ['NOT_FOUND'],
    handle: async (context, { params }) => presentDeliveryDetail(await getWebhookDelivery(context, params.id)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/webhooks/deliveries/{id}/redeliver',
    operationId: 'redeliverWebhook',
    summary: 'Send a webhook again: the same bytes and id, a new round of attempts',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 202, schema: WebhookDelivery },
    errors: ['NOT_FOUND'],
    handle: async (context, { params }) => presentDelivery(await redeliverWebhook(context, params.id)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/webhooks/test',
    operationId: 'testWebhook',
    summary: 'Send a signed sample to a URL and wait for what comes of it',
    description:
      'Takes up to 10 seconds. The sample is signed as every webhook is; it is not tried again and not logged.',
    auth: 'apiKey',
    request: { body: TestWebhookBody },
    success: { status: 200, schema: WebhookTested },
    errors: [],
    handle: async (context, { body }) => testWebhook(context, body),
  }),
];
