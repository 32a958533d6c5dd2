import { randomUUID } from 'node:crypto';
import { MockActivityEnvironment } from '@temporalio/testing';
import { createDueGate, createPromptHosts, createHousekeepingActivities } from '../../activities';
import type { ActivityDeps } from '../../activities';
import { CreditPurchase } from '../../models/billing/CreditPurchase';
import { buildWorkspace } from '../support/build/workspace';
import { useDatabase } from '../support/servers/database';
import { interleave } from '../support/runs/interleave';
import { use } from '../support/use';

const database = useDatabase();
const workspace = use(async () => buildWorkspace());

async function removeExpired() {
  const activities = createHousekeepingActivities({
    platforms: new Map(),
    dueGate: createDueGate(),
    promptHosts: createPromptHosts(),
  } as unknown as ActivityDeps);
  return new MockActivityEnvironment().run(activities.removeExpired);
}

describe('events of Stripe', () => {
  it('are removed 90 days after they were booked, not before', async () => {
    await database.query(
      `INSERT INTO booked_events SELECT age, '', now() - age::interval FROM unnest($1::text[]) age RETURNING 1`,
      [['90 days 1 minute', '89 days', '1 second']],
    );
    expect(await removeExpired()).toMatchObject({ stripeEvents: 1, unpaidPurchases: 0 });
    const left = await database.query('SELECT id FROM booked_events ORDER BY id');
    expect(left).toEqual([{ id: '1 second' }, { id: '89 days' }]);
  });
});

it('removes what comes after something that cannot be removed, and fails at the end', async () => {
  await database.query(
    `INSERT INTO credit_purchases (id, workspace_id, credits, price_cents, created_at)
     VALUES (gen_random_uuid(), $1, 100, 200, now() - interval '91 days') RETURNING id`,
    [workspace.workspaceId],
  );
  await database.query('ALTER TABLE booked_events RENAME TO away');
  await expect(removeExpired()).rejects.toThrow('could not be removed: stripeEvents');
  await database.query('ALTER TABLE away RENAME TO booked_events');
  expect(await database.query('SELECT id FROM credit_purchases')).toEqual([]);
});

describe('purchases', () => {
  const purchase = async (age: string, paidCents: number | null = null, isPaid = false): Promise<string> => {
    const id = randomUUID();
    await database.query(
      `INSERT INTO credit_purchases (id, workspace_id, credits, price_cents, paid_cents, paid_at, created_at)
       VALUES ($1, $2, 100, 200, $3, CASE WHEN $4 THEN now() END, now() - $5::interval)`,
      [id, workspace.workspaceId, paidCents, isPaid, age],
    );
    return id;
  };
  const left = async () =>
    (await database.query<{ id: string }>('SELECT id FROM credit_purchases')).map(({ id }) => id).toSorted();

  it('are removed after 90 days if nobody has paid them', async () => {
    const [, ...kept] = [
      await purchase('90 days 1 minute'),
      await purchase('89 days'),
      await purchase('1 year', 200, true),
      // Refunded: the event of its payment is still to come.
      await purchase('1 year', 200),
    ];
    expect(await removeExpired()).toMatchObject({ stripeEvents: 0, unpaidPurchases: 1 });
    expect(await left()).toEqual(kept.toSorted());
  });

  it('stay when their payment is booked at the same moment', async () => {
    const id = await purchase('1 year');
    const removed = await interleave(
      database,
      async (client) =>
        client.query('UPDATE credit_purchases SET paid_at = now(), paid_cents = 200 WHERE id = $1', [id]),
      async () => CreditPurchase.removeUnpaid(10),
    );
    expect(removed).toBe(0);
    expect(await left()).toContain(id);
  });
});
