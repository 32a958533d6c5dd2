import { moveOn } from '../../support/build/moveOn';
import { useDelivering } from '../../support/runs/delivering';
import { until } from '../../support/until';
import { use } from '../../support/use';
import { answer, failing, hang, startReceiver, useReceiver } from '../../support/servers/webhookReceiver';
import type { Behaviour } from '../../support/servers/webhookReceiver';
import { usePace } from '../../support/jest/pace';

// A request that hangs is cut after its ten seconds: a quarter of that could be too short for the other events.
usePace(1);
const delivering = useDelivering();
use(async () => delivering.startWorkers());
const receiver = useReceiver();

describe('the deliveries of one assignment', () => {
  const hangFirst: Behaviour = (response, nth) => (nth === 1 ? hang : answer(200))(response, nth);

  /** Two more moves of the assignment. */
  async function goOn(assignmentId: string): Promise<void> {
    for (const to of ['uploaded', 'processing'] as const) {
      delivering.dispatcher.dispatchSoon(await moveOn(assignmentId, { to }));
    }
  }
  const arrived = () => receiver.events().map(({ status }) => status);

  async function fifteenSecondsPassFor(event: string, assignmentId: string): Promise<void> {
    await delivering.database.query(
      `UPDATE outbox SET available_at = available_at - interval '15 seconds' WHERE subject_id = (
         SELECT id FROM webhook_deliveries WHERE assignment_id = $1 AND event = $2) RETURNING id`,
      [assignmentId, event],
    );
  }

  async function deliveriesOf(assignmentId: string) {
    return delivering.database.query<{ status: string; attempts: number; isDue: boolean }>(
      `SELECT d.status, d.attempts, o.available_at <= clock_timestamp() AS "isDue"
       FROM webhook_deliveries d JOIN outbox o ON o.subject_id = d.id WHERE d.assignment_id = $1 ORDER BY d.seq`,
      [assignmentId],
    );
  }

  it('begin in the order of its transitions while the first one is slow', async () => {
    delivering.schedule(0);
    receiver.behave(hangFirst);
    const { assignmentId } = await delivering.submit(receiver.url);
    await until(() => receiver.open() === 1);
    await goOn(assignmentId);
    // Another assignment's deliveries pass it by meanwhile.
    const other = await startReceiver();
    await delivering.endOf((await delivering.submit(other.url)).deliveryId);
    await other.stop();
    expect(arrived()).toEqual(['uploading']);
    receiver.release();
    await until(() => receiver.received.length === 3);
    expect(arrived()).toEqual(['uploading', 'uploaded', 'processing']);
  });

  it('wait 15 s for one that does not end, and no longer', async () => {
    delivering.schedule(0);
    receiver.behave(hangFirst);
    const { assignmentId } = await delivering.submit(receiver.url);
    await until(() => receiver.open() === 1);
    await goOn(assignmentId);
    expect(arrived()).toEqual(['uploading']);
    await fifteenSecondsPassFor('uploaded', assignmentId);
    await until(() => receiver.received.length === 2);
    // The end of its attempt lets no delivery overtake the first delivery.
    await until(async () => (await deliveriesOf(assignmentId))[1]!.status === 'delivered');
    expect((await deliveriesOf(assignmentId))[2]).toMatchObject({ attempts: 0, isDue: false });
    await fifteenSecondsPassFor('processing', assignmentId);
    await until(() => receiver.received.length === 3);
    expect(arrived()).toEqual(['uploading', 'uploaded', 'processing']);
    expect(receiver.open()).toBe(1);
  });

  it('are not delayed by retries', async () => {
    delivering.schedule(0, 3_600_000);
    receiver.behave(failing(1));
    const { assignmentId, deliveryId } = await delivering.submit(receiver.url);
    await goOn(assignmentId);
    await until(() => receiver.received.length === 3);
    expect(arrived()).toEqual(['uploading', 'uploaded', 'processing']);
    expect(await delivering.row(deliveryId)).toMatchObject({ status: 'pending', attempts: 1 });
  });
});
