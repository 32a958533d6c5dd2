import { z } from 'zod';
import { attemptLogMax, pageSizeMax } from '../../domain/limits';
import {
  callbackEvents,
  deliveryEvents,
  deliveryFaults,
  deliveryStatuses,
  notifiedStatuses,
} from '../../domain/webhook';
import { Count, Timestamp, webUrl } from '../http/fields';
import { AssignmentId, exampleIds, WebhookDeliveryId } from '../http/ids';
import { pageFields, pageOf } from '../http/paging';

/** A list that names each value once. */
const setOf = <Value extends string>(values: readonly Value[]) =>
  z
    .array(z.enum(values))
    .max(values.length)
    .refine((given) => new Set(given).size === given.length, 'must name each value once')
    .meta({ uniqueItems: true });

export const CallbackEvents = setOf(callbackEvents).meta({
  description:
    'What `callbackUrl` gets beside the changes of status, of a published post. `removal`: one POST when a removal has ended. ' +
    '`extras`: one POST when the last of its extras has ended. Left out: nothing',
});

export const CallbackStatuses = setOf(notifiedStatuses).meta({
  description: 'The statuses of which `callbackUrl` is told; left out: all of these. An empty list: none',
});

export const exampleEvent = {
  assignmentId: exampleIds.assignment,
  status: 'published',
  platform: 'youtube',
  connectionId: exampleIds.connection,
  platformPostId: 'a1B2c3D4e5F',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  errors: [],
  timestamp: '2026-12-01T09:02:11.000Z',
} as const;

const DeliveryStatus = z.enum(deliveryStatuses).meta({ id: 'WebhookDeliveryStatus', example: 'delivered' });

export const exampleRemovalEvent = {
  event: 'assignment.removal',
  assignmentId: exampleIds.assignment,
  connectionId: exampleIds.connection,
  platform: 'youtube',
  platformPostId: 'a1B2c3D4e5F',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  removal: {
    mode: 'delete',
    status: 'done',
    requestedAt: '2026-12-05T12:00:00.000Z',
    requestedBy: 'apiKey',
    endedAt: '2026-12-05T12:00:01.000Z',
    error: null,
  },
  timestamp: '2026-12-05T12:00:01.000Z',
} as const;

export const exampleExtrasEvent = {
  event: 'assignment.extras',
  assignmentId: exampleIds.assignment,
  connectionId: exampleIds.connection,
  platform: 'youtube',
  platformPostId: 'a1B2c3D4e5F',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  extras: [
    { field: 'firstComment', item: null, status: 'done', id: 'UgzComment', at: '2026-12-01T09:02:13.000Z' },
    { field: 'captions', item: 'en', status: 'failed', id: null, at: '2026-12-01T09:02:14.000Z' },
  ],
  timestamp: '2026-12-01T09:02:14.000Z',
} as const;

const HttpStatusCode = z.int().min(100).max(599);

const Fault = z
  .string()
  .nullable()
  .meta({
    description: `One of ${deliveryFaults.map((fault) => `\`${fault}\``).join(', ')}, a colon and a short text`,
  });

export const DeliveryListInput = z.object({
  status: DeliveryStatus.optional().meta({ description: 'Only those in this status' }),
  assignmentId: AssignmentId.optional().meta({ description: 'Only those of this assignment' }),
  ...pageFields(pageSizeMax),
});

const record = {
  id: WebhookDeliveryId.meta({ description: 'Also the `webhook-id` of every attempt' }),
  assignmentId: AssignmentId,
  event: z.enum(deliveryEvents).meta({
    description: 'The status that the assignment had reached, or the event of its live post',
  }),
  url: z.string().meta({ format: 'uri', description: 'The callback URL called' }),
  status: DeliveryStatus,
  httpStatusCode: HttpStatusCode.nullable().meta({
    description: 'Of the last attempt; null when it got no answer',
  }),
  attempts: Count.meta({ description: 'How many there were, those of redeliveries included' }),
  lastAttemptAt: Timestamp.nullable(),
  lastError: Fault.meta({ description: 'Why the last attempt failed; null unless the delivery is `failed`' }),
};

const example = {
  id: exampleIds.webhookDelivery,
  assignmentId: exampleIds.assignment,
  event: exampleEvent.status,
  url: 'https://caller.example/hooks',
  status: 'failed',
  httpStatusCode: 500,
  attempts: 12,
  lastAttemptAt: '2026-12-04T12:42:10.000Z',
  lastError: 'http_status: the receiver answered 500',
};

export const WebhookDelivery = z.strictObject(record).meta({ id: 'WebhookDelivery', example });
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const WebhookDeliveryList = pageOf(WebhookDelivery).meta({
  id: 'WebhookDeliveryList',
  example: { items: [example], total: 1, page: 1, limit: 20 },
});
export type WebhookDeliveryList = z.infer<typeof WebhookDeliveryList>;

export const WebhookDeliveryDetail = z
  .strictObject({
    ...record,
    body: z.string().meta({ description: 'What every attempt sends, byte for byte' }),
    attemptLog: z
      .array(
        z.strictObject({
          attempt: z.int().min(1),
          at: Timestamp,
          durationMs: Count,
          httpStatusCode: HttpStatusCode.nullable(),
          error: Fault,
          responseBody: z.string().nullable().meta({ description: 'The first 4 KiB of the answer' }),
        }),
      )
      .max(attemptLogMax)
      .meta({ description: `Every attempt, oldest first; of more than ${attemptLogMax} the newest` }),
  })
  .meta({
    id: 'WebhookDeliveryDetail',
    example: {
      ...example,
      attempts: 1,
      body: JSON.stringify(exampleEvent),
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

export const TestWebhookInput = z.object({ url: webUrl().meta({ description: 'Judged as a `callbackUrl` is' }) });
export const TestWebhookBody = { id: 'TestWebhookBody', example: { url: 'https://caller.example/hooks' } };

export const WebhookTested = z
  .strictObject({
    id: WebhookDeliveryId.meta({ description: 'The `webhook-id` of the sample' }),
    delivered: z.boolean(),
    httpStatusCode: HttpStatusCode.nullable(),
    lastError: Fault,
    durationMs: Count,
  })
  .meta({
    id: 'WebhookTested',
    example: {
      id: exampleIds.testWebhook,
      delivered: true,
      httpStatusCode: 204,
      lastError: null,
      durationMs: 38,
    },
  });
export type WebhookTested = z.infer<typeof WebhookTested>;
