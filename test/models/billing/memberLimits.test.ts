import { v7 as uuidv7 } from 'uuid';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import { MemberCredits } from '../../../models/billing/MemberCredits';
import { useDatabase } from '../../support/servers/database';
import { interleave } from '../../support/runs/interleave';
import { openLedger } from './ledger';

const clients = 32;
const database = useDatabase({ poolSize: clients });

const atOnce = async <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: clients }, async (_, index) => work(index)));

describe('a hold of a member with a limit', () => {
  it('is short above the limit, with what the limit leaves, and nothing is written', async () => {
    const ledger = await openLedger(database, 100);
    const [ada] = ledger.userIds as [string, string];
    await ledger.limit(ada, 12);
    expect(await ledger.hold(10, uuidv7(), ada)).toMatchObject({ kind: 'held', balance: 90 });
    expect(await ledger.hold(3, uuidv7(), ada)).toMatchObject({ kind: 'short', balance: 2 });
    expect(await ledger.entries()).toHaveLength(2);
    expect(await ledger.hold(2, uuidv7(), ada)).toMatchObject({ kind: 'held', balance: 88 });
    expect(await ledger.hold(1, uuidv7(), ada)).toMatchObject({ kind: 'short', balance: 0 });
    await ledger.check();
  });

  it('is short where the workspace has less than the limit leaves, with what that is', async () => {
    const ledger = await openLedger(database, 5);
    const [ada] = ledger.userIds as [string, string];
    await ledger.limit(ada, 50);
    expect(await ledger.hold(6, uuidv7(), ada)).toMatchObject({ kind: 'short', balance: 5 });
    expect(await ledger.used()).toEqual([0, 0]);
    await ledger.check();
  });

  it('leaves other members and the API key as they are', async () => {
    const ledger = await openLedger(database, 100);
    const [ada, bob] = ledger.userIds as [string, string];
    await ledger.limit(ada, 0);
    expect(await ledger.hold(1, uuidv7(), ada)).toMatchObject({ kind: 'short', balance: 0 });
    expect(await ledger.hold(1, uuidv7(), bob)).toMatchObject({ kind: 'held' });
    expect(await ledger.hold(1)).toMatchObject({ kind: 'held' });
    expect(await ledger.used()).toEqual([0, 1]);
  });

  it('counts bought credits, too', async () => {
    const ledger = await openLedger(database, 5);
    const [ada] = ledger.userIds as [string, string];
    await ledger.purchase(50);
    await ledger.limit(ada, 20);
    expect(await ledger.hold(18, uuidv7(), ada)).toMatchObject({ kind: 'held' });
    expect(await ledger.hold(3, uuidv7(), ada)).toMatchObject({ kind: 'short', balance: 2 });
    expect(await ledger.account()).toMatchObject({ held: 5, purchased: 37, purchasedHeld: 13 });
  });

  it('is released for the limit when it is voided, and not when it is charged', async () => {
    const ledger = await openLedger(database, 100);
    const [ada] = ledger.userIds as [string, string];
    await ledger.limit(ada, 20);
    const [charged, voided] = [await ledger.hold(10, uuidv7(), ada), await ledger.hold(10, uuidv7(), ada)];
    await ledger.post(charged.holdId);
    await ledger.void(voided.holdId);
    await ledger.void(voided.holdId);
    expect(await ledger.used()).toEqual([10, 0]);
    const entries = await database.query<{ user_id: string }>(
      `SELECT user_id FROM credit_entries WHERE workspace_id = $1 AND type <> 'grant'`,
      [ledger.workspaceId],
    );
    expect(entries.map(({ user_id }) => user_id)).toEqual([ada, ada, ada, ada]);
    await ledger.check();
  });

  it('counts in its own cycle alone, also when it is voided in the next one', async () => {
    const ledger = await openLedger(database, 100);
    const [ada] = ledger.userIds as [string, string];
    await ledger.limit(ada, 20);
    const old = await ledger.hold(20, uuidv7(), ada);
    await ledger.age();
    expect(await ledger.hold(15, uuidv7(), ada)).toMatchObject({ kind: 'held', balance: 85 });
    await ledger.void(old.holdId);
    expect(await ledger.used()).toEqual([15, 0]);
    expect(await ledger.hold(6, uuidv7(), ada)).toMatchObject({ kind: 'short', balance: 5 });
    await ledger.check();
  });

  it('shows nothing used once the cycle has turned, whoever turned it', async () => {
    const ledger = await openLedger(database, 100);
    const [ada] = ledger.userIds as [string, string];
    await ledger.limit(ada, 20);
    await ledger.hold(20, uuidv7(), ada);
    await ledger.age();
    await ledger.turn();
    expect(await ledger.used()).toEqual([0, 0]);
    expect(await CreditAccount.availableTo(ledger.tenant, { userId: ada })).toBe(20);
  });

  it('is short while the limit is lower than what is used already', async () => {
    const ledger = await openLedger(database, 100);
    const [ada] = ledger.userIds as [string, string];
    await ledger.hold(30, uuidv7(), ada);
    await ledger.limit(ada, 10);
    expect(await ledger.hold(1, uuidv7(), ada)).toMatchObject({ kind: 'short', balance: 0 });
    await ledger.limit(ada, null);
    expect(await ledger.hold(1, uuidv7(), ada)).toMatchObject({ kind: 'held' });
  });
});

describe('a limit', () => {
  it('can be given to members of the workspace alone', async () => {
    const [ledger, other] = [await openLedger(database), await openLedger(database)];
    expect(await ledger.limit(other.userIds[0]!, 5)).toBe(false);
    expect(await ledger.limit(uuidv7(), 5)).toBe(false);
    expect(await MemberCredits.limitOf(ledger.tenant, other.userIds[0]!)).toBeNull();
    const rows = await database.query('SELECT 1 FROM member_credits WHERE workspace_id = $1', [ledger.workspaceId]);
    expect(rows).toEqual([]);
  });
});

describe('32 requests of a member at the boundary of their limit', () => {
  it('hold all of it and never more', async () => {
    const ledger = await openLedger(database, 1000);
    const [ada] = ledger.userIds as [string, string];
    await ledger.limit(ada, 50);
    const results = (
      await atOnce(async () => [await ledger.hold(3, uuidv7(), ada), await ledger.hold(3, uuidv7(), ada)])
    ).flat();
    expect(results.filter(({ kind }) => kind === 'held')).toHaveLength(16);
    expect(new Set(results.filter(({ kind }) => kind === 'short').map(({ balance }) => balance))).toEqual(new Set([2]));
    expect(await ledger.used()).toEqual([48, 0]);
    await ledger.check();
  });

  it('hold what there is for all, where two members and an API key ask', async () => {
    const ledger = await openLedger(database, 60);
    const [ada, bob] = ledger.userIds as [string, string];
    await ledger.limit(ada, 10);
    await ledger.limit(bob, 25);
    await atOnce(async (index) => {
      const userId = [ada, bob, null][index % 3]!;
      const { kind, holdId } = await ledger.hold(5, uuidv7(), userId);
      if (kind === 'held' && index % 4 === 0) await ledger.void(holdId);
    });
    const [adas, bobs] = (await ledger.used()) as [number, number];
    expect(adas).toBeLessThanOrEqual(10);
    expect(bobs).toBeLessThanOrEqual(25);
    await ledger.check();
  });

  it('begin with the whole limit in the cycle that turned while they waited', async () => {
    const ledger = await openLedger(database, 100);
    const [ada] = ledger.userIds as [string, string];
    await ledger.limit(ada, 10);
    await ledger.hold(10, uuidv7(), ada);
    await ledger.age();
    const results = await atOnce(async () => ledger.hold(1, uuidv7(), ada));
    expect(results.filter(({ kind }) => kind === 'held')).toHaveLength(10);
    expect(await ledger.used()).toEqual([10, 0]);
    await ledger.check();
  });
});

describe('a hold that waits for another of the same member', () => {
  it('is judged by what is used then', async () => {
    const ledger = await openLedger(database, 100);
    const [ada] = ledger.userIds as [string, string];
    await ledger.limit(ada, 10);
    await ledger.hold(4, uuidv7(), ada);
    const result = await interleave(
      database,
      async (client) => {
        await client.query('SELECT 1 FROM credit_accounts WHERE workspace_id = $1 FOR UPDATE', [ledger.workspaceId]);
        await client.query('UPDATE member_credits SET used = 9 WHERE workspace_id = $1', [ledger.workspaceId]);
      },
      async () => ledger.hold(2, uuidv7(), ada),
    );
    expect(result).toMatchObject({ kind: 'short', balance: 1 });
  });

  it('takes what a plan that has grown meanwhile gives', async () => {
    const ledger = await openLedger(database, 0);
    const result = await interleave(
      database,
      async (client) =>
        client.query('UPDATE credit_accounts SET monthly_credits = 37 WHERE workspace_id = $1', [ledger.workspaceId]),
      async () => ledger.hold(5),
    );
    expect(result).toMatchObject({ kind: 'held', balance: 32 });
  });
});
