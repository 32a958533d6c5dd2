import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { runs } from '../../support/counts';
import { createDatabase } from '../../support/servers/database';
import { openLedger } from './ledger';
import type { Ledger } from './ledger';
import { availableTo, balanceOf, changePlan, hold, openAccount, pay, refund, settle, turn } from './ledgerModel';
import type { Account } from './ledgerModel';
import { use } from '../../support/use';

/** Sequences that run at the same time, each on an account of its own; each holds up to three connections. */
const lanes = 6;

/** `which` counts the holds, or the purchases, that were there before the turn, oldest first. */
type Step =
  | { do: 'hold'; credits: number; member: number | null }
  | { do: 'post'; which: number }
  | { do: 'void'; which: number }
  | { do: 'purchase'; credits: number }
  | { do: 'refund'; which: number; parts: number }
  | { do: 'limit'; member: number; limit: number | null }
  | { do: 'plan'; monthly: number }
  | { do: 'turn' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      credits: fc.integer({ min: 1, max: 12 }),
      member: fc.constantFrom(null, 0, 1),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('post' as const, 'void' as const), which: fc.nat(6) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('purchase' as const), credits: fc.integer({ min: 1, max: 15 }) }),
  },
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
  { weight: 1, arbitrary: fc.constant({ do: 'turn' } as const) },
);
/** Up to three at the same time; before them, a cycle may have ended without anybody asking since. */
const turns = fc.array(
  fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 3 }),
    isLate: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  }),
  { maxLength: 10 },
);

interface World {
  account: Account;
  /** Of the account's holds, in the order in which they were made. */
  holdIds: string[];
  purchaseIds: string[];
  isLate: boolean;
}

/** A step that knows which hold or purchase it means. */
type Aimed = Step & { id: string | undefined };

function takeInModel(world: World, step: Aimed): unknown {
  const { account, holdIds, purchaseIds } = world;
  const id = step.id ?? '';
  if (step.do === 'post' || step.do === 'void') {
    settle(account, holdIds.indexOf(id), step.do);
    return undefined;
  }
  if (step.do === 'limit') {
    account.members[step.member]!.limit = step.limit;
    return undefined;
  }
  if (step.do === 'refund' && !purchaseIds.includes(id)) return undefined;
  if (world.isLate) turn(account);
  world.isLate = false;
  if (step.do === 'turn') return undefined;
  if (step.do === 'purchase') {
    account.purchases.push({ credits: step.credits, isPaid: false, refunded: 0, takenBack: 0 });
    return pay(account, purchaseIds.push(id) - 1);
  }
  if (step.do === 'refund') {
    const index = purchaseIds.indexOf(id);
    return refund(account, index, Math.floor((account.purchases[index]!.credits * step.parts) / 4));
  }
  if (step.do === 'plan') {
    changePlan(account, step.monthly);
    return balanceOf(account);
  }
  if (!hold(account, step.credits, step.member)) return { kind: 'short', balance: availableTo(account, step.member) };
  holdIds.push(id);
  return { kind: 'held', balance: balanceOf(account) };
}

async function takeInLedger(ledger: Ledger, step: Aimed): Promise<unknown> {
  if (step.do === 'purchase') await ledger.purchase(step.credits, { id: step.id });
  else if (step.do === 'turn') await ledger.turn();
  else if (step.do === 'limit') await ledger.limit(ledger.userIds[step.member]!, step.limit);
  else if (step.do === 'plan') return (await ledger.changePlan(step.monthly))?.balance;
  else if (step.do === 'hold') {
    const userId = step.member === null ? null : ledger.userIds[step.member]!;
    const { kind, balance } = await ledger.hold(step.credits, step.id, userId);
    return { kind, balance };
  } else if (step.id === undefined) return undefined;
  else if (step.do === 'refund') await ledger.refund(step.id, step.parts);
  else await ledger[step.do](step.id);
  return undefined;
}

function ordersOf(count: number): number[][] {
  if (count === 1) return [[0]];
  return ordersOf(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, at) => order.toSpliced(at, 0, count - 1)),
  );
}

/** Takes the steps at once. @returns the worlds in which, one after the other, they would have been answered so */
async function takeTurn(ledger: Ledger, worlds: readonly World[], steps: readonly Step[]): Promise<World[]> {
  const { holdIds, purchaseIds } = worlds[0]!;
  const aimed = steps.map((one): Aimed => {
    if (one.do === 'hold' || one.do === 'purchase') return { ...one, id: uuidv7() };
    const ids = one.do === 'refund' ? purchaseIds : holdIds;
    return { ...one, id: 'which' in one ? ids[one.which % Math.max(1, ids.length)] : undefined };
  });
  const answers = await Promise.all(aimed.map(async (one) => takeInLedger(ledger, one)));
  const all = worlds.flatMap((world) =>
    ordersOf(steps.length).map((order) => {
      const next = structuredClone(world);
      const said: unknown[] = [];
      for (const index of order) said[index] = takeInModel(next, aimed[index]!);
      return { next, said };
    }),
  );
  const fitting = all.filter(({ said }) => isDeepStrictEqual(said, answers));
  const [explained = all[0]!] = fitting;
  expect({ steps, answers }).toEqual({ steps, answers: explained.said });
  const distinct = new Map(fitting.map(({ next }) => [JSON.stringify(next), next]));
  return [...distinct.values()];
}

function sums({ account }: World) {
  const { held, posted, purchased } = account;
  return { held, posted, purchased, balance: balanceOf(account) };
}

const database = use(async () => createDatabase({ poolSize: lanes * 3 }));

describe('an account that several use at once', () => {
  it('does what a pure model of it does in some order of theirs, and its amounts always add up', async () => {
    const property = fc.asyncProperty(fc.integer({ min: 0, max: 30 }), turns, async (monthly, turns) => {
      const ledger = await openLedger(database, monthly);
      let worlds: World[] = [{ account: openAccount(monthly), holdIds: [], purchaseIds: [], isLate: false }];
      for (const { steps, isLate } of turns) {
        if (isLate) await ledger.age();
        worlds = await takeTurn(
          ledger,
          worlds.map((world) => ({ ...world, isLate: world.isLate || isLate })),
          steps,
        );
        const { held, posted, purchased, balance } = await ledger.account();
        worlds = worlds.filter((world) => isDeepStrictEqual(sums(world), { held, posted, purchased, balance }));
        expect({ steps, held, posted, purchased, isExplained: worlds.length > 0 }).toMatchObject({ isExplained: true });
      }
      await ledger.check();
    });
    const { seed, numRuns } = runs(90, 10_000);
    const all = Array.from({ length: lanes }, async (_, lane) =>
      fc.assert(property, { seed: seed + lane, numRuns: Math.ceil(numRuns / lanes) }),
    );
    await Promise.all(all);
  }, 1_800_000);
});
