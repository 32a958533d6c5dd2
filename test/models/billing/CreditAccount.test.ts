import { v7 as uuidv7 } from 'uuid';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { everythingButTheDate } from '../../support/everythingButTheDate';
import { useDatabase } from '../../support/servers/database';
import { buildWorkspace } from '../../support/build/workspace';
import { openLedger } from './ledger';
import { Tenant } from '../../../models/database/Tenant';

const database = useDatabase();

const none = { held: 0, posted: 0, purchased: 0 };

describe('open', () => {
  it("grants the plan's credits for the cycle that begins today", async () => {
    const { workspaceId } = await buildWorkspace({ credits: 500 });
    const [row] = await database.query(
      `SELECT plan, monthly_credits, held, posted, purchased, first_day = (now() AT TIME ZONE 'UTC')::date AS "isToday",
              cycle_started_at = date_trunc('day', now(), 'UTC') AS "startsToday",
              cycle_resets_at BETWEEN now() + interval '27 days' AND now() + interval '31 days' AS "lastsAMonth"
       FROM credit_accounts WHERE workspace_id = $1`,
      [workspaceId],
    );
    expect(row).toEqual({
      plan: 'free',
      monthly_credits: 500,
      ...none,
      isToday: true,
      startsToday: true,
      lastsAMonth: true,
    });
    const entries = await database.query(
      'SELECT type, credits, amount, balance_after FROM credit_entries WHERE workspace_id = $1',
      [workspaceId],
    );
    expect(entries).toEqual([{ type: 'grant', credits: 500, amount: 500, balance_after: 500 }]);
  });
});

describe('open, by a process whose clock is wrong', () => {
  afterEach(() => jest.useRealTimers());

  it('begins the cycle on the day of the database', async () => {
    jest.useFakeTimers({ now: Date.now() + 48 * 3_600_000, doNotFake: [...everythingButTheDate] });
    const { workspaceId } = await buildWorkspace({ credits: 500 });
    const [row] = await database.query(
      `SELECT first_day = (now() AT TIME ZONE 'UTC')::date AS "isToday" FROM credit_accounts WHERE workspace_id = $1`,
      [workspaceId],
    );
    expect(row).toEqual({ isToday: true });
  });
});

describe('hold', () => {
  it("takes the cycle's credits first, then bought ones, and remembers its parts", async () => {
    const ledger = await openLedger(database, 10);
    await ledger.purchase(20);
    expect(await ledger.hold(4)).toMatchObject({ kind: 'held', balance: 26 });
    expect(await ledger.account()).toMatchObject({ held: 4, purchased: 20 });
    expect(await ledger.hold(9)).toMatchObject({ kind: 'held', balance: 17 });
    expect(await ledger.account()).toMatchObject({ held: 10, purchased: 17 });
    expect(await ledger.hold(17)).toMatchObject({ kind: 'held', balance: 0 });
    const parts = (await ledger.entries())
      .filter(({ type }) => type === 'hold')
      .map(({ cycleCredits }) => cycleCredits);
    expect(parts).toEqual([4, 6, 0]);
    await ledger.check();
  });

  it('takes the last credit, and writes nothing when one is missing', async () => {
    const ledger = await openLedger(database, 10);
    expect(await ledger.hold(11)).toMatchObject({ kind: 'short', balance: 10 });
    expect(await ledger.account()).toMatchObject({ ...none, balance: 10 });
    expect(await ledger.entries()).toHaveLength(1);
    expect(await ledger.hold(10)).toMatchObject({ kind: 'held', balance: 0 });
    expect(await ledger.hold(1)).toMatchObject({ kind: 'short', balance: 0 });
    await ledger.check();
  });

  it('is recorded with what it was for', async () => {
    const ledger = await openLedger(database);
    const { holdId } = await ledger.hold(10);
    const [entry] = await database.query('SELECT * FROM credit_entries WHERE hold_id = $1', [holdId]);
    expect(entry).toMatchObject({
      type: 'hold',
      credits: 10,
      amount: -10,
      balance_after: 90,
      operation: 'publish.video',
      assignment_id: expect.any(String),
      cycle_credits: 10,
      description: 'Held for publish.video',
    });
  });

  it('is made once: the same hold again is refused by the database', async () => {
    const ledger = await openLedger(database);
    const { holdId } = await ledger.hold(10);
    await expect(ledger.hold(10, holdId)).rejects.toThrow('credit_entries_one_hold');
    expect(await ledger.account()).toMatchObject({ held: 10, balance: 90 });
  });

  it('of a workspace without an account is an error', async () => {
    await expect(CreditAccount.balance(new Tenant(uuidv7(), null))).rejects.toThrow('no credit account');
  });
});

describe('post and void', () => {
  it('a posted hold is used up: the balance stays', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.purchase(5);
    const { holdId } = await ledger.hold(12);
    await ledger.post(holdId);
    expect(await ledger.account()).toMatchObject({ held: 0, posted: 10, purchased: 3, balance: 3 });
    expect((await ledger.entries()).at(-1)).toMatchObject({ type: 'charge', credits: 12, amount: 0, balanceAfter: 3 });
    await ledger.check();
  });

  it('a voided hold comes back, each part to where it came from', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.purchase(5);
    const { holdId } = await ledger.hold(12);
    await ledger.void(holdId);
    expect(await ledger.account()).toMatchObject({ held: 0, posted: 0, purchased: 5, balance: 15 });
    expect((await ledger.entries()).at(-1)).toMatchObject({
      type: 'release',
      credits: 12,
      amount: 12,
      balanceAfter: 15,
    });
    await ledger.check();
  });

  it('bought credits that come back go to a refund that found them held', async () => {
    const ledger = await openLedger(database, 10);
    const purchase = await ledger.purchase(20);
    const { holdId } = await ledger.hold(30);
    await ledger.refund(purchase, 3);
    expect(await ledger.account()).toMatchObject({ purchased: 0, purchasedHeld: 20, balance: 0 });
    await ledger.void(holdId);
    expect(await ledger.account()).toMatchObject({ held: 0, purchased: 5, purchasedHeld: 0, balance: 15 });
    expect((await ledger.entries()).slice(-2)).toMatchObject([
      { type: 'release', amount: 30, balanceAfter: 30 },
      { type: 'adjust', amount: -15, balanceAfter: 15 },
    ]);
    await ledger.check();
  });

  it.each([
    ['post', 'post'],
    ['post', 'void'],
    ['void', 'post'],
    ['void', 'void'],
  ] as const)('after %s, %s changes nothing', async (first, second) => {
    const ledger = await openLedger(database, 10);
    const { holdId } = await ledger.hold(10);
    await ledger[first](holdId);
    const before = [await ledger.account(), await ledger.entries()];
    await ledger[second](holdId);
    expect([await ledger.account(), await ledger.entries()]).toEqual(before);
  });

  it('of an unknown hold change nothing', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.post(uuidv7());
    await ledger.void(uuidv7());
    expect(await ledger.account()).toMatchObject({ ...none, balance: 10 });
    expect(await ledger.entries()).toHaveLength(1);
  });
});

describe('the turn of the cycle', () => {
  it('expires what is unused, then grants anew; bought credits stay', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.purchase(7);
    const { holdId } = await ledger.hold(4);
    await ledger.post(holdId);
    await ledger.age();
    await ledger.turn();
    expect(await ledger.account()).toMatchObject({ ...none, purchased: 7, balance: 17 });
    expect((await ledger.entries()).slice(-2)).toMatchObject([
      { type: 'expire', credits: 6, amount: -6, balanceAfter: 7 },
      { type: 'grant', credits: 10, amount: 10, balanceAfter: 17 },
    ]);
    await ledger.check();
  });

  it('comes with the first hold after its time', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.hold(10);
    expect(await ledger.hold(1)).toMatchObject({ kind: 'short' });
    await ledger.age();
    expect(await ledger.hold(10)).toMatchObject({ kind: 'held', balance: 0 });
    await ledger.check();
  });

  it('does not come before its time, nor twice', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.turn();
    expect(await ledger.entries()).toHaveLength(1);
    await ledger.age();
    await ledger.turn();
    await ledger.turn();
    expect(await ledger.entries()).toHaveLength(3);
  });

  it('comes once when many ask at the same moment', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.hold(3);
    await ledger.age();
    await Promise.all(Array.from({ length: 20 }, async () => ledger.turn()));
    expect((await ledger.entries()).map(({ type }) => type)).toEqual(['grant', 'hold', 'expire', 'grant']);
    expect(await ledger.account()).toMatchObject({ ...none, balance: 10 });
    await ledger.check();
  });

  it('a hold of a past cycle, posted: nothing is taken from the new one', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.purchase(5);
    const { holdId } = await ledger.hold(12);
    await ledger.age();
    await ledger.turn();
    expect(await ledger.account()).toMatchObject({ ...none, purchased: 3, balance: 13 });
    await ledger.post(holdId);
    expect(await ledger.account()).toMatchObject({ ...none, purchased: 3, balance: 13 });
    await ledger.check();
  });

  it("a hold of a past cycle, voided: bought credits come back, the cycle's expire", async () => {
    const ledger = await openLedger(database, 10);
    await ledger.purchase(5);
    const { holdId } = await ledger.hold(12);
    await ledger.age();
    await ledger.turn();
    await ledger.void(holdId);
    expect(await ledger.account()).toMatchObject({ ...none, purchased: 5, balance: 15 });
    expect((await ledger.entries()).slice(-2)).toMatchObject([
      { type: 'release', credits: 12, amount: 12, balanceAfter: 25 },
      { type: 'expire', credits: 10, amount: -10, balanceAfter: 15 },
    ]);
    await ledger.void(holdId);
    await ledger.post(holdId);
    await ledger.check();
  });

  it('a hold of a past cycle that was bought alone: nothing expires', async () => {
    const ledger = await openLedger(database, 0);
    await ledger.purchase(5);
    const { holdId } = await ledger.hold(5);
    await ledger.age();
    await ledger.turn();
    await ledger.void(holdId);
    expect((await ledger.entries()).at(-1)).toMatchObject({ type: 'release', amount: 5, balanceAfter: 5 });
    await ledger.check();
  });

  it('skips the cycles in which nobody asked', async () => {
    const ledger = await openLedger(database, 10);
    await database.query(
      `UPDATE credit_accounts SET first_day = first_day - 400, cycle_started_at = cycle_started_at - interval '400 days',
         cycle_resets_at = cycle_resets_at - interval '400 days' WHERE workspace_id = $1`,
      [ledger.workspaceId],
    );
    await ledger.turn();
    expect((await ledger.entries()).map(({ type }) => type)).toEqual(['grant', 'expire', 'grant']);
    const [row] = await database.query(
      `SELECT now() >= cycle_started_at AND now() < cycle_resets_at AS "isPresent",
              cycle_resets_at - cycle_started_at <= interval '31 days' AS "isAMonth"
       FROM credit_accounts WHERE workspace_id = $1`,
      [ledger.workspaceId],
    );
    expect(row).toEqual({ isPresent: true, isAMonth: true });
    await ledger.check();
  });
});

describe('the ledger', () => {
  it('is append-only: an entry can be neither changed nor removed', async () => {
    const { workspaceId } = await openLedger(database);
    const change = `UPDATE credit_entries SET amount = 0 WHERE workspace_id = $1`;
    await expect(database.query(change, [workspaceId])).rejects.toThrow('credit_entries is append-only');
    const removal = 'DELETE FROM credit_entries WHERE workspace_id = $1';
    await expect(database.query(removal, [workspaceId])).rejects.toThrow('credit_entries is append-only');
  });

  it('goes with its workspace', async () => {
    const { workspaceId, entries } = await openLedger(database);
    await database.query('DELETE FROM workspaces WHERE id = $1', [workspaceId]);
    expect(await entries()).toEqual([]);
  });

  it('has no entry that takes the balance below zero', async () => {
    const { workspaceId } = await openLedger(database, 10);
    const overdraw = 'UPDATE credit_accounts SET held = 11 WHERE workspace_id = $1';
    await expect(database.query(overdraw, [workspaceId])).rejects.toThrow('violates check constraint');
    for (const column of ['held', 'posted', 'purchased', 'monthly_credits']) {
      const change = `UPDATE credit_accounts SET ${column} = -1 WHERE workspace_id = $1`;
      await expect(database.query(change, [workspaceId])).rejects.toThrow('violates check constraint');
    }
  });
});
