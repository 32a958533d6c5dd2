import { createHmac } from 'node:crypto';
import { buildDelivery } from '../../support/build/delivery';
import { byCounts } from '../../support/counts';
import { useDelivering } from '../../support/runs/delivering';
import { until } from '../../support/until';
import { answer, hang, useReceiver } from '../../support/servers/webhookReceiver';
import { usePace } from '../../support/jest/pace';

const total = byCounts({ few: 200, sample: 200, full: 2000 });
const limitMs = total * 1000;
const hosts = 10;
/** The slots of the worker; the dead host alone could fill them all. */
const slots = 20;
const perHost = 10;
const batch = 20;

// A request that hangs is cut after its ten seconds: at a quarter of them the dead receiver gets all on a busy machine.
usePace(1);
const delivering = useDelivering({ webhooksInFlightMax: slots });
const dead = useReceiver(hang);
const healthy = Array.from({ length: hosts - 1 }, () => useReceiver(answer(204)));

it(
  `one dead receiver among ${hosts} slows down none of the others: ${total} deliveries`,
  async () => {
    const { parent, database } = delivering;
    await delivering.startWorkers();
    delivering.schedule(0, 3_600_000);
    let deadOpenMax = 0;
    dead.behave((response, nth) => {
      deadOpenMax = Math.max(deadOpenMax, dead.open());
      hang(response, nth);
    });
    // The deliveries to the dead receiver come first.
    const deadCount = total / 2;
    const urls = Array.from({ length: total }, (_, index) =>
      index < deadCount ? dead.url : healthy[index % healthy.length]!.url,
    );
    for (let index = 0; index < total; index += batch) {
      await Promise.all(urls.slice(index, index + batch).map((url) => buildDelivery(parent, url)));
      // The relay leaves the entries alone until all are there.
      await database.query(`UPDATE outbox SET claimed_until = 'infinity' RETURNING id`);
    }
    await database.query('UPDATE outbox SET claimed_until = now() RETURNING id');
    const arrived = () => healthy.flatMap(({ received }) => received);
    await until(() => arrived().length >= total - deadCount, limitMs);

    // Receivers have their turns: the dead one may have filled its share later than the others were done.
    await until(() => deadOpenMax >= perHost, limitMs);
    // An ended request and its successor may meet.
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
  2 * limitMs,
);
