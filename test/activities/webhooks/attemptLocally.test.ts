import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { buildConnection } from '../../support/build/connection';
import { buildDelivery } from '../../support/build/delivery';
import { buildWorkspace } from '../../support/build/workspace';
import { useDatabase } from '../../support/servers/database';
import { useStillClock } from '../../support/stillClock';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { answer, failing, hang, startReceiver } from '../../support/servers/webhookReceiver';
import type { Behaviour, WebhookReceiver } from '../../support/servers/webhookReceiver';
import { useWebhookActivities } from './useWebhookActivities';
import type { CalledActivities } from './useWebhookActivities';
import { attemptsOf } from '../../support/tenant';

/** A host that takes longer than this is slow. */
const promptMs = 1000;
const clock = useStillClock();
const later: Behaviour = (response, nth) => {
  clock.pass(promptMs + 1);
  answer(200)(response, nth);
};

useDatabase();
const activities = useWebhookActivities();
const parent = use(async () => {
  const workspace = await buildWorkspace({ credits: 100_000 });
  return { ...workspace, ...(await buildConnection(workspace)) };
});
const stopping = useStopping();
const receiverThat = async (behaviour?: Behaviour) => stopping(await startReceiver(behaviour));
const deliveryTo = async (url: string) => (await buildDelivery(parent, url)).deliveryId;
const rowOf = async (deliveryId: string) => WebhookDelivery.findByPk(deliveryId, { raw: true });

describe('a first attempt in a workflow task', () => {
  it('that arrives ends the round', async () => {
    const receiver = await receiverThat();
    const deliveryId = await deliveryTo(receiver.url);
    expect(await activities().attemptLocally(deliveryId)).toBe(true);
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'delivered', attempts: 1, httpStatusCode: 200 });
    expect(await attemptsOf(deliveryId)).toMatchObject([{ attempt: 1, round: 1, error: null }]);
  });

  it('that fails is recorded, and the activity goes on when the next one is due, telling why', async () => {
    const receiver = await receiverThat(failing(1));
    const deliveryId = await deliveryTo(receiver.url);
    const { attempt, attemptLocally } = activities({ webhookDelaysMs: [0, 60_000] });
    expect(await attemptLocally(deliveryId)).toBe(false);
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'pending', attempts: 1, roundAttempts: 1 });
    expect(await attempt(deliveryId, { tryCount: 1 })).toMatchObject({
      type: 'NOT_DUE',
      message: 'http_status: the receiver answered 500',
      nextRetryDelay: expect.any(Number),
    });
    expect(receiver.received).toHaveLength(1);
  });

  it('that was the only one of its schedule ends the round', async () => {
    const deliveryId = await deliveryTo((await receiverThat(answer(500))).url);
    expect(await activities({ webhookDelaysMs: [0] }).attemptLocally(deliveryId)).toBe(true);
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'failed', attempts: 1 });
  });

  it('is not repeated after its record', async () => {
    const receiver = await receiverThat(failing(1));
    const [first, second] = [await deliveryTo(receiver.url), await deliveryTo(receiver.url)];
    const before = activities();
    expect([await before.attemptLocally(first), await before.attemptLocally(second)]).toEqual([false, false]);
    // The second attempt met a host that had failed. Another worker makes the attempt.
    expect(await activities().attemptLocally(second)).toBe(true);
    // A workflow task that is done again after its worker has died calls for the same attempts once more.
    const after = activities();
    expect([await after.attemptLocally(first), await after.attemptLocally(second)]).toEqual([false, true]);
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([first, second]);
  });
});

type Refusal = [
  why: string,
  prepare: (worker: CalledActivities, receiver: WebhookReceiver) => Promise<void>,
  behaviour: Behaviour,
];

describe('a host', () => {
  it.each<Refusal>([
    [
      'whose last attempt failed',
      async (worker, { url }) => void (await worker.attempt(await deliveryTo(url))),
      failing(1),
    ],
    [
      'whose last attempt took over 1 s',
      async (worker, { url }) => void (await worker.attempt(await deliveryTo(url))),
      later,
    ],
    [
      'to which a request is under way for over 1 s',
      async (worker, { url, open }) => {
        void worker.attempt(await deliveryTo(url));
        await until(() => open() === 1);
        clock.pass(promptMs + 1);
      },
      hang,
    ],
  ])('%s is called by the activity, until it is prompt again', async (_why, prepare, behaviour) => {
    const receiver = await receiverThat(behaviour);
    const worker = activities({ webhookDelaysMs: [0, 60_000] });
    await prepare(worker, receiver);
    const calls = receiver.received.length;
    const [refused, next] = [await deliveryTo(receiver.url), await deliveryTo(receiver.url)];
    expect(await worker.attemptLocally(refused)).toBe(false);
    expect(receiver.received).toHaveLength(calls);
    expect(await rowOf(refused)).toMatchObject({ status: 'pending', attempts: 0 });

    receiver.release();
    await until(() => receiver.open() === 0);
    expect(await worker.attempt(refused)).toBeNull();
    expect(await worker.attemptLocally(next)).toBe(true);
  });

  it('gives ten slots to attempts of both kinds together', async () => {
    const receiver = await receiverThat(hang);
    const worker = activities();
    const ids = await Promise.all(Array.from({ length: 12 }, async () => deliveryTo(receiver.url)));
    const running = [
      ...ids.slice(0, 5).map((id) => worker.attemptLocally(id)),
      ...ids.slice(5, 10).map((id) => worker.attempt(id)),
    ];
    await until(() => receiver.open() === 10);
    expect(await worker.attemptLocally(ids[10]!)).toBe(false);
    expect(await worker.attempt(ids[11]!)).toMatchObject({ type: 'HOST_BUSY' });
    receiver.release();
    await Promise.all(running);
    expect(await worker.attemptLocally(ids[10]!)).toBe(true);
  });

  it('that is prompt but busy is asked for again after 250 ms by a first attempt, at each try', async () => {
    const receiver = await receiverThat(hang);
    const { attempt } = activities();
    const ids = await Promise.all(Array.from({ length: 11 }, async () => deliveryTo(receiver.url)));
    const running = ids.slice(0, 10).map((id) => attempt(id));
    await until(() => receiver.open() === 10);
    for (const tryCount of [1, 2, 7]) {
      expect(await attempt(ids[10]!, { tryCount })).toMatchObject({ type: 'HOST_BUSY', nextRetryDelay: 250 });
    }
    // The host turns out to be slow: the attempts that wait for it must not keep the queue busy.
    clock.pass(promptMs + 1);
    const { nextRetryDelay } = (await attempt(ids[10]!, { tryCount: 5 })) as { nextRetryDelay: number };
    expect(nextRetryDelay).toBeGreaterThanOrEqual(250 * 2 ** 5);
    receiver.release();
    await Promise.all(running);
  });
});

describe('a process', () => {
  it('has twenty first attempts in workflow tasks at the same time, and leaves the others to the activity', async () => {
    const hosts = await Promise.all([hang, hang, hang].map(receiverThat));
    const { attempt, attemptLocally } = activities();
    const ids = await Promise.all(hosts.flatMap(({ url }) => Array.from({ length: 7 }, async () => deliveryTo(url))));
    const running = ids.slice(0, 20).map((id) => attemptLocally(id));
    const open = () => hosts.reduce((sum, host) => sum + host.open(), 0);
    await until(() => open() === 20);
    expect(await attemptLocally(ids[20]!)).toBe(false);
    expect(open()).toBe(20);
    const other = attempt(ids[20]!);
    await until(() => open() === 21);
    for (const host of hosts) host.release();
    expect(await Promise.all(running)).toEqual(running.map(() => true));
    expect(await other).toBeNull();
    expect(await attemptLocally(await deliveryTo(hosts[0]!.url))).toBe(true);
  });

  it('makes none where the schedule does not begin at once, and none of a round that is over', async () => {
    const receiver = await receiverThat();
    const deliveryId = await deliveryTo(receiver.url);
    expect(await activities({ webhookDelaysMs: [500] }).attemptLocally(deliveryId)).toBe(false);
    expect(await activities().attemptLocally(deliveryId, { round: 2 })).toBe(true);
    expect(receiver.received).toEqual([]);
    expect(await rowOf(deliveryId)).toMatchObject({ status: 'pending', attempts: 0 });
  });
});
