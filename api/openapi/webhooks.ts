import { nameOfEvent } from '../../domain/webhook';
import { refTo } from './types';
import type { Parameters, PathItems } from './types';
import { webhookSecurity } from './security';

const hex = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;

/** The headers of each webhook, beside its media type (contract.md §5). `X-Webhook-Signature` is a security scheme. */
export const webhookHeaders: Parameters = {
  'X-Webhook-Signature-Previous': {
    name: 'X-Webhook-Signature-Previous',
    in: 'header',
    description: 'The signature by the previous secret, for 24 hours after a rotation',
    schema: hex,
  },
  'webhook-id': {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description: 'The id of the delivery. It is the same in each attempt: drop a request whose id you have seen',
    schema: { type: 'string', format: 'uuid' },
  },
  'webhook-timestamp': {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'When this attempt was sent, in seconds since 1970',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
  },
  'webhook-signature': {
    name: 'webhook-signature',
    in: 'header',
    required: true,
    description: 'Signatures by Standard Webhooks, separated by spaces: each is `v1,` and base64',
    schema: { type: 'string', pattern: '^v1,[A-Za-z0-9+/]{43}=( v1,[A-Za-z0-9+/]{43}=)*$' },
  },
  'X-Webhook-Attempt': {
    name: 'X-Webhook-Attempt',
    in: 'header',
    required: true,
    description: '1 for the first attempt',
    schema: { type: 'integer', minimum: 1 },
  },
  'X-Webhook-Event': {
    name: 'X-Webhook-Event',
    in: 'header',
    required: true,
    description: 'The `event` of the body. A webhook about a change of status has no such header',
    schema: { type: 'string', enum: [nameOfEvent('removal')] },
  },
};

const { 'X-Webhook-Event': _ofEvents, ...ofAll } = webhookHeaders;

/** The webhooks of the service, by name. */
const webhooks = {
  assignmentStatus: {
    summary: 'An assignment has another status',
    cause: 'Sent for each transition, but not for `pending`, and for none that `callbackStatuses` leaves out.',
    schema: 'WebhookEvent',
    headers: Object.keys(ofAll),
  },
  assignmentRemoval: {
    summary: 'The removal of a published post has ended',
    cause:
      'Sent where `callbackEvents` has `removal`: once when the removal is `done` or `failed`, and for each round.',
    schema: 'RemovalEvent',
    headers: Object.keys(webhookHeaders),
  },
  assignmentExtras: {
    summary: 'The last extra of a published post has ended',
    cause: 'Sent where `callbackEvents` has `extras`: once when each extra is `done`, `failed` or `dropped`.',
    schema: 'ExtrasEvent',
    headers: Object.keys(webhookHeaders),
  },
} as const;
export type WebhookName = keyof typeof webhooks;

/** The request that the service sends to an address that a caller has given. */
export function describeWebhook(name: WebhookName, operationId: string): PathItems[string] {
  const { summary, cause, schema, headers } = webhooks[name];
  return {
    post: {
      operationId,
      summary,
      description:
        `${cause} Verify the signature of the raw bytes before you parse them. ` +
        'After any other answer than 2xx within 10 seconds it is sent again: 12 attempts over three days.',
      tags: ['webhooks'],
      security: webhookSecurity,
      parameters: headers.map((header) => refTo('parameters', header)),
      requestBody: { required: true, content: { 'application/json': { schema: refTo('schemas', schema) } } },
      responses: {
        '2XX': { description: 'Delivered. The body is ignored.' },
        '4XX': { description: 'Not delivered: it is sent again. `Retry-After` is respected.' },
        default: { description: 'Not delivered, as after a 4XX' },
      },
    },
  };
}
