import type { ActivityDeps } from '../../../activities';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { inTransaction } from '../../../models/database/transaction';
import { moveOn } from '../../support/build/moveOn';
import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { rotateWebhookSecret } from '../../../models/webhooks/webhookSecrets';
import { buildConnection } from '../../support/build/connection';
import { buildDelivery } from '../../support/build/delivery';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';
import { expectedSignatures } from '../../support/servers/openssl';
import { testSecrets } from '../../support/secrets';
import { stopwatch } from '../../support/stopwatch';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { answer, failing, hang, startReceiver } from '../../support/servers/webhookReceiver';
import type { Behaviour, Received } from '../../support/servers/webhookReceiver';
import { useWebhookActivities } from './useWebhookActivities';
import { Tenant } from '../../../models/database/Tenant';
import { attemptsOf, tenantOf } from '../../support/tenant';

const activities = useWebhookActivities();
const database = useDatabase();
const parent = use(async () => {
  const workspace = await buildWorkspace({ credits: 100_000 });
  return { ...workspace, ...(await buildConnection(workspace)) };
});
const stopping = useStopping();
const receiverThat = async (behaviour?: Behaviour) => stopping(await startReceiver(behaviour));

/** The activity of one worker. */
const activity = (given?: Partial<ActivityDeps>) => activities(given).attempt;

const againAs = (type: string) =>
  expect.objectContaining({ type, category: 'BENIGN', nextRetryDelay: expect.any(Number), nonRetryable: false });

const rowOf = async (deliveryId: string) => WebhookDelivery.findByPk(deliveryId, { raw: true });

describe('the attempts of a round', () => {
  it('send the same bytes under the same id, and are counted', async () => {
    const receiver = await receiverThat(failing(2, 503));
    const { deliveryId } = await buildDelivery(parent, receiver.url);
    const attempt = activity({ webhookDelaysMs: [0, 0, 0, 0] });
    expect(await attempt(deliveryId, { tryCount: 1 })).toEqual(againAs('NOT_DELIVERED'));
    expect(await attempt(deliveryId)).toEqual(againAs('NOT_DELIVERED'));
    expect(await attempt(deliveryId)).toBeNull();

    const row = await rowOf(deliveryId);
    expect(receiver.received.map(({ body }) => body)).toEqual([row!.body, row!.body, row!.body]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId, deliveryId]);
    expect(receiver.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2', '3']);
    expect(row).toMatchObject({ status: 'delivered', attempts: 3, httpStatusCode: 200, lastError: null });
    const log = await attemptsOf(deliveryId);
    expect(log.map(({ httpStatusCode, error }) => [httpStatusCode, error])).toEqual([
      [503, 'http_status: the receiver answered 503'],
      [503, 'http_status: the receiver answered 503'],
      [200, null],
    ]);
  });

  it('are as many as there are delays, and no more', async () => {
    const receiver = await receiverThat(answer(410));
    const { deliveryId } = await buildDelivery(parent, receiver.url);
    const attempt = activity({ webhookDelaysMs: Array.from({ length: 12 }, () => 0) });
    for (let count = 1; count < 12; count += 1) expect(await attempt(deliveryId)).toEqual(againAs('NOT_DELIVERED'));
    expect(await attempt(deliveryId)).toBeNull();
    expect(await rowOf(deliveryId)).toMatchObject({
      status: 'failed',
      attempts: 12,
      httpStatusCode: 410,
      lastError: 'http_status: the receiver answered 410',
    });
    expect(await attempt(deliveryId)).toBeNull();
    expect(receiver.received).toHaveLength(12);
  });

  it('keep to their times when Temporal asks too early, as it does after a worker has died', async () => {
    const receiver = await receiverThat(answer(500));
    const { deliveryId } = await buildDelivery(parent, receiver.url);
    const attempt = activity({ webhookDelaysMs: [0, 86_400_000] });
    expect(await attempt(deliveryId)).toEqual(againAs('NOT_DELIVERED'));
    const early = await attempt(deliveryId, { tryCount: 1 });
    expect(early).toEqual(againAs('NOT_DUE'));
    expect((early as { nextRetryDelay: number }).nextRetryDelay).toBeGreaterThan(0.79 * 86_400_000);
    expect(receiver.received).toHaveLength(1);
    expect(await rowOf(deliveryId)).toMatchObject({ attempts: 1 });
  });

  it('begin with the first delay', async () => {
    const receiver = await receiverThat();
    const { deliveryId } = await buildDelivery(parent, receiver.url);
    const attempt = activity({ webhookDelaysMs: [700, 1] });
    expect(await attempt(deliveryId, { tryCount: 1 })).toMatchObject({ type: 'NOT_DUE', nextRetryDelay: 700 });
    expect(receiver.received).toHaveLength(0);
    expect(await attempt(deliveryId, { tryCount: 2 })).toBeNull();
  });

  it('wait as long as the receiver asks, up to twice the step', async () => {
    const receiver = await receiverThat(answer(429, { 'retry-after': '3600' }));
    const { deliveryId } = await buildDelivery(parent, receiver.url);
    const passedMs = stopwatch();
    expect(await activity({ webhookDelaysMs: [0, 60_000] })(deliveryId)).toMatchObject({ nextRetryDelay: 120_000 });
    expect((await WebhookDelivery.ofRound(deliveryId, 1))!.waitMs).toBeGreaterThanOrEqual(120_000 - passedMs());
  });

  it('let the next delivery of the assignment go when the first of them has ended', async () => {
    const receiver = await receiverThat(answer(500));
    const { deliveryId, assignmentId } = await buildDelivery(parent, receiver.url);
    const dispatched: (readonly number[])[] = [];
    await moveOn(assignmentId, { to: 'uploaded' });
    await activity({ dispatch: (outboxIds) => dispatched.push(outboxIds) })(deliveryId);
    const next = await database.query<{ id: number }>(
      `SELECT o.id FROM outbox o JOIN webhook_deliveries d ON d.id = o.subject_id
       WHERE d.assignment_id = $1 AND d.event = 'uploaded'`,
      [assignmentId],
    );
    expect(dispatched).toEqual([[next[0]!.id]]);
  });
});

describe('a rotation in the middle of the retries', () => {
  it('signs with the new secret at once, and with the one before until its day is over', async () => {
    const workspace = await buildWorkspace();
    const { connectionId } = await buildConnection(workspace);
    const receiver = await receiverThat(answer(500));
    const { deliveryId } = await buildDelivery({ ...workspace, connectionId }, receiver.url);
    const attempt = activity({ webhookDelaysMs: [0, 0, 0, 0, 0] });
    await attempt(deliveryId);
    const { webhookSecret: next } = (await rotateWebhookSecret(tenantOf(workspace), testSecrets))!;
    await attempt(deliveryId);
    await database.query('UPDATE workspaces SET previous_secret_expires_at = now() WHERE id = $1 RETURNING id', [
      workspace.workspaceId,
    ]);
    await attempt(deliveryId);

    const [before, during, after] = receiver.received as [Received, Received, Received];
    expect(signaturesOf(before)).toEqual(signedBy(before, workspace.webhookSecret));
    expect(signaturesOf(during)).toEqual(signedBy(during, next, workspace.webhookSecret));
    expect(signaturesOf(after)).toEqual(signedBy(after, next));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  function signaturesOf({ headers }: Received) {
    return [headers['x-webhook-signature'], headers['x-webhook-signature-previous'], headers['webhook-signature']];
  }

  function signedBy({ headers, body }: Received, current: string, previous?: string) {
    const message = { id: String(headers['webhook-id']), timestamp: String(headers['webhook-timestamp']), body };
    const [first, second] = [current, ...(previous ? [previous] : [])].map((key) => expectedSignatures(key, message));
    return [first!.hex, second?.hex, second ? `${first!.standard} ${second.standard}` : first!.standard];
  }
});

describe('a host', () => {
  it('has ten requests at a time; others go on, and the rest of its own wait', async () => {
    const [slow, quick] = [await receiverThat(hang), await receiverThat()];
    const attempt = activity({ webhookDelaysMs: [0, 60_000] });
    const ids = await Promise.all(
      Array.from({ length: 12 }, async () => (await buildDelivery(parent, slow.url)).deliveryId),
    );
    const running = ids.slice(0, 10).map((id) => attempt(id));
    await until(() => slow.open() === 10);
    for (const id of ids.slice(10)) expect(await attempt(id)).toEqual(againAs('HOST_BUSY'));
    expect(await attempt((await buildDelivery(parent, quick.url)).deliveryId)).toBeNull();
    expect(slow.received).toHaveLength(10);
    slow.release();
    expect(await Promise.all(running)).toEqual(running.map(() => null));
    for (const id of ids.slice(10)) expect(await attempt(id)).toBeNull();
    expect(await rowOf(ids[11]!)).toMatchObject({ status: 'delivered', attempts: 1 });
  });

  it('has them in all spellings of its name', async () => {
    const slow = await receiverThat(hang);
    const named = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8'), resolve: async () => ['127.0.0.1'] });
    const attempt = activity({ safeFetch: named, webhookDelaysMs: [0, 60_000] });
    const to = async (host: string) => (await buildDelivery(parent, slow.url.replace('127.0.0.1', host))).deliveryId;
    const ids = await Promise.all(Array.from({ length: 10 }, async () => to('receiver.example')));
    const running = ids.map((id) => attempt(id));
    await until(() => slow.open() === 10);
    expect(await attempt(await to('receiver.example.'))).toEqual(againAs('HOST_BUSY'));
    expect(await attempt(await to('RECEIVER.example..'))).toEqual(againAs('HOST_BUSY'));
    slow.release();
    await Promise.all(running);
    await named.close();
  });
});

describe('an attempt that outlives its round', () => {
  it('stays in the log, and the round of a redelivery makes its own', async () => {
    const receiver = await receiverThat(hang);
    const { deliveryId } = await buildDelivery(parent, receiver.url);
    const attempt = activity({ webhookDelaysMs: [0, 60_000] });
    const running = attempt(deliveryId);
    await until(() => receiver.open() === 1);
    await WebhookDelivery.update({ status: 'failed' }, { where: { id: deliveryId } });
    await inTransaction(database.sequelize, 'test', (transaction) =>
      WebhookDelivery.redeliver(new Tenant(parent.workspaceId, null), deliveryId, transaction),
    );
    receiver.release();
    await running;
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'pending', attempts: 1, round: 2 });
    expect(await attempt(deliveryId)).toBeNull();
    expect(await attempt(deliveryId, { round: 2 })).toBeNull();
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'delivered', attempts: 2 });
    expect(receiver.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2']);
  });
});

describe('the answer of a receiver', () => {
  it('is kept, without what text in a database cannot hold', async () => {
    const receiver = await receiverThat(answer(200, {}, Buffer.from([0x6f, 0, 0x6b, 0xff])));
    const { deliveryId } = await buildDelivery(parent, receiver.url);
    expect(await activity()(deliveryId)).toBeNull();
    expect(await attemptsOf(deliveryId)).toMatchObject([{ responseBody: 'ok\ufffd', error: null }]);
  });

  it('is not asked for where its name leads to this machine', async () => {
    const receiver = await receiverThat();
    const strict = createSafeFetch({ allow: [], resolve: async () => ['127.0.0.1'] });
    const { deliveryId } = await buildDelivery(parent, receiver.url.replace('127.0.0.1', 'receiver.example'));
    expect(await activity({ safeFetch: strict, webhookDelaysMs: [0] })(deliveryId)).toBeNull();
    expect(await rowOf(deliveryId)).toMatchObject({
      status: 'failed',
      httpStatusCode: null,
      lastError: expect.stringMatching(/^blocked_address: /),
    });
    expect(receiver.received).toEqual([]);
    await strict.close();
  });
});
