import { recordAttempt } from '../../../models/webhooks/recordAttempt';
import { moveOn } from '../../support/build/moveOn';
import { useApp } from '../../support/callers/app';
import { buildCaller, useCaller } from '../../support/callers/caller';
import { buildConnection } from '../../support/build/connection';
import { buildDelivery } from '../../support/build/delivery';
import { buildUser } from '../../support/callers/people';

const url = 'https://caller.example/hooks?tenant=4';
const path = '/api/v1/webhooks/deliveries';

const app = useApp();

const caller = useCaller(app, { credits: 10_000 });

const at = new Date('2026-12-01T09:00:00.123Z');
const attempt = { round: 1, delayMs: null, at, durationMs: 41, responseBody: 'ok', error: null, httpStatusCode: 200 };
const failure = {
  ...attempt,
  error: 'http_status: the receiver answered 500',
  httpStatusCode: 500,
  responseBody: 'no',
};

describe('listWebhookDeliveries', () => {
  it('answers the record of the contract, and nothing else', async () => {
    const { deliveryId, assignmentId } = await buildDelivery(caller, url);
    const record = { id: deliveryId, assignmentId, event: 'uploading', url };
    const untried = { status: 'pending', httpStatusCode: null, attempts: 0, lastAttemptAt: null, lastError: null };
    const { status, body } = await caller.call('GET', path);
    expect(status).toBe(200);
    expect(body).toEqual({ items: [{ ...record, ...untried }], total: 1, page: 1, limit: 20 });

    await recordAttempt({ id: deliveryId, ...failure, status: 'pending', delayMs: 5000 });
    const tried = { httpStatusCode: 500, lastAttemptAt: at.toISOString() };
    expect((await caller.call('GET', path)).body.items).toEqual([
      { ...record, ...tried, status: 'pending', attempts: 1, lastError: null },
    ]);

    await recordAttempt({ id: deliveryId, ...failure, status: 'failed' });
    expect((await caller.call('GET', path)).body.items).toEqual([
      { ...record, ...tried, status: 'failed', attempts: 2, lastError: 'http_status: the receiver answered 500' },
    ]);
  });

  it('answers the event, too, to somebody at the console', async () => {
    const user = await buildUser(app);
    const { deliveryId: id } = await buildDelivery({ ...user, ...(await buildConnection(user)) }, url);
    const { body } = await user.call('GET', '/api/v1/console/webhooks/deliveries');
    expect(body.items).toMatchObject([{ id, url, status: 'pending', event: 'uploading' }]);
  });

  it('filters by status and by assignment, and pages newest first', async () => {
    const first = await buildDelivery(caller, url);
    const others = [await buildDelivery(caller, url), await buildDelivery(caller, url)];
    await moveOn(first.assignmentId, { to: 'uploaded' });
    await recordAttempt({ id: first.deliveryId, ...attempt, status: 'delivered' });
    const idsOf = async (query: string) =>
      (await caller.call('GET', `${path}?${query}`)).body.items.map(({ id }: { id: string }) => id);

    expect(await idsOf('status=delivered')).toEqual([first.deliveryId]);
    expect(await idsOf('status=failed')).toEqual([]);
    const ofFirst = await idsOf(`assignmentId=${first.assignmentId}`);
    expect(ofFirst).toHaveLength(2);
    expect(ofFirst[1]).toBe(first.deliveryId);
    expect(await idsOf(`assignmentId=${first.assignmentId}&status=pending`)).toEqual([ofFirst[0]]);

    const newestFirst = [ofFirst[0], others[1]!.deliveryId, others[0]!.deliveryId, first.deliveryId];
    expect(await idsOf('limit=50')).toEqual(newestFirst);
    expect(await idsOf('limit=3&page=2')).toEqual(newestFirst.slice(3));
    expect((await caller.call('GET', `${path}?limit=3&page=9`)).body).toEqual({
      items: [],
      total: 4,
      page: 9,
      limit: 3,
    });
  });

  it('shows nothing of another workspace, not even when asked for its assignment', async () => {
    const { assignmentId } = await buildDelivery(caller, url);
    const { call } = await buildCaller(app);
    const nothing = { items: [], total: 0, page: 1, limit: 20 };
    expect((await call('GET', path)).body).toEqual(nothing);
    expect((await call('GET', `${path}?assignmentId=${assignmentId}`)).body).toEqual(nothing);
  });

  it.each([
    ['status', 'status=sent'],
    ['status', 'status='],
    ['status', 'status=failed&status=pending'],
    ['assignmentId', 'assignmentId=4711'],
    ['assignmentId', 'assignmentId=0198C3F2-9A41-7C0E-8A55-3F6B1F0C2D7A'],
    ['page', 'page=0'],
    ['limit', 'limit=51'],
    ['limit', 'limit=0'],
  ])('answers 400 with %s to %s', async (field, query) => {
    const { status, body } = await caller.call('GET', `${path}?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: 'VALIDATION_ERROR', details: { [field]: [expect.any(String)] } });
  });
});

describe('getWebhookDelivery', () => {
  it('answers the record, what was sent and every attempt, oldest first', async () => {
    const { deliveryId, assignmentId } = await buildDelivery(caller, url);
    await recordAttempt({ id: deliveryId, ...failure, status: 'pending', delayMs: 5000 });
    await recordAttempt({ id: deliveryId, ...attempt, status: 'delivered' });
    const { status, body } = await caller.call('GET', `${path}/${deliveryId}`);
    expect(status).toBe(200);
    const logged = { at: at.toISOString(), durationMs: 41 };
    expect(body).toEqual({
      id: deliveryId,
      assignmentId,
      url,
      status: 'delivered',
      httpStatusCode: 200,
      attempts: 2,
      lastAttemptAt: at.toISOString(),
      lastError: null,
      event: 'uploading',
      body: expect.any(String),
      attemptLog: [
        { ...logged, attempt: 1, httpStatusCode: 500, error: failure.error, responseBody: 'no' },
        { ...logged, attempt: 2, httpStatusCode: 200, error: null, responseBody: 'ok' },
      ],
    });
    expect(JSON.parse(body.body)).toMatchObject({ assignmentId, status: 'uploading', errors: [] });
  });
});

it('answers the newest 100 attempts of a delivery that was redelivered without end', async () => {
  const { deliveryId } = await buildDelivery(caller, url, { status: 'delivered', attempts: 130 });
  await app.database.query(
    `INSERT INTO webhook_attempts (delivery_id, attempt, round, at, duration_ms)
     SELECT $1, attempt, attempt, now(), 41 FROM generate_series(1, 130) attempt`,
    [deliveryId],
  );
  const { attempts, attemptLog } = (await caller.call('GET', `${path}/${deliveryId}`)).body;

  expect(attempts).toBe(130);
  expect(attemptLog.map(({ attempt: nth }: { attempt: number }) => nth)).toEqual(
    Array.from({ length: 100 }, (_, index) => index + 31),
  );
});

describe('redeliverWebhook', () => {
  it.each(['delivered', 'failed'] as const)(
    'answers 202 when the delivery is %s, and dispatches it',
    async (status) => {
      const lastError = status === 'failed' ? 'timeout: late' : null;
      const { deliveryId } = await buildDelivery(caller, url, { status, attempts: 3, httpStatusCode: 500, lastError });
      const answer = await caller.call('POST', `${path}/${deliveryId}/redeliver`);
      expect(answer.status).toBe(202);
      expect(answer.body).toMatchObject({
        id: deliveryId,
        url,
        status: 'pending',
        attempts: 3,
        httpStatusCode: 500,
        lastError: null,
      });
      const [outboxIds] = app.dispatched;
      const orders = await app.database.query(
        'SELECT kind, workflow, subject_id, generation FROM outbox WHERE id = ANY($1::bigint[])',
        [outboxIds],
      );
      expect(orders).toEqual([{ kind: 'start', workflow: 'deliverWebhook', subject_id: deliveryId, generation: 2 }]);
    },
  );

  it('of another workspace begins nothing', async () => {
    const { deliveryId } = await buildDelivery(caller, url);
    const { call } = await buildCaller(app);
    expect((await call('POST', `${path}/${deliveryId}/redeliver`)).status).toBe(404);
    expect(app.dispatched).toEqual([]);
    const rounds = await app.database.query('SELECT round FROM webhook_deliveries WHERE id = $1', [deliveryId]);
    expect(rounds).toEqual([{ round: 1 }]);
  });

  it('joins a round that is under way', async () => {
    const { deliveryId } = await buildDelivery(caller, url);
    const answer = await caller.call('POST', `${path}/${deliveryId}/redeliver`);
    expect([answer.status, answer.body.status]).toEqual([202, 'pending']);
    expect(app.dispatched).toEqual([]);
    const rounds = await app.database.query('SELECT round FROM webhook_deliveries WHERE id = $1', [deliveryId]);
    expect(rounds).toEqual([{ round: 1 }]);
  });

  it('many times at once makes one round', async () => {
    const { deliveryId } = await buildDelivery(caller, url, { status: 'failed' });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => caller.call('POST', `${path}/${deliveryId}/redeliver`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202]);
    const rounds = await app.database.query('SELECT round FROM webhook_deliveries WHERE id = $1', [deliveryId]);
    expect(rounds).toEqual([{ round: 2 }]);
  });
});

describe('an assignment that fails at once, its token being expired', () => {
  const expired = useCaller(app, { connection: { tokenStatus: 'expired', tokenExpiresAt: null } });

  it('tells its caller so', async () => {
    const { status, body } = await expired.create({ callbackUrl: url });
    expect(status).toBe(201);
    const { body: list } = await expired.call('GET', `${path}?assignmentId=${body.id}`);
    expect(list.items).toMatchObject([{ status: 'pending', url }]);
    const { body: detail } = await expired.call('GET', `${path}/${list.items[0].id}`);
    expect(detail.event).toBe('failed');
    expect(JSON.parse(detail.body)).toMatchObject({ status: 'failed', errors: [{ code: 'TOKEN_EXPIRED' }] });
    const orders = await app.database.query('SELECT subject_id FROM outbox WHERE id = ANY($1::bigint[])', [
      app.dispatched.flat(),
    ]);
    expect(orders).toEqual([{ subject_id: list.items[0].id }]);
  });

  it('tells nobody where no callback URL was given', async () => {
    const { body } = await expired.create();
    expect((await expired.call('GET', `${path}?assignmentId=${body.id}`)).body.total).toBe(0);
  });
});
