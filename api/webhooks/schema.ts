import { z } from 'zod';
import { assignmentStatuses } from '../../domain/assignment';
import { Id } from '../../domain/ids';
import { pageSizeMax, urlLengthMax } from '../../domain/limits';
import { deliveryFaults, deliveryStatuses } from '../../domain/webhook';
import { text, Timestamp } from '../http/fields';
import { pageOf, pageQuery } from '../http/paging';

const DeliveryStatus = z.enum(deliveryStatuses).meta({ id: 'WebhookDeliveryStatus', example: 'delivered' });

const Fault = z
  .string()
  .nullable()
  .meta({
    description: `One of ${deliveryFaults.map((fault) => `\`${fault}\``).join(', ')}, a colon and a short text`,
  });

export const DeliveryListQuery = z.object({
  status: DeliveryStatus.optional(),
  assignmentId: Id.optional(),
  ...pageQuery(pageSizeMax),
});
export type DeliveryListQuery = z.output<typeof DeliveryListQuery>;

const record = {
  id: Id.meta({ description: 'Also the `webhook-id` of every attempt' }),
  assignmentId: Id,
  url: z.string().meta({ description: 'The callback URL called' }),
  status: DeliveryStatus,
  httpStatusCode: z.int().nullable().meta({
    description: 'Of the last attempt; null when it got no answer',
  }),
  attempts: z.int().meta({ description: 'How many there were, those of redeliveries included' }),
  lastAttemptAt: Timestamp.nullable(),
  lastError: Fault.meta({ description: 'Why the last attempt failed; null unless the delivery is `failed`' }),
};

const example = {
  id: '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a',
  assignmentId: '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a',
  url: 'https://caller.example/hooks',
  status: 'failed',
  httpStatusCode: 500,
  attempts: 12,
  lastAttemptAt: '2026-12-04T12:42:10.000Z',
  lastError: 'http_status: the receiver answered 500',
};

export const WebhookDelivery = z.object(record).meta({ id: 'WebhookDelivery', example });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryList = pageOf(WebhookDelivery).meta({
  id: 'WebhookDeliveryList',
  example: { items: [example], total: 1, page: 1, limit: 20 },
});

export const WebhookDeliveryDetail = z
  .object({
    ...record,
    event: z.enum(assignmentStatuses).meta({ description: 'The status that the assignment had reached' }),
    body: z.string().meta({ description: 'What every attempt sends, byte for byte' }),
    attemptLog: z
      .array(
        z.object({
          attempt: z.int(),
          at: Timestamp,
          durationMs: z.int(),
          httpStatusCode: z.int().nullable(),
          error: Fault,
          responseBody: z.string().nullable().meta({ description: 'The first 4 KiB of the answer' }),
        }),
      )
      .meta({ description: 'Every attempt, oldest first' }),
  })
  .meta({
    id: 'WebhookDeliveryDetail',
    example: {
      ...example,
      attempts: 1,
      event: 'uploading',
      body: '{"assignmentId":"0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a","status":"uploading"}',
      attemptLog: [
        {
          attempt: 1,
          at: '2026-12-01T09:00:00.060Z',
          durationMs: 41,
          httpStatusCode: 500,
          error: 'http_status: the receiver answered 500',
          responseBody: 'out of order',
        },
      ],
    },
  });
export type WebhookDeliveryDetail = z.infer<typeof WebhookDeliveryDetail>;

export const TestWebhookBody = z
  .object({ url: text(urlLengthMax).meta({ description: 'Judged as a `callbackUrl` is' }) })
  .meta({ id: 'TestWebhookBody', example: { url: 'https://caller.example/hooks' } });
export type TestWebhookBody = z.output<typeof TestWebhookBody>;

export const WebhookTested = z
  .object({
    id: Id.meta({ description: 'The `webhook-id` of the sample' }),
    delivered: z.boolean(),
    httpStatusCode: z.int().nullable(),
    lastError: Fault,
    durationMs: z.int(),
  })
  .meta({
    id: 'WebhookTested',
    example: {
      id: '0198c3f2-c2d5-7a4f-8e1b-7c8d9e0f1a2b',
      delivered: true,
      httpStatusCode: 204,
      lastError: null,
      durationMs: 38,
    },
  });
export type WebhookTested = z.infer<typeof WebhookTested>;
