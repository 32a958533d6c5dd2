import * as fc from 'fast-check';
import { runs } from '../../support/counts';
import { useDatabase } from '../../support/servers/database';
import { openLedger } from './ledger';
import type { Ledger } from './ledger';
import { availableTo, balanceOf, changePlan, hold, openAccount, pay, refund, settle, turn } from './ledgerModel';
import type { Account } from './ledgerModel';

type Step =
  | { do: 'hold'; credits: number; member: number | null }
  | { do: 'post' | 'void'; which: number }
  | { do: 'purchase'; credits: number; isPaid: boolean }
  | { do: 'pay'; which: number }
  | { do: 'refund'; which: number; parts: number }
  | { do: 'limit'; member: number; limit: number | null }
  | { do: 'plan'; monthly: number }
  | { do: 'turn' }
  | { do: 'turnLate' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      credits: fc.integer({ min: 1, max: 12 }),
      member: fc.constantFrom(null, 0, 1),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('post' as const, 'void' as const), which: fc.nat(12) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('purchase' as const),
      credits: fc.integer({ min: 1, max: 15 }),
      isPaid: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('pay' as const), which: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('refund' as const),
      which: fc.nat(3),
      parts: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('limit' as const),
      member: fc.nat(1),
      limit: fc.option(fc.nat(30), { nil: null }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('plan' as const), monthly: fc.nat(40) }) },
  { weight: 1, arbitrary: fc.constantFrom({ do: 'turn' } as const, { do: 'turnLate' } as const) },
);

const database = useDatabase();

interface World {
  account: Account;
  holdIds: string[];
  purchaseIds: string[];
  /** A cycle has ended, without a request since. */
  isLate: boolean;
}

/** The first request after the end of a cycle turns it. */
function catchUp(world: World): void {
  if (world.isLate) turn(world.account);
  world.isLate = false;
}

async function payment(
  step: Extract<Step, { do: 'pay' | 'refund' }>,
  ledger: Ledger,
  world: World,
): Promise<[ledger?: unknown, model?: unknown]> {
  const { account, purchaseIds } = world;
  const index = step.which % (purchaseIds.length || 1);
  const [id, purchase] = [purchaseIds[index], account.purchases[index]];
  if (!id || !purchase) return [];
  const isNew = step.do === 'refund' || !purchase.isPaid;
  if (isNew) catchUp(world);
  if (step.do === 'pay') {
    pay(account, index);
    return [await ledger.pay(id), isNew ? 'booked' : 'known'];
  }
  refund(account, index, Math.floor((purchase.credits * step.parts) / 4));
  return [await ledger.refund(id, step.parts), true];
}

/** Does one step in both worlds. @returns the answers of the ledger and of the model */
async function take(step: Step, ledger: Ledger, world: World): Promise<[ledger?: unknown, model?: unknown]> {
  const { account, holdIds, purchaseIds } = world;
  switch (step.do) {
    case 'hold': {
      catchUp(world);
      const isEnough = hold(account, step.credits, step.member);
      const userId = step.member === null ? null : ledger.userIds[step.member]!;
      const { kind, balance, holdId } = await ledger.hold(step.credits, undefined, userId);
      if (isEnough) holdIds.push(holdId);
      return [
        { kind, balance },
        isEnough
          ? { kind: 'held', balance: balanceOf(account) }
          : { kind: 'short', balance: availableTo(account, step.member) },
      ];
    }
    case 'post':
    case 'void': {
      const index = holdIds.length === 0 ? 0 : step.which % holdIds.length;
      settle(account, index, step.do);
      const holdId = holdIds[index];
      if (holdId) await ledger[step.do](holdId);
      return [];
    }
    case 'purchase': {
      const { credits, isPaid } = step;
      if (isPaid) catchUp(world);
      account.purchases.push({ credits, isPaid: false, refunded: 0, takenBack: 0 });
      if (isPaid) pay(account, account.purchases.length - 1);
      purchaseIds.push(await ledger.purchase(credits, { isPaid }));
      return [];
    }
    case 'pay':
    case 'refund':
      return payment(step, ledger, world);
    case 'limit':
      account.members[step.member]!.limit = step.limit;
      return [await ledger.limit(ledger.userIds[step.member]!, step.limit), true];
    case 'plan': {
      catchUp(world);
      changePlan(account, step.monthly);
      const changed = await ledger.changePlan(step.monthly);
      return [changed?.balance, balanceOf(account)];
    }
    case 'turn':
      turn(account);
      world.isLate = false;
      await ledger.age();
      await ledger.turn();
      return [];
    case 'turnLate':
      world.isLate = true;
      await ledger.age();
      return [];
  }
}

describe('the ledger', () => {
  it('does what a pure model of it does, step by step, and its amounts always add up to the balance', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 30 }), fc.array(step, { maxLength: 24 }), async (monthly, steps) => {
        const ledger = await openLedger(database, monthly);
        const account = openAccount(monthly);
        const world: World = { account, holdIds: [], purchaseIds: [], isLate: false };
        for (const next of steps) {
          const [answer, expected] = await take(next, ledger, world);
          expect(answer).toEqual(expected);
          const { monthly: monthlyCredits, nextMonthly, held, posted, purchased, purchasedHeld } = account;
          const sums = { monthlyCredits, nextMonthly, held, posted, purchased, purchasedHeld };
          expect(await ledger.account()).toEqual({ ...sums, balance: balanceOf(account) });
          expect(await ledger.takenBack()).toEqual(account.purchases.map(({ takenBack }) => takenBack));
          expect(await ledger.used()).toEqual(account.members.map(({ used }) => used));
        }
        await ledger.check();
      }),
      runs(60, 10_000),
    );
  }, 1_800_000);
});
