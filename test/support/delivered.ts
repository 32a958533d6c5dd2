import type { InferAttributes } from 'sequelize';
import { WebhookAttempt } from '../../models/WebhookAttempt';
import { WebhookDelivery } from '../../models/WebhookDelivery';
import { buildDelivery } from './build/delivery';
import { settingsFor, startProcess } from './processes';
import type { ServiceProcess } from './processes';
import { startPublishing } from './publishing';
import type { Channel, Publishing } from './publishing';
import { until } from './until';
import { answer, startReceiver } from './webhookReceiver';
import type { WebhookReceiver } from './webhookReceiver';
import { use } from './use';

/** A delivery and the only receiver of its webhook. */
export interface Sent {
  deliveryId: string;
  receiver: WebhookReceiver;
}

/** What delivers webhooks, as real processes that a test may kill. */
export interface Service {
  publishing: Publishing;
  channel: Channel;
  /** Starts a process with these settings besides its usual ones; it is killed at the end if it still runs. */
  start: (name: 'api' | 'worker', settings?: Record<string, string>) => ServiceProcess;
  receiver: () => Promise<WebhookReceiver>;
  /** A delivery handed to Temporal, to a receiver that answers its requests with these statuses, the last one for ever. */
  send: (...statuses: (number | 'hold')[]) => Promise<Sent>;
  stop: () => Promise<void>;
}

/** Database, Temporal namespace, sandbox, and no process yet. The waits before attempts are given in seconds. */
export async function startService(webhookDelays: string): Promise<Service> {
  const publishing = await startPublishing({ workers: false });
  const channel = await publishing.connect();
  const started: ServiceProcess[] = [];
  const receivers: WebhookReceiver[] = [];
  const settings = { ...settingsFor(publishing), OUTBOUND_ALLOW: '127.0.0.0/8', WEBHOOK_DELAYS: webhookDelays };
  const receiver = async (...statuses: (number | 'hold')[]): Promise<WebhookReceiver> => {
    const made = await startReceiver();
    if (statuses.length > 0) script(made, statuses);
    receivers.push(made);
    return made;
  };
  return {
    publishing,
    channel,
    start: (name, more = {}) => {
      const child = startProcess(name, { ...settings, ...more });
      started.push(child);
      return child;
    },
    receiver,
    send: async (...statuses) => {
      const made = await receiver(...statuses);
      const { deliveryId, outboxId } = await buildDelivery(channel, made.url);
      await publishing.dispatcher.dispatch(outboxId);
      return { deliveryId, receiver: made };
    },
    stop: async () => {
      await Promise.all(started.map((child) => child.end('SIGKILL')));
      await Promise.all(receivers.map((each) => each.stop()));
      await publishing.stop();
    },
  };
}

/** From its next request on. */
export function script(receiver: WebhookReceiver, statuses: (number | 'hold')[]): void {
  const before = receiver.received.length;
  receiver.behave((response, nth) => {
    const status = statuses[Math.min(nth - before, statuses.length) - 1];
    if (status !== 'hold') answer(status!)(response, nth);
  });
}

/** Resolves when the delivery has ended. While the database is away that is not known. */
export async function endOf({ deliveryId }: Sent, limitMs: number): Promise<InferAttributes<WebhookDelivery>> {
  const row = async () => WebhookDelivery.findByPk(deliveryId, { raw: true }).catch(() => null);
  await until(async () => ((await row())?.status ?? 'pending') !== 'pending', limitMs);
  return (await row())!;
}

/** The numbers of the attempts as its receiver saw them, in order. */
export function attemptsSeen({ receiver }: Sent): number[] {
  return receiver.received.map(({ headers }) => Number(headers['x-webhook-attempt']));
}

/** What the log says of each attempt, by its number. */
export async function attemptsLogged({ deliveryId }: Sent): Promise<[number, number | null][]> {
  const log = await WebhookAttempt.ofDelivery(deliveryId);
  return log.map(({ attempt, httpStatusCode }) => [attempt, httpStatusCode]);
}

/** The receiver got one id and one body however often, and each number of the log is there once and from 1. */
export async function expectOneMessage(sent: Sent): Promise<void> {
  const { deliveryId, receiver } = sent;
  const row = (await WebhookDelivery.findByPk(deliveryId, { raw: true }))!;
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([deliveryId]));
  expect(new Set(receiver.received.map(({ body }) => body))).toEqual(new Set([row.body]));
  const numbers = (await attemptsLogged(sent)).map(([attempt]) => attempt);
  expect(numbers).toEqual(Array.from({ length: row.attempts }, (_, index) => index + 1));
  expect([...new Set(attemptsSeen(sent))]).toEqual(numbers);
}

/** What delivers webhooks as real processes, for the tests of a file. */
export function useService(...options: Parameters<typeof startService>): Service {
  return use(async () => startService(...options));
}
