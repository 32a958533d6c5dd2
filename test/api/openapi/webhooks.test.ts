import { openApiDocument } from '../../../api/openapi/document';
import { resources } from '../../../api/routes';
import { assignmentStatuses } from '../../../domain/assignment';
import { removalModes } from '../../../domain/platform';
import { shownRemoval } from '../../../domain/assignment/postEvents';
import { eventBody, webhookBody } from '../../../domain/webhook';
import { signatureHeaders } from '../../../lib/webhookSignature';
import { platformOffers } from '../../../platforms';
import type { Json } from '../../support/actors';
import { partOf, schemasOf } from '../../support/callers/schemaFaults';

const document: Json = openApiDocument({ baseUrl: 'https://api.example', resources, offers: platformOffers() });
const faultsOf = schemasOf(document);
const callbacksOf = (path: string): Json => document.paths[path].post.callbacks;
const callbackOf = (path: string, expression: string, name = 'assignmentStatus') =>
  callbacksOf(path)[name][expression].post;
const requests: readonly (readonly [string, Json])[] = [
  ['the webhook', document.webhooks.assignmentStatus.post],
  ['the callback of create', callbackOf('/api/v1/assignments', '{$request.body#/callbackUrl}')],
  ['the callback of the test', callbackOf('/api/v1/webhooks/test', '{$request.body#/url}')],
];

const removals: readonly (readonly [string, Json])[] = [
  ['the webhook', document.webhooks.assignmentRemoval.post],
  ['the callback of create', callbackOf('/api/v1/assignments', '{$request.body#/callbackUrl}', 'assignmentRemoval')],
];

const notified = assignmentStatuses.filter((status) => status !== 'pending');
const event = {
  assignmentId: '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a',
  platform: 'youtube',
  connectionId: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
  platformPostId: 'a1B2c3D4e5F',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  timestamp: new Date(),
};
const failure = { code: 'MEDIA_DOWNLOAD_FAILED', message: 'the source answered 404' };

describe.each(requests)('%s', (_name, request) => {
  it.each(notified)('has the body that the service writes for "%s"', (status) => {
    const { $ref } = request.requestBody.content['application/json'].schema;
    const body = webhookBody({ ...event, status, errors: status === 'failed' ? [failure] : [] });
    expect(faultsOf($ref.split('/').slice(1), JSON.parse(body))).toEqual([]);
  });

  it('has the headers that the service sends, with values of their form', () => expectHeaders(request, {}));
});

describe.each(removals)('%s about a removal', (_name, request) => {
  const asked = { askedAt: 1_800_000_000_000, askedBy: 'mcp', endedAt: 1_800_000_001_000 } as const;
  const refusal = { code: 'PLATFORM_REJECTED', message: 'no' } as const;

  it.each(removalModes)('has the body that the service writes for "%s"', (mode) => {
    const { $ref } = request.requestBody.content['application/json'].schema;
    const bodies = [
      { ...asked, mode, state: 'done', error: null } as const,
      { ...asked, mode, state: 'failed', error: refusal } as const,
    ].map((removal) => JSON.parse(eventBody({ event: 'removal', outcome: shownRemoval(removal) }, event)));
    expect(bodies.map((body) => faultsOf($ref.split('/').slice(1), body))).toEqual([[], []]);
    // It is no transition.
    expect(faultsOf(['components', 'schemas', 'WebhookEvent'], bodies[0])).not.toEqual([]);
  });

  it('has the headers that the service sends, with values of their form', () =>
    expectHeaders(request, { 'x-webhook-event': 'assignment.removal' }));
});

it('a test sends a transition alone', () => {
  expect(Object.keys(callbacksOf('/api/v1/webhooks/test'))).toEqual(['assignmentStatus']);
});

function expectHeaders(request: Json, more: Record<string, string>): void {
  const secrets = { current: 'whsec_Y3VycmVudA==', previous: 'whsec_cHJldmlvdXM=' };
  const signed = signatureHeaders({ id: event.assignmentId, sentAt: new Date(), body: '{}' }, secrets);
  const sent: Record<string, string> = { ...signed, 'x-webhook-attempt': '1', ...more };

  const [scheme] = Object.keys(request.security[0]);
  const signature = document.components.securitySchemes[scheme!];
  const parameters = request.parameters.map(({ $ref }: { $ref: string }) => partOf(document, $ref.split('/').slice(1)));
  const names = [signature.name, ...parameters.map(({ name }: Json) => name)].map((name: string) => name.toLowerCase());
  expect(new Set(names)).toEqual(new Set(Object.keys(sent)));
  for (const { name, schema } of parameters) {
    const text = sent[name.toLowerCase()]!;
    const value = schema.type === 'integer' ? Number(text) : text;
    expect([name, faultsOf(['components', 'parameters', name, 'schema'], value)]).toEqual([name, []]);
  }
}

it('a webhook has a status for which one is sent', () => {
  expect(document.components.schemas.WebhookEvent.properties.status.enum).toEqual(notified);
});
