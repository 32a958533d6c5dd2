import { pino } from 'pino';
import { createMetrics } from '../../lib/metrics';
import { inTransaction } from '../../models/database/transaction';
import { continueInNextRound, suspectRounds } from '../../models/webhooks/deliveryRuns';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { deliveryWorkflowId, webhookQueue } from '../../domain/workflowContract';
import { reconcile } from '../../outbox/reconcile';
import { buildDelivery } from '../support/build/delivery';
import { useDelivering } from '../support/runs/delivering';
import { until } from '../support/until';
import { use } from '../support/use';
import { answer, failing, useReceiver } from '../support/servers/webhookReceiver';
import { openGate } from '../support/runs/gate';
import { failTask, hurried } from '../support/runs/stuckTask';
import { Tenant } from '../../models/database/Tenant';
import { attemptsOf } from '../support/tenant';

const metrics = createMetrics();
const log: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) });

const delivering = useDelivering();
const receiver = useReceiver();
beforeEach(async () => delivering.database.query('DELETE FROM webhook_deliveries'));

async function run(client = delivering.temporal.client) {
  return reconcile({ client, dispatcher: delivering.dispatcher, logger, metrics }, 'recent', () => undefined);
}
const handleOf = (deliveryId: string, round = 1) =>
  delivering.temporal.client.workflow.getHandle(deliveryWorkflowId({ deliveryId, round }));
const statusOf = async (deliveryId: string, round = 1) =>
  delivering.runOf(deliveryId, round).then(
    ({ status }) => status.name,
    () => 'none',
  );
/** Waits until the run has nothing under way: an attempt that is still to begin would come all the same. */
const untilWaiting = async (deliveryId: string, round: number) =>
  until(async () => {
    const { raw } = await delivering.runOf(deliveryId, round);
    return raw.pendingActivities?.some(({ lastFailure }) => lastFailure) ?? false;
  });
const lose = async (deliveryId: string, round = 1) => handleOf(deliveryId, round).terminate('by hand');
const change = async (deliveryId: string, assignments: string) =>
  delivering.database.query(`UPDATE webhook_deliveries SET ${assignments} WHERE id = $1`, [deliveryId]);
const startsOf = async (deliveryId: string) =>
  delivering.database.query<{ generation: number }>(
    `SELECT generation FROM outbox WHERE subject_id = $1 AND kind = 'start' ORDER BY id`,
    [deliveryId],
  );

/** Lets the next attempt have been due for a minute, and the dispatch of all starts lie further back. */
async function age(deliveryId: string): Promise<void> {
  const minuteAgo = `now() - interval '61 s'`;
  await change(
    deliveryId,
    `created_at = ${minuteAgo},
     next_attempt_at = CASE WHEN round_attempts = 0 THEN NULL ELSE ${minuteAgo} END`,
  );
  const aged = `UPDATE outbox SET dispatched_at = ${minuteAgo} WHERE subject_id = $1 AND dispatched_at IS NOT NULL`;
  await delivering.database.query(aged, [deliveryId]);
}

/** A delivery whose first attempt should long have been made. */
async function overdue(): Promise<string> {
  const { deliveryId } = await delivering.submit(receiver.url);
  await age(deliveryId);
  return deliveryId;
}

describe('a delivery that has lost its workflow', () => {
  it.each([
    ['terminated by hand', lose],
    [
      'whose history is lost',
      async (deliveryId: string) => {
        const { client, namespace } = delivering.temporal;
        const { workflowId } = handleOf(deliveryId);
        await client.workflowService.deleteWorkflowExecution({ namespace, workflowExecution: { workflowId } });
        await until(async () => (await statusOf(deliveryId)) === 'none');
      },
    ],
  ])('goes on in its next round: %s', async (_how, end) => {
    const deliveryId = await overdue();
    const before = await delivering.row(deliveryId);
    await end(deliveryId);
    expect(await run()).toEqual({ looked: 1, repaired: 1 });
    expect(await delivering.row(deliveryId)).toEqual({ ...before, round: 2 });
    expect(await statusOf(deliveryId, 2)).toBe('RUNNING');
    expect(log.at(-1)).toMatchObject({ level: 40, deliveryId, round: 1 });
    expect((await metrics.deliveriesRepaired.get()).values[0]!.value).toBeGreaterThan(0);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
  });

  it('gets one run, however many look at the same time', async () => {
    const ids: string[] = [];
    while (ids.length < 10) ids.push(await overdue());
    for (const id of ids) await lose(id);
    const results = await Promise.all([run(), run(), run()]);
    expect(results.reduce((sum, { repaired }) => sum + repaired, 0)).toBe(10);
    for (const id of ids) {
      expect(await delivering.row(id)).toMatchObject({ round: 2 });
      expect(await startsOf(id)).toEqual([{ generation: 1 }, { generation: 2 }]);
    }
  });

  it('is found though its start was removed from the outbox long ago', async () => {
    const deliveryId = await overdue();
    await lose(deliveryId);
    await delivering.database.query('DELETE FROM outbox WHERE subject_id = $1', [deliveryId]);
    expect(await run()).toEqual({ looked: 1, repaired: 1 });
  });
});

it('a delivery whose run is stuck in a workflow task goes on in its next round, and the stuck run is terminated', async () => {
  const deliveryId = await overdue();
  expect(await hurried(run)).toEqual({ looked: 1, repaired: 0 });
  for (let tries = 0; tries < 3; tries += 1) {
    await failTask(delivering.temporal, webhookQueue, handleOf(deliveryId).workflowId);
  }
  expect(await run()).toEqual({ looked: 1, repaired: 0 });
  expect(await hurried(run)).toEqual({ looked: 1, repaired: 1 });
  expect([await statusOf(deliveryId), await statusOf(deliveryId, 2)]).toEqual(['TERMINATED', 'RUNNING']);
  expect(await delivering.row(deliveryId)).toMatchObject({ round: 2, status: 'pending', attempts: 0 });
});

describe('with workers,', () => {
  use(async () => delivering.startWorkers());

  it('a delivery that loses its workflow twice arrives, and its attempts are counted on', async () => {
    delivering.schedule(0, 3_600_000, 3_600_000, 3_600_000);
    receiver.behave(failing(2));
    const { deliveryId } = await delivering.submit(receiver.url);
    for (const round of [1, 2]) {
      await until(async () => (await delivering.row(deliveryId)).roundAttempts === round);
      await untilWaiting(deliveryId, round);
      await lose(deliveryId, round);
      await age(deliveryId);
      expect(await run()).toEqual({ looked: 1, repaired: 1 });
    }
    expect(await delivering.endOf(deliveryId)).toMatchObject({ status: 'delivered', attempts: 3, round: 3 });
    expect(receiver.received.map(({ headers }) => headers['x-webhook-attempt'])).toEqual(['1', '2', '3']);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
  });

  it('a delivery never gets more attempts than were promised, however often it is repaired', async () => {
    delivering.schedule(0, 3_600_000, 3_600_000, 3_600_000);
    receiver.behave(answer(500));
    const { deliveryId } = await delivering.submit(receiver.url);
    for (const round of [1, 2, 3]) {
      await until(async () => (await delivering.row(deliveryId)).roundAttempts === round);
      await untilWaiting(deliveryId, round);
      await lose(deliveryId, round);
      await age(deliveryId);
      await run();
    }
    expect(await delivering.endOf(deliveryId)).toMatchObject({ status: 'failed', attempts: 4 });
    expect(receiver.received).toHaveLength(4);
    await age(deliveryId);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
    expect((await attemptsOf(deliveryId)).map(({ attempt, round }) => [attempt, round])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
  });
});

describe('is left alone', () => {
  it('a delivery whose workflow runs, however late it is', async () => {
    const deliveryId = await overdue();
    expect(await run()).toEqual({ looked: 1, repaired: 0 });
    expect(await delivering.row(deliveryId)).toMatchObject({ round: 1 });
    expect(await statusOf(deliveryId)).toBe('RUNNING');
  });

  it('a delivery whose next attempt is not due, or since less than a minute', async () => {
    for (const due of [`now() + interval '20 hours'`, `now() - interval '50 s'`]) {
      const deliveryId = await overdue();
      await lose(deliveryId);
      await change(deliveryId, `round_attempts = 1, next_attempt_at = ${due}`);
    }
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
  });

  it('a delivery whose start is still on its way: the relay has it', async () => {
    const { deliveryId, outboxId } = await buildDelivery(delivering.parent, receiver.url);
    await delivering.database.query(`UPDATE outbox SET available_at = now() + interval '1 hour' WHERE id = $1`, [
      outboxId,
    ]);
    await age(deliveryId);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
    expect(await statusOf(deliveryId)).toBe('none');
  });

  it('a delivery that its caller has begun anew meanwhile', async () => {
    const deliveryId = await overdue();
    await lose(deliveryId);
    await change(deliveryId, `status = 'failed'`);
    const { workspaceId } = delivering.parent;
    const redelivered = await inTransaction(delivering.database.sequelize, 'test', async (transaction) =>
      WebhookDelivery.redeliver(new Tenant(workspaceId, null), deliveryId, transaction),
    );
    expect(await continueInNextRound({ deliveryId, round: 1 })).toEqual([]);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
    await delivering.dispatcher.dispatch(redelivered!);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
    expect(await delivering.row(deliveryId)).toMatchObject({ round: 2 });
    expect(await statusOf(deliveryId, 2)).toBe('RUNNING');
  });

  it.each(['delivered', 'failed'])('a delivery that is %s', async (status) => {
    const deliveryId = await overdue();
    await lose(deliveryId);
    await change(deliveryId, `status = '${status}'`);
    expect(await run()).toEqual({ looked: 0, repaired: 0 });
    expect(await continueInNextRound({ deliveryId, round: 1 })).toEqual([]);
  });

  it('a delivery of which Temporal gives no clear answer', async () => {
    const deliveryId = await overdue();
    await lose(deliveryId);
    const gate = await openGate(delivering.temporal);
    gate.set('mute');
    await expect(run(gate.client)).rejects.toThrow(/./);
    await gate.stop();
    expect(await delivering.row(deliveryId)).toMatchObject({ round: 1 });
  });
});

it('they are looked at page after page, each once', async () => {
  const ids: string[] = [];
  while (ids.length < 5) ids.push(await overdue());
  const page = async (afterId: string | null) => (await suspectRounds(afterId, 2)).map(({ deliveryId }) => deliveryId);
  const inOrder = ids.toSorted();
  expect(await page(null)).toEqual(inOrder.slice(0, 2));
  expect(await page(inOrder[1]!)).toEqual(inOrder.slice(2, 4));
  expect(await page(inOrder[3]!)).toEqual(inOrder.slice(4));
});
