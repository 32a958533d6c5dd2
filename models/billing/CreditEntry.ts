import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import type { CreditEntryType, CreditOperation } from '../../domain/credits';
import { param, sql } from '../database/fragment';
import { statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

const CreditsOfAssignment = z.strictObject({ held: z.int(), charged: z.int() });
export type CreditsOfAssignment = z.infer<typeof CreditsOfAssignment>;

const readOfAssignment = statement(
  'billing.creditsOfAssignment',
  CreditsOfAssignment,
  sql`SELECT coalesce(sum(CASE type WHEN 'hold' THEN credits WHEN 'charge' THEN -credits WHEN 'release' THEN -credits END), 0)::int AS held,
             coalesce(sum(credits) FILTER (WHERE type = 'charge'), 0)::int AS charged
      FROM credit_entries
      WHERE workspace_id = ${param('workspaceId', 'uuid')} AND assignment_id = ${param('assignmentId', 'uuid')}`,
);

/**
 * The ledger: the changes of a balance. An entry is never changed (a trigger refuses). The amounts of an account add up
 * to its balance. Each entry is written by the statement that changes the account.
 */
export class CreditEntry extends Model<InferAttributes<CreditEntry>, InferCreationAttributes<CreditEntry>> {
  declare id: string;
  declare seq: CreationOptional<number>;
  declare workspaceId: string;
  declare type: CreditEntryType;
  /** The number of credits that the entry moves. */
  declare credits: number;
  /** The signed effect of the entry on the balance. */
  declare amount: number;
  declare balanceAfter: number;
  declare operation: CreditOperation | null;
  declare assignmentId: string | null;
  /** The user of the credits; null for an API key, an assistant and the service itself. */
  declare userId: string | null;
  /** Of a hold: the grant whose own limit counts it. */
  declare grantId: string | null;
  declare holdId: string | null;
  /** Of a hold: the part taken from the cycle's credits; the rest was bought. */
  declare cycleCredits: number | null;
  declare cycleStartedAt: Date;
  declare description: string;
  declare createdAt: CreationOptional<Date>;

  /** The credits that one of a tenant's assignments holds now, and the credits that it was charged. */
  static async ofAssignment({ workspaceId }: Tenant, assignmentId: string): Promise<CreditsOfAssignment> {
    const found = await readOfAssignment.first({ workspaceId, assignmentId });
    return found ?? { held: 0, charged: 0 };
  }
}

export function initialize(sequelize: Sequelize): void {
  CreditEntry.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      seq: DataTypes.BIGINT,
      workspaceId: DataTypes.UUID,
      type: DataTypes.TEXT,
      credits: DataTypes.INTEGER,
      amount: DataTypes.INTEGER,
      balanceAfter: DataTypes.INTEGER,
      operation: DataTypes.TEXT,
      assignmentId: DataTypes.UUID,
      userId: DataTypes.UUID,
      grantId: DataTypes.UUID,
      holdId: DataTypes.UUID,
      cycleCredits: DataTypes.INTEGER,
      cycleStartedAt: DataTypes.DATE,
      description: DataTypes.TEXT,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'credit_entries' },
  );
}
