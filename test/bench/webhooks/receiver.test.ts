import { postAll } from '../../../bench/baseline/webhooks/postAll';
import { createReceiver } from '../../../bench/baseline/webhooks/receiver';
import type { Arrival } from '../../../bench/baseline/webhooks/receiver';
import { signatureHeaders } from '../../../lib/webhookSignature';
import { useServer } from '../../support/servers/server';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = '{"assignmentId":"job-1","status":"failed","timestamp":"2026-12-01T09:00:00.060Z"}';

const server = useServer(createReceiver());
beforeEach(async () => fetch(`${server.url}/run`, { method: 'PUT', body: JSON.stringify({ secret }) }));

const report = async () =>
  (await (await fetch(`${server.url}/run`)).json()) as { arrivals: Arrival[]; refusedCount: number };
const post = async (headers: Record<string, string>, sent = body) =>
  (await fetch(`${server.url}/hooks`, { method: 'POST', body: sent, headers })).status;
/** As the service signs. */
const signed = (sentAt = new Date()) =>
  signatureHeaders({ id: 'delivery-1', sentAt, body }, { current: secret, previous: null });

it('notes a webhook signed as the service signs', async () => {
  const before = Date.now();
  expect(await post(signed())).toBe(204);
  const { arrivals, refusedCount } = await report();
  const dueMs = Date.parse('2026-12-01T09:00:00.060Z');
  expect(arrivals).toEqual([
    { id: 'delivery-1', assignmentId: 'job-1', dueMs, arrivedMs: expect.any(Number), bodyBytes: body.length },
  ]);
  expect(arrivals[0]?.arrivedMs).toBeGreaterThanOrEqual(before);
  expect(refusedCount).toBe(0);
});

it.each([
  ['another body', () => signed(), body.replace('job-1', 'job-2')],
  ['the plain signature alone', () => ({ ...signed(), 'webhook-signature': 'v1,bm8=' }), body],
  ['the standard signature alone', () => ({ ...signed(), 'x-webhook-signature': '00' }), body],
  ['another id', () => ({ ...signed(), 'webhook-id': 'delivery-2' }), body],
  ['an old time', () => signed(new Date(Date.now() - 301_000)), body],
  ['no signature', () => ({}), body],
])('refuses and counts %s', async (_, headers, sent) => {
  expect(await post(headers(), sent)).toBe(401);
  expect(await report()).toEqual({ arrivals: [], refusedCount: 1 });
});

it('forgets what came before a run', async () => {
  await post(signed());
  await fetch(`${server.url}/run`, { method: 'PUT', body: JSON.stringify({ secret }) });
  expect(await report()).toEqual({ arrivals: [], refusedCount: 0 });
});

it('notes every webhook of the bare loop once, in the size that was asked for', async () => {
  const ids = await postAll({ url: server.url, secret, count: 30, bodyBytes: 373, concurrency: 4 });
  const { arrivals, refusedCount } = await report();
  expect(arrivals.map(({ assignmentId }) => assignmentId).toSorted()).toEqual(ids.toSorted());
  expect(new Set(arrivals.map(({ bodyBytes }) => bodyBytes))).toEqual(new Set([373]));
  expect(refusedCount).toBe(0);
});

it('ends the bare loop when the receiver refuses', async () => {
  const posting = { url: server.url, secret: `whsec_${'A'.repeat(44)}`, count: 1, bodyBytes: 373, concurrency: 1 };
  await expect(postAll(posting)).rejects.toThrow('the receiver answered 401');
});
