import { inTransaction } from '../../../models/database/transaction';
import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { buildDelivery } from '../../support/build/delivery';
import { useDelivering } from '../../support/runs/delivering';
import type { RunningWorkers } from '../../support/runs/publishing';
import { eventsBesideTasks } from '../../support/servers/temporal';
import type { HistoryEvent } from '../../support/servers/temporal';
import { useEach } from '../../support/use';
import { until } from '../../support/until';
import { answer, failing, hang, startReceiver } from '../../support/servers/webhookReceiver';
import type { Behaviour } from '../../support/servers/webhookReceiver';
import { Tenant } from '../../../models/database/Tenant';
import { attemptsOf } from '../../support/tenant';

const delivering = useDelivering();
let workers: RunningWorkers;
beforeAll(async () => {
  workers = await delivering.startWorkers();
});
const receiver = useEach(async () => startReceiver());

/** The events beside the workflow task, which makes the first attempt. */
const atOnce = ['workflowExecutionStarted', 'markerRecorded', 'workflowExecutionCompleted'];

const headersOf = (name: string) => receiver.received.map(({ headers }) => headers[name]);

/** The history of a run that comes to its end. */
async function completedHistory(deliveryId: string): Promise<HistoryEvent[]> {
  await until(async () => (await delivering.runOf(deliveryId)).status.name === 'COMPLETED');
  return delivering.historyOf(deliveryId);
}

/** The pending activity as an operator sees it. */
const pendingOf = async (deliveryId: string) => (await delivering.runOf(deliveryId)).raw.pendingActivities?.[0];

const queuesOf = (history: readonly HistoryEvent[]) =>
  history.flatMap(({ activityTaskScheduledEventAttributes: task }) => task?.taskQueue?.name ?? []);

const answerAfter =
  (delayMs: number): Behaviour =>
  (response, nth) =>
    void setTimeout(() => answer(200)(response, nth), delayMs);

async function orderRedelivery(deliveryId: string): Promise<number | null> {
  const { workspaceId } = delivering.parent;
  return inTransaction(delivering.database.sequelize, 'test', (transaction) =>
    WebhookDelivery.redeliver(new Tenant(workspaceId, null), deliveryId, transaction),
  );
}

async function redeliver(deliveryId: string): Promise<void> {
  await delivering.dispatcher.dispatch((await orderRedelivery(deliveryId))!);
}

describe('a delivery', () => {
  it('is a run of its own that reads Completed, in few events, and says what it is', async () => {
    const { deliveryId, assignmentId } = await delivering.submit(receiver.url);
    await delivering.endOf(deliveryId);
    expect(eventsBesideTasks(await completedHistory(deliveryId))).toEqual(atOnce);
    const run = await delivering.runOf(deliveryId);
    expect(run.type).toBe('deliverWebhook');
    expect(await run.staticSummary()).toBe('webhook: uploading');
    const found = Object.fromEntries(run.typedSearchAttributes.getAll().map(({ key, value }) => [key.name, value]));
    expect(found).toMatchObject({ AssignmentId: assignmentId, WorkspaceId: delivering.parent.workspaceId });
  });

  it.each([
    ['failed', failing(1)],
    ['took over 1 s', answerAfter(1100)],
  ])('goes by the activity to a host whose last attempt %s, until it is prompt again', async (_how, behaviour) => {
    delivering.schedule(0, 3_600_000);
    receiver.behave(behaviour);
    const slow = await delivering.submit(receiver.url);
    await until(async () => (await delivering.row(slow.deliveryId)).attempts === 1);
    receiver.behave(answer(200));
    const next = async () => queuesOf(await completedHistory((await delivering.submit(receiver.url)).deliveryId));
    expect(await next()).toEqual(['webhooks']);
    // A machine that stands still makes the receiver slow again.
    await until(async () => (await next()).length === 0);
    expect(new Set(headersOf('webhook-id')).size).toBe(receiver.received.length);
  });

  it('carries nothing but ids in its history', async () => {
    const { deliveryId } = await delivering.submit(receiver.url);
    const { body } = await delivering.endOf(deliveryId);
    const dump = JSON.stringify(await delivering.historyOf(deliveryId), (_key, value) =>
      value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
    );
    expect(dump).toContain(deliveryId);
    for (const secret of [receiver.url, delivering.parent.webhookSecret, body]) expect(dump).not.toContain(secret);
  });

  it('is tried again until it arrives: the same bytes, the same id, another attempt', async () => {
    delivering.schedule(0, 20, 20, 20);
    receiver.behave(failing(2));
    const { deliveryId } = await delivering.submit(receiver.url);
    const row = await delivering.endOf(deliveryId);
    expect(row).toMatchObject({ status: 'delivered', attempts: 3, httpStatusCode: 200 });
    expect(receiver.received.map(({ body }) => body)).toEqual([row.body, row.body, row.body]);
    expect(headersOf('webhook-id')).toEqual([deliveryId, deliveryId, deliveryId]);
    expect(headersOf('x-webhook-attempt')).toEqual(['1', '2', '3']);
  });

  it('fails after its twelfth attempt, and its run is over', async () => {
    delivering.schedule(0, ...Array.from({ length: 11 }, () => 5));
    receiver.behave(answer(503));
    const { deliveryId } = await delivering.submit(receiver.url);
    expect(await delivering.endOf(deliveryId)).toMatchObject({
      status: 'failed',
      attempts: 12,
      httpStatusCode: 503,
      lastError: 'http_status: the receiver answered 503',
    });
    // One activity more than a delivery that arrives at once, however often the activity is tried.
    const activity = ['activityTaskScheduled', 'activityTaskStarted', 'activityTaskCompleted'];
    expect(eventsBesideTasks(await completedHistory(deliveryId))).toEqual(atOnce.toSpliced(2, 0, ...activity));
    expect(receiver.received).toHaveLength(12);
  });

  it('waits out a step of hours, as its schedule says', async () => {
    const stepMs = 20 * 3_600_000;
    delivering.schedule(0, stepMs);
    receiver.behave(answer(500));
    const { deliveryId } = await delivering.submit(receiver.url);
    await until(async () => (await pendingOf(deliveryId))?.lastFailure != null);
    const { nextAttemptScheduleTime, lastAttemptCompleteTime, lastFailure } = (await pendingOf(deliveryId))!;
    const waitMs = (Number(nextAttemptScheduleTime!.seconds) - Number(lastAttemptCompleteTime!.seconds)) * 1000;
    // The wait is spread by a fifth, and a part of it has passed.
    expect(waitMs / stepMs).toBeCloseTo(1, 0);
    expect(lastFailure!.message).toBe('http_status: the receiver answered 500');
    expect(receiver.received).toHaveLength(1);
  });

  it('goes on by retries when the database fails under its first attempt', async () => {
    const { query } = delivering.database;
    receiver.behave((response, nth) => {
      const gone =
        nth === 1 ? query('ALTER TABLE webhook_attempts RENAME TO webhook_attempts_away') : Promise.resolve();
      void gone.then(() => answer(200)(response, nth));
    });
    const { deliveryId } = await delivering.submit(receiver.url);
    try {
      await until(async () => queuesOf(await delivering.historyOf(deliveryId)).includes('webhooks'));
    } finally {
      await query('ALTER TABLE webhook_attempts_away RENAME TO webhook_attempts');
    }
    expect(await delivering.endOf(deliveryId)).toMatchObject({ status: 'delivered', attempts: 1 });
    await completedHistory(deliveryId);
    expect(headersOf('webhook-id')).toEqual([deliveryId, deliveryId]);
  });

  it('whose start was lost after the commit is started by the relay', async () => {
    const { parent, database } = delivering;
    const { deliveryId } = await buildDelivery(parent, receiver.url);
    await database.query('UPDATE outbox SET claimed_until = now() WHERE subject_id = $1 RETURNING id', [deliveryId]);
    expect(await delivering.endOf(deliveryId)).toMatchObject({ status: 'delivered' });
  });
});

describe('a redelivery', () => {
  it('of a pending one joins its round', async () => {
    delivering.schedule(0, 3_600_000);
    receiver.behave(failing(1));
    const { deliveryId } = await delivering.submit(receiver.url);
    await until(async () => (await pendingOf(deliveryId))?.lastFailure != null);
    expect(await orderRedelivery(deliveryId)).toBeNull();
    expect(await delivering.row(deliveryId)).toMatchObject({ status: 'pending', attempts: 1, round: 1 });
    expect((await delivering.runOf(deliveryId)).status.name).toBe('RUNNING');
  });

  it.each([
    ['delivered', answer(200)],
    ['failed', answer(500)],
  ])('of a %s one sends the same bytes again, with all attempts anew', async (status, behaviour) => {
    delivering.schedule(0, 5);
    receiver.behave(behaviour);
    const { deliveryId } = await delivering.submit(receiver.url);
    const before = await delivering.endOf(deliveryId);
    expect(before.status).toBe(status);
    receiver.behave(failing(before.attempts + 1));
    await redeliver(deliveryId);
    const after = await delivering.endOf(deliveryId);
    expect(after).toMatchObject({
      status: 'delivered',
      attempts: before.attempts + 2,
      roundAttempts: 2,
      lastError: null,
    });
    expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set([before.body]));
    expect(new Set(headersOf('webhook-id'))).toEqual(new Set([deliveryId]));
    expect(await attemptsOf(deliveryId)).toHaveLength(receiver.received.length);
  });
});

describe('a worker that is stopped and started again', () => {
  it('lets a first attempt end, and tells Temporal of it', async () => {
    receiver.behave(hang);
    const { deliveryId } = await delivering.submit(receiver.url);
    await until(() => receiver.open() === 1);
    const stopped = workers.stop();
    receiver.release();
    await stopped;
    expect(await delivering.row(deliveryId)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect((await delivering.runOf(deliveryId)).status.name).toBe('COMPLETED');
    expect(receiver.received).toHaveLength(1);
    workers = await delivering.startWorkers();
  });

  it('goes on with the schedule, and makes no attempt too many', async () => {
    delivering.schedule(0, 200, 200, 200, 200);
    receiver.behave((response, nth) => (nth === 2 ? hang : answer(500))(response, nth));
    const { deliveryId } = await delivering.submit(receiver.url);
    // Once in the middle of an attempt, once between two attempts.
    await until(() => receiver.open() === 1 && receiver.received.length === 2);
    const stopped = workers.stop();
    receiver.release(500);
    await stopped;
    expect(await delivering.row(deliveryId)).toMatchObject({ status: 'pending', attempts: 2 });
    receiver.behave(answer(500));
    workers = await delivering.startWorkers();
    await until(() => receiver.received.length === 3);
    await workers.stop();
    workers = await delivering.startWorkers();
    expect(await delivering.endOf(deliveryId)).toMatchObject({ status: 'failed', attempts: 5, roundAttempts: 5 });
    await until(async () => (await delivering.runOf(deliveryId)).status.name === 'COMPLETED');
    expect(headersOf('x-webhook-attempt')).toEqual(['1', '2', '3', '4', '5']);
    const log = await attemptsOf(deliveryId);
    const gapsMs = log
      .slice(1)
      .map(({ at }, index) => at.getTime() - log[index]!.at.getTime() - log[index]!.durationMs);
    for (const gapMs of gapsMs) expect(gapMs).toBeGreaterThanOrEqual(0.8 * 200 - 5);
  });
});
