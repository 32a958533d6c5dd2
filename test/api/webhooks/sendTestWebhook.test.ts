import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { rotateWebhookSecret } from '../../../models/webhooks/webhookSecrets';
import { workspaceClient } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildWorkspace } from '../../support/build/workspace';
import { takeTurns } from '../../support/runs/takenTurns';
import { expectedSignatures } from '../../support/servers/openssl';
import { testSecrets } from '../../support/secrets';
import { answer, reset, startReceiver } from '../../support/servers/webhookReceiver';
import { use } from '../../support/use';
import { tenantOf } from '../../support/tenant';

const receiver = use(async () => startReceiver());
const app = use(async () => startApp({ outboundAllow: parseOutboundAllow(`127.0.0.1:${receiver.port}`) }));
beforeEach(() => receiver.behave(answer(200)));

async function test(url: unknown) {
  const workspace = await buildWorkspace();
  return {
    ...workspace,
    ...(await workspaceClient(app, workspace)('POST', '/api/v1/webhooks/test', { body: { url } })),
  };
}

it('sends a sample that is signed as every webhook is, and answers what came of it', async () => {
  const { status, body, webhookSecret } = await test(receiver.url);
  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    delivered: true,
    httpStatusCode: 200,
    lastError: null,
    durationMs: expect.any(Number),
  });
  const { headers, body: sent } = receiver.received.at(-1)!;
  const { hex, standard } = expectedSignatures(webhookSecret, {
    id: body.id,
    timestamp: String(headers['webhook-timestamp']),
    body: sent,
  });
  expect(headers).toMatchObject({
    'webhook-id': body.id,
    'webhook-signature': standard,
    'x-webhook-signature': hex,
    'x-webhook-attempt': '1',
    'user-agent': 'ContentDelivery-Webhooks/1.0',
  });
  expect(Object.keys(JSON.parse(sent))).toEqual([
    'assignmentId',
    'status',
    'platform',
    'connectionId',
    'platformPostId',
    'platformUrl',
    'errors',
    'timestamp',
  ]);
});

it('signs with both secrets during a rotation', async () => {
  const workspace = await buildWorkspace();
  await rotateWebhookSecret(tenantOf(workspace), testSecrets);
  await workspaceClient(app, workspace)('POST', '/api/v1/webhooks/test', { body: { url: receiver.url } });
  const { headers, body } = receiver.received.at(-1)!;
  const message = { id: String(headers['webhook-id']), timestamp: String(headers['webhook-timestamp']), body };
  const { hex, standard } = expectedSignatures(workspace.webhookSecret, message);
  expect(headers['x-webhook-signature-previous']).toBe(hex);
  expect(String(headers['webhook-signature']).split(' ')[1]).toBe(standard);
});

it.each([
  ['a refusal', answer(410), { httpStatusCode: 410, lastError: 'http_status: the receiver answered 410' }],
  ['a redirect', answer(302, { location: 'https://other.example/' }), { httpStatusCode: 302 }],
  ['a reset', reset, { httpStatusCode: null, lastError: expect.stringMatching(/^connection_reset: /) }],
] as const)('tells of %s', async (_what, behaviour, expected) => {
  receiver.behave(behaviour);
  const { status, body } = await test(receiver.url);
  expect(status).toBe(200);
  expect(body).toMatchObject({ delivered: false, ...expected });
});

it('stands in no log, starts nothing and is not tried again', async () => {
  receiver.behave(answer(500));
  const before = receiver.received.length;
  const { apiKey } = await test(receiver.url);
  const log = await workspaceClient(app, { apiKey })('GET', '/api/v1/webhooks/deliveries');
  expect(log.body.total).toBe(0);
  expect(app.dispatched).toEqual([]);
  expect(receiver.received).toHaveLength(before + 1);
});

it.each([
  ['an address of this machine', 'http://127.0.0.1:9/'],
  ['a localhost name', 'http://localhost/'],
  ['a private address', 'https://10.1.2.3/hooks'],
  ['another protocol', 'ftp://caller.example/'],
  ['a relative URL', '/hooks'],
  ['a user name', 'https://ada@caller.example/'],
  ['too long a URL', `https://caller.example/${'x'.repeat(2048)}`],
  ['nothing', ''],
  ['null', null],
  ['a number', 7],
])('answers 400 to %s, as create does for a callbackUrl', async (_what, url) => {
  const { status, body } = await test(url);
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: 'VALIDATION_ERROR', details: { url: [expect.any(String)] } });
});

it('a workspace whose receivers hang has no more turns, and keeps no other one from its own', async () => {
  const workspace = await buildWorkspace();
  const end = await takeTurns(app.deps.hostTurns, workspace.workspaceId, 5 + 20);
  const { length } = receiver.received;
  const body = { url: receiver.url };
  expect((await workspaceClient(app, workspace)('POST', '/api/v1/webhooks/test', { body })).status).toBe(503);
  expect(receiver.received).toHaveLength(length);
  expect(await test(receiver.url)).toMatchObject({ status: 200, body: { delivered: true } });
  await end();
  expect((await workspaceClient(app, workspace)('POST', '/api/v1/webhooks/test', { body })).status).toBe(200);
});
