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
};

/** The request that the service sends to an address that a caller has given. */
export function describeWebhook(operationId: string): PathItems[string] {
  return {
    post: {
      operationId,
      summary: 'An assignment has another status',
      description:
        'Sent for each transition, but not for `pending`. Verify the signature of the raw bytes before you parse them. ' +
        'After any other answer than 2xx within 10 seconds it is sent again: 12 attempts over three days.',
      tags: ['webhooks'],
      security: webhookSecurity,
      parameters: Object.keys(webhookHeaders).map((name) => refTo('parameters', name)),
      requestBody: { required: true, content: { 'application/json': { schema: refTo('schemas', 'WebhookEvent') } } },
      responses: {
        '2XX': { description: 'Delivered. The body is ignored.' },
        '4XX': { description: 'Not delivered: it is sent again. `Retry-After` is respected.' },
        default: { description: 'Not delivered, as after a 4XX' },
      },
    },
  };
}
