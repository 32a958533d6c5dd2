import { v7 as uuidv7 } from 'uuid';
import { changePlan } from '../../../models/billing/changePlan';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { inTransaction } from '../../../models/database/transaction';
import { useDatabase } from '../../support/servers/database';
import { openLedger } from './ledger';

const database = useDatabase({ poolSize: 32 });

async function build(credits = 500) {
  const ledger = await openLedger(database, credits);
  return {
    ...ledger,
    to: async (plan: 'free' | 'creator' | 'business', monthlyCredits: number) =>
      inTransaction(database.sequelize, 'test', async (transaction) =>
        changePlan(ledger.workspaceId, { plan, monthlyCredits }, transaction),
      ),
    grants: async () =>
      (await ledger.entries()).filter(({ type }) => type === 'grant').map(({ credits: granted }) => granted),
  };
}

it('goes up at once, and grants the difference', async () => {
  const { to, grants, hold, check } = await build();
  await hold(20);
  expect(await to('creator', 5000)).toEqual({
    plan: 'creator',
    monthlyCredits: 5000,
    nextPlan: null,
    cycleResetsAt: expect.any(Date),
    balance: 4980,
  });
  expect(await grants()).toEqual([500, 4500]);
  await check();
});

it('goes down when the cycle ends, with the credits of the lower plan', async () => {
  const { to, grants, age, turn, tenant, check } = await build();
  await to('creator', 5000);
  expect(await to('free', 500)).toMatchObject({ plan: 'creator', nextPlan: 'free', balance: 5000 });
  await age();
  await turn();
  expect(await CreditAccount.ofTenant(tenant)).toMatchObject({ plan: 'free', monthlyCredits: 500, nextPlan: null });
  expect(await grants()).toEqual([500, 4500, 500]);
  await check();
});

it('grants the difference once a cycle, however often it goes down and up', async () => {
  const { to, grants, check } = await build();
  for (let round = 0; round < 3; round += 1) {
    await to('business', 50_000);
    await to('free', 500);
    await to('creator', 5000);
  }
  expect(await to('business', 50_000)).toMatchObject({ plan: 'business', nextPlan: null, balance: 50_000 });
  expect(await grants()).toEqual([500, 49_500]);
  await check();
});

it('goes from a lower plan that was to come to another one', async () => {
  const { to, age, tenant } = await build();
  await to('business', 50_000);
  await to('free', 500);
  expect(await to('creator', 5000)).toMatchObject({ plan: 'business', nextPlan: 'creator' });
  await age();
  expect(await CreditAccount.ofTenant(tenant)).toMatchObject({ plan: 'creator', monthlyCredits: 5000 });
});

it('is judged by the cycle of this moment: one that has ended is turned first', async () => {
  const { to, age, grants, check } = await build();
  await to('creator', 5000);
  await to('free', 500);
  await age();
  expect(await to('creator', 5000)).toMatchObject({ plan: 'creator', balance: 5000 });
  expect(await grants()).toEqual([500, 4500, 500, 4500]);
  await check();
});

it('is made once when 32 ask for it at once', async () => {
  const { to, grants, check } = await build();
  await Promise.all(Array.from({ length: 32 }, async () => to('creator', 5000)));
  expect(await grants()).toEqual([500, 4500]);
  await check();
});

it('keeps bought credits, those that are held, too', async () => {
  const { to, purchase, hold, void: release, age, turn, account, check } = await build(10);
  await purchase(30);
  const { holdId } = await hold(25);
  await to('creator', 20);
  await to('free', 10);
  await age();
  await turn();
  expect(await account()).toMatchObject({ monthlyCredits: 10, held: 0, purchased: 15, purchasedHeld: 15 });
  await release(holdId);
  expect(await account()).toMatchObject({ purchased: 30, purchasedHeld: 0, balance: 40 });
  await check();
});

it('is not made for a workspace that there is not', async () => {
  const change = { plan: 'creator', monthlyCredits: 5000 } as const;
  const made = inTransaction(database.sequelize, 'test', async (transaction) =>
    changePlan(uuidv7(), change, transaction),
  );
  expect(await made).toBeNull();
});

it('an account of 31 January turns on 28 February and 31 March, across what is held', async () => {
  const { workspaceId, hold, post, tenant, check, entries } = await build(100);
  const startOf = async (start: string, end: string) =>
    database.query(
      `UPDATE credit_accounts SET first_day = '2025-01-31', cycle_started_at = $2, cycle_resets_at = $3
       WHERE workspace_id = $1 RETURNING plan`,
      [workspaceId, `${start}T00:00:00Z`, `${end}T00:00:00Z`],
    );
  // A cycle that is none of the account's later ones, whatever day it is.
  await startOf('2024-12-31', '2999-12-31');
  const { holdId } = await hold(40);
  await startOf('2025-01-31', '2025-02-28');
  const { cycleStartedAt, cycleResetsAt } = await CreditAccount.ofTenant(tenant);
  expect([31, 30, 29, 28]).toContain(cycleStartedAt.getUTCDate());
  const dayAfter = new Date(cycleResetsAt.getTime() + 24 * 60 * 60 * 1000);
  expect(cycleResetsAt.getUTCDate() === 31 || dayAfter.getUTCDate() === 1).toBe(true);
  await post(holdId);
  expect((await entries()).map(({ type, amount }) => [type, amount])).toEqual([
    ['grant', 100],
    ['hold', -40],
    ['expire', -60],
    ['grant', 100],
    ['charge', 0],
  ]);
  await check();
});
