import { CreditAccount } from '../../../models/billing/CreditAccount';
import { useDatabase } from '../../support/servers/database';
import { interleave, untilSomebodyWaits } from '../../support/runs/interleave';
import { openLedger } from './ledger';

const clients = 32;

const database = useDatabase({ poolSize: clients });

const atOnce = async <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: clients }, async (_, index) => work(index)));

describe('32 clients of one account', () => {
  it('never take more than there is, and take all of it', async () => {
    const ledger = await openLedger(database, 100);
    await ledger.purchase(50);
    const results = await atOnce(async () => [await ledger.hold(3), await ledger.hold(3)]);
    const held = results.flat().filter(({ kind }) => kind === 'held');
    expect(held).toHaveLength(50);
    expect(await ledger.account()).toMatchObject({ held: 100, purchased: 0, balance: 0 });
    expect(new Set(held.map(({ balance }) => balance)).size).toBe(50);
    await ledger.check();
  });

  it('keep the book right while they hold, post, void and turn the cycle', async () => {
    const ledger = await openLedger(database, 40);
    await ledger.purchase(20);
    for (let round = 0; round < 4; round += 1) {
      await atOnce(async (index) => {
        const { kind, holdId } = await ledger.hold(1 + (index % 5));
        if (index === 7) await ledger.age();
        if (kind === 'held' && index % 3 !== 0) await ledger[index % 3 === 1 ? 'post' : 'void'](holdId);
      });
      await ledger.check();
    }
    const open = await database.query<{ hold_id: string }>(
      `SELECT hold_id FROM credit_entries WHERE workspace_id = $1 GROUP BY hold_id HAVING count(*) = 1 AND hold_id IS NOT NULL`,
      [ledger.workspaceId],
    );
    await Promise.all(open.map(async ({ hold_id }) => ledger.void(hold_id)));
    expect(await ledger.account()).toMatchObject({ held: 0 });
    await ledger.check();
  });
});

describe('a hold that is settled by two at once', () => {
  it('is settled once, in 50 rounds of post against void', async () => {
    const ledger = await openLedger(database, 1000);
    const rounds = Array.from({ length: 50 }, async (_, round) => {
      const { holdId } = await ledger.hold(10);
      const both = [ledger.post(holdId), ledger.void(holdId)];
      await Promise.all(round % 2 === 0 ? both : both.reverse());
      return holdId;
    });
    const holdIds = await Promise.all(rounds);
    const entries = await ledger.entries();
    for (const id of holdIds) {
      expect(entries.filter(({ holdId, type }) => holdId === id && type !== 'hold')).toHaveLength(1);
    }
    expect(await ledger.account()).toMatchObject({ held: 0 });
    await ledger.check();
  });

  it('stays as the first one settled it, which the second one waited for', async () => {
    const ledger = await openLedger(database, 100);
    const { holdId } = await ledger.hold(10);
    await interleave(
      database,
      async (client) => {
        await client.query(
          'UPDATE credit_accounts SET held = held - 10, posted = posted + 10 WHERE workspace_id = $1',
          [ledger.workspaceId],
        );
        await client.query(
          `INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, hold_id, cycle_started_at, description)
           VALUES (gen_random_uuid(), $1, 'charge', 10, 0, 90, $2, now(), 'Charged')`,
          [ledger.workspaceId, holdId],
        );
      },
      async () => ledger.void(holdId),
    );
    expect(await ledger.account()).toMatchObject({ held: 0, posted: 10, balance: 90 });
    await ledger.check();
  });
});

describe('a payment that is reported while its account is in use', () => {
  it.each(['pay', 'refund'] as const)('%s waits for the account before it takes the purchase', async (what) => {
    const ledger = await openLedger(database, 10);
    const id = await ledger.purchase(20, { isPaid: what === 'refund' });
    let booked: Promise<unknown> | undefined;
    await database.sequelize.transaction(async (transaction) => {
      await CreditAccount.findByPk(ledger.workspaceId, { lock: true, transaction });
      booked = what === 'pay' ? ledger.pay(id) : ledger.refund(id, 4);
      await untilSomebodyWaits(database);
      await database.query('SELECT 1 FROM credit_purchases WHERE id = $1 FOR UPDATE NOWAIT', [id]);
    });
    expect(await booked).toBe(what === 'pay' ? 'booked' : true);
    await ledger.check();
  });
});

describe('an account whose cycle ends while others wait for it', () => {
  it('gives the credits of the new cycle to those who waited', async () => {
    const ledger = await openLedger(database, 10);
    await ledger.hold(10);
    await ledger.age();
    const results = await atOnce(async () => ledger.hold(1));
    expect(results.filter(({ kind }) => kind === 'held')).toHaveLength(10);
    expect(await ledger.account()).toMatchObject({ held: 10, balance: 0 });
    await ledger.check();
  });
});

describe('a hold that waits for another change of its account', () => {
  it.each([
    ['credits of the cycle come back', 'held', 'held = 0', { held: 3, posted: 0, purchased: 0 }],
    ['credits are bought', 'held', 'purchased = 1', { held: 3, posted: 0, purchased: 0 }],
    ['the cycle turns', 'posted', 'posted = 0', { held: 3, posted: 0, purchased: 0 }],
  ] as const)('takes what is there when %s', async (_what, before, change, after) => {
    const ledger = await openLedger(database, 3);
    await database.query(`UPDATE credit_accounts SET ${before} = 1 WHERE workspace_id = $1`, [ledger.workspaceId]);
    const result = await interleave(
      database,
      async (client) =>
        client.query(`UPDATE credit_accounts SET ${change} WHERE workspace_id = $1`, [ledger.workspaceId]),
      async () => ledger.hold(3),
    );
    expect(result).toMatchObject({ kind: 'held', balance: 0 });
    expect(await ledger.account()).toMatchObject(after);
  });
});
