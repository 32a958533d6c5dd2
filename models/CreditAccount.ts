import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { cycleAt } from '../domain/credits';
import type { CreditOperation, PlanId } from '../domain/credits';
import { firstRow, rows } from './sql';
import type { Tenant } from './Tenant';

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

  /** Opens the account of a new workspace with the first cycle's grant. */
  static async open(account: NewAccount, transaction: Transaction): Promise<void> {
    const now = new Date();
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
   * Takes `credits` for an operation: the cycle's first, then bought ones. Never below zero, however many ask at once.
   * An account whose cycle has ended begins its next one first; it stays locked meanwhile.
   * @returns the balance afterwards, or `short` with the balance that did not suffice; then nothing was written
   */
  static async hold(tenant: Tenant, request: HoldRequest, transaction: Transaction): Promise<HoldResult> {
    const take = async () => takeCredits(tenant, request, transaction);
    const balance = (await take()) ?? ((await CreditAccount.turnCycle(tenant, transaction)) ? await take() : undefined);
    if (balance !== undefined) return { kind: 'held', balance };
    return { kind: 'short', balance: await CreditAccount.balance(tenant, transaction) };
  }

  /** Makes a hold final. A hold that is already settled stays as it is. */
  static async post(holdId: string, transaction: Transaction): Promise<void> {
    await lockAccountOf(holdId, transaction);
    await rows(
      CreditAccount,
      `WITH ${unsettledHold},
       moved AS (
         UPDATE credit_accounts a
         SET held = a.held - hold.current_part, posted = a.posted + hold.current_part
         FROM hold WHERE a.workspace_id = hold.workspace_id
         RETURNING hold.*, ${balanceOf('a')} AS balance)
       INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                   hold_id, cycle_started_at, description)
       SELECT $entryId, workspace_id, 'charge', credits, 0, balance, operation, assignment_id, hold_id,
              cycle_started_at, 'Charged for ' || operation FROM moved`,
      { holdId, entryId: uuidv7() },
      transaction,
    );
  }

  /**
   * Gives a hold back. Bought credits return; the cycle's return only while their cycle lasts, else they expire
   * (contract.md §6). A hold that is already settled stays as it is.
   */
  static async void(holdId: string, transaction: Transaction): Promise<void> {
    await lockAccountOf(holdId, transaction);
    await rows(
      CreditAccount,
      `WITH ${unsettledHold},
       moved AS (
         UPDATE credit_accounts a
         SET held = a.held - hold.current_part, purchased = a.purchased + hold.credits - hold.cycle_credits
         FROM hold WHERE a.workspace_id = hold.workspace_id
         RETURNING hold.*, ${balanceOf('a')} AS balance)
       INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                   hold_id, cycle_started_at, description)
       SELECT entry.id, workspace_id, entry.type, entry.credits, entry.amount, entry.balance_after, operation,
              assignment_id, hold_id, cycle_started_at, entry.description
       FROM moved CROSS JOIN LATERAL (VALUES
         (1, $entryId::uuid, 'release', moved.credits, moved.credits, balance + cycle_credits - current_part,
          'Released from ' || operation),
         (2, $expiryId::uuid, 'expire', cycle_credits, -cycle_credits, balance, 'Released after its cycle had ended')
       ) AS entry (place, id, type, credits, amount, balance_after, description)
       WHERE place = 1 OR current_part < cycle_credits ORDER BY place`,
      { holdId, entryId: uuidv7(), expiryId: uuidv7() },
      transaction,
    );
  }

  /**
   * Begins the account's next cycle when the present one has ended: what is left of it expires, a new grant follows.
   * @returns whether it had ended
   */
  static async turnCycle({ workspaceId }: Tenant, transaction?: Transaction): Promise<boolean> {
    const ended = await firstRow<{ firstDay: string; now: Date }>(
      CreditAccount,
      `SELECT first_day::text AS "firstDay", now() AS now FROM credit_accounts
       WHERE workspace_id = $workspaceId AND cycle_resets_at <= now()`,
      { workspaceId },
      transaction,
    );
    if (!ended) return false;
    const { startedAt, resetsAt } = cycleAt(new Date(`${ended.firstDay}T00:00:00Z`), ended.now);
    await rows(
      CreditAccount,
      `WITH account AS (
         SELECT *, monthly_credits - held - posted AS unused FROM credit_accounts
         WHERE workspace_id = $workspaceId AND cycle_started_at < $startedAt FOR UPDATE),
       turned AS (
         UPDATE credit_accounts a SET held = 0, posted = 0, cycle_started_at = $startedAt, cycle_resets_at = $resetsAt
         FROM account WHERE a.workspace_id = account.workspace_id
         RETURNING a.*, account.unused, account.cycle_started_at AS ended_cycle)
       INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, cycle_started_at, description)
       SELECT entry.id, workspace_id, type, credits, amount, balance_after, entry.cycle_started_at, description
       FROM turned CROSS JOIN LATERAL (VALUES
         (1, $expiryId::uuid, 'expire', unused, -unused, purchased, ended_cycle, 'Unused when the cycle ended'),
         (2, $entryId::uuid, 'grant', monthly_credits, monthly_credits, monthly_credits + purchased,
          turned.cycle_started_at, 'Credits of the cycle')
       ) AS entry (place, id, type, credits, amount, balance_after, cycle_started_at, description)
       WHERE place = 2 OR unused > 0 ORDER BY place`,
      { workspaceId, startedAt, resetsAt, expiryId: uuidv7(), entryId: uuidv7() },
      transaction,
    );
    return true;
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
}

const balanceOf = (alias: string): string =>
  `${alias}.monthly_credits - ${alias}.held - ${alias}.posted + ${alias}.purchased`;

/**
 * Moves credits from available to held. All is written from the row as it was locked: `a` may be older, and PostgreSQL
 * judges the check constraint before it notices.
 * @returns the balance afterwards; undefined, with the account locked, if it does not suffice or the cycle has ended
 */
async function takeCredits(
  { workspaceId }: Tenant,
  request: HoldRequest,
  transaction: Transaction,
): Promise<number | undefined> {
  const held = await firstRow<{ balance: number }>(
    CreditAccount,
    `WITH account AS (
       SELECT *, least($credits, monthly_credits - held - posted) AS cycle_part
       FROM credit_accounts WHERE workspace_id = $workspaceId FOR UPDATE),
     taken AS (
       UPDATE credit_accounts a
       SET held = account.held + account.cycle_part, posted = account.posted,
           purchased = account.purchased - ($credits - account.cycle_part)
       FROM account
       WHERE a.workspace_id = account.workspace_id AND account.purchased >= $credits - account.cycle_part
         AND account.cycle_resets_at > now()
       RETURNING account.cycle_part, a.cycle_started_at, ${balanceOf('a')} AS balance)
     INSERT INTO credit_entries (id, workspace_id, type, credits, amount, balance_after, operation, assignment_id,
                                 hold_id, cycle_credits, cycle_started_at, description)
     SELECT $entryId, $workspaceId, 'hold', $credits, -$credits, balance, $operation, $assignmentId,
            $holdId, cycle_part, cycle_started_at, 'Held for ' || $operation FROM taken
     RETURNING balance_after AS balance`,
    { ...request, workspaceId, entryId: uuidv7() },
    transaction,
  );
  return held?.balance;
}

/** The hold, if it is not settled; `current_part` is what of it still counts in the account's present cycle. */
const unsettledHold = `hold AS (
         SELECT h.workspace_id, h.credits, h.cycle_credits, h.operation, h.assignment_id, h.hold_id, h.cycle_started_at,
                CASE WHEN h.cycle_started_at = account.cycle_started_at THEN h.cycle_credits ELSE 0 END AS current_part
         FROM credit_entries h JOIN credit_accounts account ON account.workspace_id = h.workspace_id
         WHERE h.hold_id = $holdId AND h.type = 'hold' AND NOT EXISTS (
           SELECT 1 FROM credit_entries s WHERE s.hold_id = h.hold_id AND s.type IN ('charge', 'release')))`;

/** Locks in a statement of its own: the next one then sees a settlement that was committed while this one waited. */
async function lockAccountOf(holdId: string, transaction: Transaction): Promise<void> {
  await rows(
    CreditAccount,
    `SELECT 1 FROM credit_accounts a JOIN credit_entries h ON h.workspace_id = a.workspace_id
     WHERE h.hold_id = $holdId AND h.type = 'hold' FOR UPDATE OF a`,
    { holdId },
    transaction,
  );
}

interface NewAccount {
  workspaceId: string;
  plan: PlanId;
  monthlyCredits: number;
}

interface HoldRequest {
  holdId: string;
  /** Null for what concerns no assignment. */
  assignmentId: string | null;
  operation: CreditOperation;
  credits: number;
}

export type HoldResult = { kind: 'held'; balance: number } | { kind: 'short'; balance: number };

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
    },
    { sequelize, tableName: 'credit_accounts' },
  );
}
