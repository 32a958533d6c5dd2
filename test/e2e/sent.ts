import type { InferAttributes } from 'sequelize';
import { Assignment } from '../../models/assignments/Assignment';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';
import { buildDelivery } from '../support/build/delivery';
import type { Channel } from '../support/runs/publishing';
import type { Deployment } from '../support/runs/deployment';
import { until } from '../support/until';
import { answer } from '../support/servers/webhookReceiver';
import type { WebhookReceiver } from '../support/servers/webhookReceiver';
import { attemptsOf } from '../support/tenant';

/** A delivery and the only receiver of its webhook. */
export interface Sent {
  deliveryId: string;
  receiver: WebhookReceiver;
}

type Status = number | 'hold';

/** A delivery handed to Temporal, to a receiver that answers with these statuses, the last one for ever. */
export async function send(service: Deployment, channel: Channel, ...statuses: Status[]): Promise<Sent> {
  const receiver = await service.openReceiver();
  script(receiver, statuses);
  const { deliveryId, assignmentId, outboxId } = await buildDelivery(channel, receiver.url);
  // Its assignment has no run. The worker that reconciles gives it one, and what becomes of it is told to nobody.
  await Assignment.update({ callbackUrl: null }, { where: { id: assignmentId } });
  await service.dispatcher.dispatch(outboxId);
  return { deliveryId, receiver };
}

/** From its next request on. */
export function script(receiver: WebhookReceiver, statuses: Status[]): void {
  const before = receiver.received.length;
  receiver.behave((response, nth) => {
    const status = statuses[Math.min(nth - before, statuses.length) - 1];
    if (status !== 'hold') answer(status!)(response, nth);
  });
}

/** Resolves when the delivery has ended. While the database is down that is not known. */
export async function endOf({ deliveryId }: Sent, limitMs: number): Promise<InferAttributes<WebhookDelivery>> {
  const row = async () => WebhookDelivery.findByPk(deliveryId, { raw: true }).catch(() => null);
  await until(async () => ((await row())?.status ?? 'pending') !== 'pending', limitMs);
  return (await row())!;
}

/** The numbers of the attempts as its receiver saw them, in order. */
export function attemptsSeen({ receiver }: Sent): number[] {
  return receiver.received.map(({ headers }) => Number(headers['x-webhook-attempt']));
}

/** The log's entries of attempts, by their number. */
export async function attemptsLogged({ deliveryId }: Sent): Promise<[number, number | null][]> {
  const log = await attemptsOf(deliveryId);
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
