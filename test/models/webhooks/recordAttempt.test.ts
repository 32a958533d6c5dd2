import { inTransaction } from '../../../models/database/transaction';
import { recordAttempt } from '../../../models/webhooks/recordAttempt';
import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { buildDelivery } from '../../support/build/delivery';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments, move, targets } from '../../support/runs/assignments';
import { use } from '../../support/use';
import { Tenant } from '../../../models/database/Tenant';
import { attemptsOf } from '../../support/tenant';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));

const second = (seconds: number) => new Date(Date.UTC(2026, 11, 1, 9, 0, seconds));
const pending = { status: 'pending', delayMs: 60_000, httpStatusCode: 500, error: 'http_status: 500' } as const;
const timedOut = { ...pending, httpStatusCode: null, error: 'timeout: late' };
const delivered = { status: 'delivered', delayMs: null, httpStatusCode: 200, error: null } as const;

const rowOf = async (id: string) => WebhookDelivery.findByPk(id, { raw: true });

/** A delivery in its second round. */
async function redelivered(): Promise<string> {
  const { deliveryId } = await buildDelivery(assignments, 'https://caller.example/hooks', { status: 'failed' });
  await inTransaction(database.sequelize, 'test', async (transaction) =>
    WebhookDelivery.redeliver(new Tenant(assignments.workspaceId, null), deliveryId, transaction),
  );
  return deliveryId;
}

async function attempted(
  id: string,
  round: number,
  atSeconds: number,
  outcome: typeof pending | typeof timedOut | typeof delivered,
): Promise<void> {
  await recordAttempt({ id, round, at: second(atSeconds), durationMs: 5, responseBody: null, ...outcome });
}

describe('an attempt of a round that is over', () => {
  it('is logged, and the row goes on telling of a newer attempt that has ended before it', async () => {
    const id = await redelivered();
    await attempted(id, 2, 2, delivered);
    await attempted(id, 1, 1, timedOut);
    expect(await rowOf(id)).toMatchObject({
      status: 'delivered',
      attempts: 2,
      httpStatusCode: 200,
      lastAttemptAt: second(2),
    });
    const log = await attemptsOf(id);
    expect(log.map(({ round, at, httpStatusCode }) => [round, at, httpStatusCode])).toEqual([
      [2, second(2), 200],
      [1, second(1), null],
    ]);
  });

  it('is what the row tells of while there is no newer one', async () => {
    const id = await redelivered();
    await attempted(id, 1, 1, pending);
    expect(await rowOf(id)).toMatchObject({ status: 'pending', httpStatusCode: 500, lastAttemptAt: second(1) });
  });
});

describe('an attempt of the round that runs', () => {
  it('is what the row tells of, even by a clock that is behind the one of the attempt before', async () => {
    const id = await redelivered();
    await attempted(id, 2, 2, pending);
    await attempted(id, 2, 1, delivered);
    expect(await rowOf(id)).toMatchObject({ status: 'delivered', httpStatusCode: 200, lastAttemptAt: second(2) });
  });
});

describe('the end of a first attempt', () => {
  const paths = ['uploading', 'uploaded', 'processing'] as const;

  /** The deliveries of one assignment's first three transitions, with the orders to start them. */
  async function three(): Promise<{ id: string; outboxId: number }[]> {
    const { assignmentId } = await assignments.pending({ callbackUrl: 'https://caller.example/hooks' });
    for (const to of paths) await move({ assignmentId }, targets[to]);
    return database.query(
      `SELECT d.id, o.id AS "outboxId" FROM webhook_deliveries d JOIN outbox o ON o.subject_id = d.id
       WHERE d.assignment_id = $1 ORDER BY d.seq`,
      [assignmentId],
    );
  }
  const end = async (id: string) =>
    recordAttempt({ id, round: 1, at: new Date(), durationMs: 5, responseBody: null, ...delivered });

  it('releases no delivery while an earlier one of the assignment has not ended its own', async () => {
    const [first, second, third] = await three();
    // The second one was redelivered, or its 15 s were over.
    expect(await end(second!.id)).toEqual([]);
    expect(await end(first!.id)).toEqual([third!.outboxId]);
  });

  it('releases the next delivery once when it meets the end of another one', async () => {
    for (let round = 0; round < 30; round += 1) {
      const [first, second, third] = await three();
      const released = await Promise.all([end(first!.id), end(second!.id)]);
      expect(released.flat().filter((outboxId) => outboxId === third!.outboxId)).toHaveLength(1);
    }
  });
});
