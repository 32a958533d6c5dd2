import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { cycleAt } from '../../domain/credits';
import type { PlanId } from '../../domain/credits';
import { balanceOf, turnCycle } from './creditCycle';
import { MemberCredits } from './MemberCredits';
import { firstRow, rows } from '../database/sql';
import { noteCharge } from '../statistics/StatisticChange';
import { takeBack } from './takeBack';
import { takeCredits } from './takeCredits';
import type { HoldRequest } from './takeCredits';
import type { Tenant } from '../database/Tenant';

/**
 * A workspace's credits. Its balance is `monthly_credits - held - posted + purchased`; what bought credits are held is
 * already deducted from `purchased`. Every change is one conditional statement that writes its ledger entry with it,
 * so that the row and the sum of the entries cannot part, and nothing is read before it is written.
 */
export class CreditAccount extends Model<InferAttributes<CreditAccount>, InferCreationAttributes<CreditAccount>> {
  declare workspaceId: string;
  declare plan: PlanId;
  declare monthlyCredits: number;
  declare firstDay: string;
  declare cycleStartedAt: Date;
  declare cycleResetsAt: Date;
  declare held: CreationOptional<number>;
  declare posted: CreationOptional<number>;
  declare purchased: CreationOptional<number>;
  /** Bought credits that are held; `purchased` has them no more. */
  declare purchasedHeld: CreationOptional<number>;
  /** The plan from the end of the cycle on; null: the plan stays. */
  declare nextPlan: PlanId | null;
  declare nextMonthlyCredits: number | null;

  /** Opens the account of a new workspace with the first cycle's grant. Its first day is that of the database's clock. */
  static async open(account: NewAccount, transaction: Transaction): Promise<void> {
    const clock = await firstRow<{ now: Date }>(CreditAccount, 'SELECT now() AS now', {}, transaction);
    if (!clock) throw new Error('the database has no clock');
    const { now } = clock;
    const { startedAt, resetsAt } = cycleAt(now, now);
    await rows(
      CreditAccount,
      `WITH opened AS (
         INSERT INTO credit_accounts (workspace_id, plan, monthly_credits, first_day, cycle_started_at, cycle_resets_at)
         VALUES ($workspaceId, $plan, $monthlyCredits, ($startedAt::timestamptz AT TIME ZONE 'UTC')::date,
                 $startedAt::timestamptz, $resetsAt::timestamptz) RETURNING *)
       INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
       SELECT $entryId, workspace_id, 'grant', monthly_credits, monthly_credits, monthly_credits, cycle_started_at,
              'Credits of the cycle' FROM opened`,
      { ...account, startedAt, resetsAt, entryId: uuidv7() },
      transaction,
    );
  }

  /**
   * Takes `credits` for an operation: the cycle's first, then bought ones. Never below zero, and for a user never above
   * their limit, however many ask at once. An account whose cycle has ended begins its next one first; it stays locked
   * meanwhile.
   * @returns the balance afterwards, or `short` with what the user has left of it; then nothing was written
   */
  static async hold(tenant: Tenant, request: HoldRequest, transaction: Transaction): Promise<HoldResult> {
    const take = async () => takeCredits(tenant, request, transaction);
    const balance = (await take()) ?? ((await CreditAccount.turnCycle(tenant, transaction)) ? await take() : undefined);
    if (balance !== undefined) return { kind: 'held', balance };
    return { kind: 'short', balance: await CreditAccount.availableTo(tenant, request.userId, transaction) };
  }

  /** Makes a hold of this workspace final. A hold that is already settled stays as it is. */
  static async post({ workspaceId }: Tenant | FoundHold, holdId: string, transaction: Transaction): Promise<void> {
    await lockAccountOf(workspaceId, holdId, transaction);
    await rows(
      CreditAccount,
      `WITH ${unsettledHold},
       moved AS (
         UPDATE credit_accounts a
         SET held = a.held - hold.current_part, posted = a.posted + hold.current_part,
             purchased_held = a.purchased_held - hold.bought_part
         FROM hold WHERE a.workspace_id = hold.workspace_id
         RETURNING hold.*, ${balanceOf('a')} AS balance),
       charged AS (
         INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                     user_id, hold_id, cycle_started_at, description)
         SELECT $entryId, workspace_id, 'charge', credits, 0, balance, operation, assignment_id, user_id, hold_id,
                cycle_started_at, 'Charged for ' || operation FROM moved
         RETURNING workspace_id, assignment_id, credits, created_at)
       ${noteCharge('charged')}`,
      { workspaceId, holdId, entryId: uuidv7() },
      transaction,
    );
  }

  /**
   * Releases a hold, and gives its user what their limit leaves. Bought credits return, and refunds that are still owed
   * take them; the cycle's return only while their cycle lasts, else they expire (contract.md §6). A hold that is
   * already settled stays as it is.
   */
  static async void({ workspaceId }: Tenant | FoundHold, holdId: string, transaction: Transaction): Promise<void> {
    await lockAccountOf(workspaceId, holdId, transaction);
    const released = await firstRow<{ hasBought: boolean }>(
      CreditAccount,
      `WITH ${unsettledHold},
       moved AS (
         UPDATE credit_accounts a
         SET held = a.held - hold.current_part, purchased = a.purchased + hold.bought_part,
             purchased_held = a.purchased_held - hold.bought_part
         FROM hold WHERE a.workspace_id = hold.workspace_id
         RETURNING hold.*, ${balanceOf('a')} AS balance),
       member AS (
         UPDATE member_credits m SET used = m.used - hold.credits FROM hold
         WHERE m.workspace_id = hold.workspace_id AND m.user_id = hold.user_id
           AND m.cycle_started_at = hold.cycle_started_at),
       written AS (
         INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                     user_id, hold_id, cycle_started_at, description)
         SELECT entry.id, workspace_id, entry.type, entry.credits, entry.amount, entry.balance_after, operation,
                assignment_id, user_id, hold_id, cycle_started_at, entry.description
         FROM moved CROSS JOIN LATERAL (VALUES
           (1, $entryId::uuid, 'release', moved.credits, moved.credits, balance + cycle_credits - current_part,
            'Released from ' || operation),
           (2, $expiryId::uuid, 'expire', cycle_credits, -cycle_credits, balance, 'Released after its cycle had ended')
         ) AS entry (place, id, type, credits, amount, balance_after, description)
         WHERE place = 1 OR current_part < cycle_credits ORDER BY place)
       SELECT bought_part > 0 AS "hasBought" FROM moved`,
      { workspaceId, holdId, entryId: uuidv7(), expiryId: uuidv7() },
      transaction,
    );
    if (released?.hasBought) await takeBack(workspaceId, transaction);
  }

  /** Locks the account until the end of a transaction that settles several holds. */
  static async lock(workspaceId: string, transaction: Transaction): Promise<void> {
    const account = 'SELECT 1 FROM credit_accounts WHERE workspace_id = $workspaceId FOR UPDATE';
    await rows(CreditAccount, account, { workspaceId }, transaction);
  }

  /**
   * Begins the account's next cycle when the present one has ended. Each reader of an account or its entries asks for
   * this first.
   * @returns whether it had ended
   */
  static async turnCycle({ workspaceId }: Tenant, transaction?: Transaction): Promise<boolean> {
    return turnCycle(workspaceId, transaction);
  }

  /** The account in the cycle of this moment: one that has ended is turned first. */
  static async ofTenant(tenant: Tenant): Promise<CreditAccount> {
    await CreditAccount.turnCycle(tenant);
    return CreditAccount.findByPk(tenant.workspaceId, { raw: true, rejectOnEmpty: true });
  }

  static async balance({ workspaceId }: Tenant, transaction?: Transaction): Promise<number> {
    const row = await firstRow<{ balance: number }>(
      CreditAccount,
      `SELECT ${balanceOf('a')} AS balance FROM credit_accounts a WHERE workspace_id = $workspaceId`,
      { workspaceId },
      transaction,
    );
    if (!row) throw new Error('the workspace has no credit account');
    return row.balance;
  }

  /** The credits that a user can still use: the balance, or less if their limit leaves less (contract.md §6). */
  static async availableTo(tenant: Tenant, userId: string | null, transaction?: Transaction): Promise<number> {
    const balance = await CreditAccount.balance(tenant, transaction);
    if (userId === null) return balance;
    const left = await MemberCredits.leftTo(tenant, userId, transaction);
    return left === null ? balance : Math.min(balance, left);
  }
}

/** The hold, if it is not settled; `current_part` is what of it still counts in the account's present cycle. */
const unsettledHold = `hold AS (
         SELECT h.workspace_id, h.credits, h.cycle_credits, h.credits - h.cycle_credits AS bought_part, h.operation,
                h.assignment_id, h.user_id, h.hold_id, h.cycle_started_at,
                CASE WHEN h.cycle_started_at = account.cycle_started_at THEN h.cycle_credits ELSE 0 END AS current_part
         FROM credit_entries h JOIN credit_accounts account ON account.workspace_id = h.workspace_id
         WHERE h.hold_id = $holdId AND h.workspace_id = $workspaceId AND h.type = 'hold' AND NOT EXISTS (
           SELECT 1 FROM credit_entries s WHERE s.hold_id = h.hold_id AND s.type IN ('charge', 'release')))`;

/** Locks in a statement of its own: the next one then sees a settlement that was committed while this one waited. */
async function lockAccountOf(workspaceId: string, holdId: string, transaction: Transaction): Promise<void> {
  await rows(
    CreditAccount,
    `SELECT 1 FROM credit_accounts a JOIN credit_entries h ON h.workspace_id = a.workspace_id
     WHERE h.hold_id = $holdId AND h.workspace_id = $workspaceId AND h.type = 'hold' FOR UPDATE OF a`,
    { workspaceId, holdId },
    transaction,
  );
}

/** A hold whose row housekeeping has found, or that of a job whose row is locked. */
export interface FoundHold {
  workspaceId: string;
  holdId: string;
  /** When that was, by the database's clock. */
  now: Date;
}

interface NewAccount {
  workspaceId: string;
  plan: PlanId;
  monthlyCredits: number;
}

export interface HoldResult {
  kind: 'held' | 'short';
  balance: number;
}

export function initialize(sequelize: Sequelize): void {
  CreditAccount.init(
    {
      workspaceId: { type: DataTypes.UUID, primaryKey: true },
      plan: DataTypes.TEXT,
      monthlyCredits: DataTypes.INTEGER,
      firstDay: DataTypes.DATEONLY,
      cycleStartedAt: DataTypes.DATE,
      cycleResetsAt: DataTypes.DATE,
      held: { type: DataTypes.INTEGER, defaultValue: 0 },
      posted: { type: DataTypes.INTEGER, defaultValue: 0 },
      purchased: { type: DataTypes.INTEGER, defaultValue: 0 },
      purchasedHeld: { type: DataTypes.INTEGER, defaultValue: 0 },
      nextPlan: DataTypes.TEXT,
      nextMonthlyCredits: DataTypes.INTEGER,
    },
    { sequelize, tableName: 'credit_accounts' },
  );
}
