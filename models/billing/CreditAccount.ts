import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { v7 as uuidv7 } from 'uuid';
import { cycleAt } from '../../domain/credits';
import type { PlanId } from '../../domain/credits';
import {
  lockAccount,
  lockAccountOfHold,
  openAccount,
  postHold,
  readBalance,
  readNow,
  voidHold,
} from './accountStatements';
import { turnCycle } from './creditCycle';
import { leftToGrant } from './grantCredits';
import { MemberCredits } from './MemberCredits';
import { clawBackCredits } from './clawBackCredits';
import { takeCredits } from './takeCredits';
import type { HoldRequest, Payer } from './takeCredits';
import type { Tenant } from '../database/Tenant';

/**
 * The credits of a workspace. Their balance is `monthly_credits - held - posted + purchased`; held bought credits are
 * already deducted from `purchased`. Every change is one conditional statement that also writes its ledger entry,
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

  /** Opens the account of a new workspace with the first cycle's grant. The database's clock gives the first day. */
  static async open(account: NewAccount, transaction: Transaction): Promise<void> {
    const clock = await readNow.first({}, transaction);
    if (!clock) throw new Error('the database has no clock');
    const { now } = clock;
    const { startedAt, resetsAt } = cycleAt(now, now);
    await openAccount.run({ ...account, startedAt, resetsAt, entryId: uuidv7() }, transaction);
  }

  /**
   * Takes `credits` for an operation: the cycle's credits first, then bought credits. The balance never falls below
   * zero, and a use never exceeds the limit of its user and of its grant, however many ask at once. An account whose cycle has ended begins
   * its next cycle first, and stays locked meanwhile.
   * @returns the balance afterwards, or `short` with the credits left to the payer; then nothing was written
   */
  static async hold(tenant: Tenant, request: HoldRequest, transaction: Transaction): Promise<HoldResult> {
    const take = async () => takeCredits(tenant, request, transaction);
    const balance = (await take()) ?? ((await CreditAccount.turnCycle(tenant, transaction)) ? await take() : undefined);
    if (balance !== undefined) return { kind: 'held', balance };
    return { kind: 'short', balance: await CreditAccount.availableTo(tenant, request, transaction) };
  }

  /** Makes a hold of this workspace final. A hold that is already settled stays as it is. */
  static async post({ workspaceId }: Tenant | FoundHold, holdId: string, transaction: Transaction): Promise<void> {
    await lockAccountOfHold.run({ workspaceId, holdId }, transaction);
    await postHold.run({ workspaceId, holdId, entryId: uuidv7() }, transaction);
  }

  /**
   * Releases a hold, and gives its user the room under their limit back. Bought credits return, and refunds that are
   * still owed take them; the cycle's credits return only while their cycle lasts, else they expire (contract.md §6). A
   * hold that is already settled stays as it is.
   */
  static async void({ workspaceId }: Tenant | FoundHold, holdId: string, transaction: Transaction): Promise<void> {
    await lockAccountOfHold.run({ workspaceId, holdId }, transaction);
    const ids = { holdId, entryId: uuidv7(), expiryId: uuidv7() };
    const released = await voidHold.first({ workspaceId, ...ids }, transaction);
    if (released?.hasBought) await clawBackCredits(workspaceId, transaction);
  }

  /** Locks the account until the end of a transaction that settles several holds. */
  static async lock(workspaceId: string, transaction: Transaction): Promise<void> {
    await lockAccount.run({ workspaceId }, transaction);
  }

  /**
   * Begins the account's next cycle when the present one has ended. Each reader of an account or its entries asks for
   * this first.
   * @returns whether the cycle had ended
   */
  static async turnCycle({ workspaceId }: Tenant, transaction?: Transaction): Promise<boolean> {
    return turnCycle(workspaceId, transaction);
  }

  /** The account in the present cycle: a cycle that has ended is turned first. */
  static async ofTenant(tenant: Tenant): Promise<CreditAccount> {
    await CreditAccount.turnCycle(tenant);
    return CreditAccount.findByPk(tenant.workspaceId, { raw: true, rejectOnEmpty: true });
  }

  static async balance({ workspaceId }: Tenant, transaction?: Transaction): Promise<number> {
    const row = await readBalance.first({ workspaceId }, transaction);
    if (!row) throw new Error('the workspace has no credit account');
    return row.balance;
  }

  /** The credits that can still be used: the balance, or less if a limit leaves less (contract.md §6). */
  static async availableTo(
    tenant: Tenant,
    { userId, grantId = null }: Payer,
    transaction?: Transaction,
  ): Promise<number> {
    const balance = await CreditAccount.balance(tenant, transaction);
    const ofUser = userId === null ? null : await MemberCredits.leftTo(tenant, userId, transaction);
    const ofGrant = grantId === null ? null : await leftToGrant(tenant, grantId, transaction);
    return Math.min(balance, ofUser ?? balance, ofGrant ?? balance);
  }
}

/** A hold whose row housekeeping has found, or the hold of an assignment whose row is locked. */
export interface FoundHold {
  workspaceId: string;
  holdId: string;
  /** When the row was found or locked, by the database's clock. */
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
