import { createHmac } from 'node:crypto';
import { buildDelivery } from '../support/build/delivery';
import { startDelivering } from '../support/delivering';
import type { Delivering } from '../support/delivering';
import { until } from '../support/until';
import { answer, hang, startReceiver } from '../support/webhookReceiver';
import type { WebhookReceiver } from '../support/webhookReceiver';

const isDeep = process.env.TEST_DEEP === '1';
const total = isDeep ? 2000 : 200;
const hosts = 10;
/** Of the worker; the dead host alone could fill them all. */
const slots = 20;
const perHost = 10;
const batch = 20;

let delivering: Delivering;
let workers: Awaited<ReturnType<Delivering['startWorkers']>>;
let receivers: WebhookReceiver[];
let deadOpenMax = 0;

beforeAll(async () => {
  delivering = await startDelivering({ webhooksInFlightMax: slots });
  workers = await delivering.startWorkers();
  delivering.schedule(0, 3_600_000);
  const dead = await startReceiver((response, nth) => {
    deadOpenMax = Math.max(deadOpenMax, dead.open());
    hang(response, nth);
  });
  receivers = [dead, ...(await Promise.all(Array.from({ length: hosts - 1 }, () => startReceiver(answer(204)))))];
});
afterAll(async () => {
  for (const receiver of receivers) receiver.release();
  await workers.stop();
  await delivering.stop();
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

it(
  `one dead receiver among ${hosts} slows down none of the others: ${total} deliveries`,
  async () => {
    const [dead, ...healthy] = receivers as [WebhookReceiver, ...WebhookReceiver[]];
    const { parent, database } = delivering;
    // Those of the dead one come first.
    const deadCount = total / 5;
    const urls = Array.from({ length: total }, (_, index) =>
      index < deadCount ? dead.url : healthy[index % healthy.length]!.url,
    );
    for (let index = 0; index < total; index += batch) {
      await Promise.all(urls.slice(index, index + batch).map((url) => buildDelivery(parent, url)));
      // The relay leaves them alone until all are there.
      await database.query(`UPDATE outbox SET claimed_until = 'infinity' RETURNING id`);
    }
    await database.query('UPDATE outbox SET claimed_until = now() RETURNING id');
    const arrived = () => healthy.flatMap(({ received }) => received);
    await until(() => arrived().length >= total - deadCount, isDeep ? 500_000 : 50_000);

    // An ended one and its successor may meet.
    expect(deadOpenMax).toBeGreaterThanOrEqual(perHost);
    expect(deadOpenMax).toBeLessThan(slots - perHost / 2);
    // Without a share for each host, the others would have waited until each of its requests had timed out.
    expect(dead.received.length).toBeLessThan(deadCount);
    const delivered = async () => {
      const rows = await database.query(`SELECT id FROM webhook_deliveries WHERE status = 'delivered'`);
      return rows.map(({ id }) => id);
    };
    await until(async () => (await delivered()).length === total - deadCount);
    const ids = arrived().map(({ headers }) => headers['webhook-id']);
    expect(ids).toHaveLength(new Set(ids).size);
    expect(new Set(ids)).toEqual(new Set(await delivered()));
    for (const { headers, body } of arrived()) {
      const signature = createHmac('sha256', parent.webhookSecret).update(body).digest('hex');
      expect(headers['x-webhook-signature']).toBe(signature);
    }
  },
  isDeep ? 560_000 : 60_000,
);
