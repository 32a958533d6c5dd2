import { v7 as uuidv7 } from 'uuid';
import { bookPayment, bookRefund } from '../../../models/billing/bookPurchase';
import { CreditAccount } from '../../../models/billing/CreditAccount';
import type { HoldResult } from '../../../models/billing/CreditAccount';
import { changePlan } from '../../../models/billing/changePlan';
import { CreditPurchase } from '../../../models/billing/CreditPurchase';
import { inTransaction } from '../../../models/database/transaction';
import { MemberCredits } from '../../../models/billing/MemberCredits';
import type { TestDatabase } from '../../support/servers/database';
import { buildWorkspace } from '../../support/build/workspace';
import { Tenant } from '../../../models/database/Tenant';

export interface AccountRow {
  monthlyCredits: number;
  held: number;
  posted: number;
  purchased: number;
  purchasedHeld: number;
  nextMonthly: number | null;
  balance: number;
}

export interface EntryRow {
  type: string;
  credits: number;
  amount: number;
  balanceAfter: number;
  holdId: string | null;
  cycleCredits: number | null;
}

/** The credits of one workspace: the ledger's operations, further operations for tests, and its book-keeping check. */
export async function openLedger(database: TestDatabase, credits = 100) {
  const { workspaceId, organizationId } = await buildWorkspace({ credits });
  const { query, sequelize } = database;
  const userIds = [uuidv7(), uuidv7()];
  await query(
    `WITH people AS (
       INSERT INTO users (id, email, email_key, name, password_hash)
       SELECT id, id::text, id::text, 'Ada', '' FROM unnest($1::uuid[]) AS id RETURNING id)
     INSERT INTO memberships (id, organization_id, user_id, role) SELECT id, $2, id, 'member' FROM people RETURNING id`,
    [userIds, organizationId],
  );
  // In a cycle long begun, so that further cycles can follow.
  await query(
    `UPDATE credit_accounts SET cycle_started_at = cycle_started_at - interval '27 days' WHERE workspace_id = $1`,
    [workspaceId],
  );

  async function account(): Promise<AccountRow> {
    const [row] = await query<AccountRow>(
      `SELECT monthly_credits AS "monthlyCredits", held, posted, purchased, purchased_held AS "purchasedHeld",
              next_monthly_credits AS "nextMonthly",
              monthly_credits - held - posted + purchased AS balance
       FROM credit_accounts WHERE workspace_id = $1`,
      [workspaceId],
    );
    return row!;
  }

  const tenant = new Tenant(workspaceId, null);

  async function entries(): Promise<EntryRow[]> {
    return query<EntryRow>(
      `SELECT type, credits, amount, balance_after AS "balanceAfter", hold_id AS "holdId", cycle_credits AS "cycleCredits"
       FROM credit_entries WHERE workspace_id = $1 ORDER BY seq`,
      [workspaceId],
    );
  }

  /** The credits that each member has used in the present cycle. */
  async function used(): Promise<number[]> {
    const found = await MemberCredits.limits(tenant);
    return userIds.map((id) => found.find(({ userId }) => userId === id)!.usedThisCycle);
  }

  const priceOf = async (id: string): Promise<number> =>
    (await CreditPurchase.findByPk(id, { raw: true, rejectOnEmpty: true })).priceCents;

  const pay = async (id: string) => {
    const payment = { id, paidCents: await priceOf(id) };
    return inTransaction(sequelize, 'test', async (transaction) => bookPayment(payment, transaction));
  };

  return {
    workspaceId,
    tenant,
    userIds,
    account,
    entries,
    used,
    limit: async (userId: string, monthlyLimit: number | null) => MemberCredits.limit(tenant, userId, monthlyLimit),
    changePlan: async (monthlyCredits: number) =>
      inTransaction(sequelize, 'test', async (transaction) =>
        changePlan(workspaceId, { plan: 'creator', monthlyCredits }, transaction),
      ),
    hold: async (
      credits: number,
      holdId = uuidv7(),
      userId: string | null = null,
    ): Promise<HoldResult & { holdId: string }> => {
      const request = { holdId, assignmentId: uuidv7(), userId, operation: 'publish.video', credits } as const;
      const result = await inTransaction(sequelize, 'test', (transaction) =>
        CreditAccount.hold(tenant, request, transaction),
      );
      return { ...result, holdId };
    },
    post: async (holdId: string) =>
      inTransaction(sequelize, 'test', (transaction) => CreditAccount.post(tenant, holdId, transaction)),
    void: async (holdId: string) =>
      inTransaction(sequelize, 'test', (transaction) => CreditAccount.void(tenant, holdId, transaction)),
    turn: async () => CreditAccount.turnCycle(tenant),
    /** Orders credits, four cents each, and pays them unless `isPaid` is false. @returns the id of the purchase */
    purchase: async (
      credits: number,
      { id = uuidv7(), isPaid = true }: { id?: string | undefined; isPaid?: boolean } = {},
    ) => {
      await CreditPurchase.add(tenant, { id, userId: null, credits, priceCents: 4 * credits });
      if (isPaid) await pay(id);
      return id;
    },
    pay,
    /** Tells that `parts` quarters of a purchase are refunded by now. */
    refund: async (id: string, parts: number) => {
      const paidCents = await priceOf(id);
      const refund = { id, paidCents, refundedCents: (paidCents / 4) * parts };
      return inTransaction(sequelize, 'test', async (transaction) => bookRefund(refund, transaction));
    },
    /** The credits that were taken back of each purchase, the oldest first. */
    takenBack: async (): Promise<number[]> => {
      const purchases = await query<{ takenBack: number }>(
        `SELECT taken_back AS "takenBack" FROM credit_purchases WHERE workspace_id = $1 ORDER BY created_at, id`,
        [workspaceId],
      );
      return purchases.map(({ takenBack }) => takenBack);
    },
    /** Lets the present cycle have ended; the next cycle begins a day after the present one. Works 26 times. */
    age: async () =>
      query(
        `UPDATE credit_accounts SET first_day = (cycle_started_at AT TIME ZONE 'UTC')::date + 1,
           cycle_resets_at = now() - interval '1 second' WHERE workspace_id = $1`,
        [workspaceId],
      ),
    /** The amounts add up to the balance, entry by entry in their order, and the row agrees with the last. */
    check: async (): Promise<void> => {
      let sum = 0;
      for (const { amount, balanceAfter } of await entries()) {
        sum += amount;
        expect(balanceAfter).toBe(sum);
      }
      const { balance, held, posted, purchased, monthlyCredits } = await account();
      expect(balance).toBe(sum);
      expect(Math.min(held, posted, purchased, monthlyCredits - held - posted)).toBeGreaterThanOrEqual(0);
      expect(await query(wrongSums, [workspaceId])).toEqual([]);
    },
  };
}

/** The accounts, purchases and members of a workspace whose sums differ from its entries. */
export const wrongSums = `
  WITH open AS (
    SELECT h.* FROM credit_entries h WHERE h.workspace_id = $1 AND h.type = 'hold' AND NOT EXISTS (
      SELECT 1 FROM credit_entries s WHERE s.hold_id = h.hold_id AND s.type IN ('charge', 'release')))
  SELECT 'bought credits that are held' AS what, a.purchased_held AS there, o.credits AS in_entries
  FROM credit_accounts a, (SELECT coalesce(sum(credits - cycle_credits), 0) AS credits FROM open) o
  WHERE a.workspace_id = $1 AND a.purchased_held <> o.credits
  UNION ALL
  SELECT 'bought, less what was taken back', p.credits, e.credits
  FROM (SELECT coalesce(sum(credits - taken_back), 0) AS credits FROM credit_purchases
        WHERE workspace_id = $1 AND paid_at IS NOT NULL) p,
       (SELECT coalesce(sum(amount), 0) AS credits FROM credit_entries
        WHERE workspace_id = $1 AND type IN ('purchase', 'adjust')) e
  WHERE p.credits <> e.credits
  UNION ALL
  SELECT 'used by a member', m.used, e.credits
  FROM member_credits m CROSS JOIN LATERAL (
    SELECT coalesce(sum(CASE type WHEN 'hold' THEN credits WHEN 'release' THEN -credits END), 0) AS credits
    FROM credit_entries e WHERE e.workspace_id = m.workspace_id AND e.user_id = m.user_id
      AND e.cycle_started_at = m.cycle_started_at) e
  WHERE m.workspace_id = $1 AND m.used <> e.credits
  UNION ALL
  SELECT 'used by a member, and counted nowhere', 0, sum(CASE type WHEN 'hold' THEN credits WHEN 'release' THEN -credits END)
  FROM credit_entries e JOIN credit_accounts a USING (workspace_id, cycle_started_at)
  WHERE e.workspace_id = $1 AND e.user_id IS NOT NULL AND e.type IN ('hold', 'release') AND NOT EXISTS (
    SELECT 1 FROM member_credits m WHERE m.workspace_id = e.workspace_id AND m.user_id = e.user_id
      AND m.cycle_started_at = e.cycle_started_at)
  GROUP BY e.user_id`;

export type Ledger = Awaited<ReturnType<typeof openLedger>>;
