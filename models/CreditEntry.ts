import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { CreditEntryType } from '../domain/credits';

/**
 * The ledger: what changed a balance, never changed itself (a trigger refuses). The amounts of an account add up to
 * its balance. Entries are written by `CreditAccount` alone.
 */
export class CreditEntry extends Model<InferAttributes<CreditEntry>, InferCreationAttributes<CreditEntry>> {
  declare id: string;
  declare seq: CreationOptional<number>;
  declare workspaceId: string;
  declare type: CreditEntryType;
  /** How many credits it concerns. */
  declare credits: number;
  /** Its signed effect on the balance. */
  declare amount: number;
  declare balanceAfter: number;
  declare operation: string | null;
  declare assignmentId: string | null;
  declare holdId: string | null;
  /** Of a hold: the part taken from the cycle's credits; the rest was bought. */
  declare cycleCredits: number | null;
  declare cycleStartedAt: Date;
  declare description: string;
  declare createdAt: CreationOptional<Date>;
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
      holdId: DataTypes.UUID,
      cycleCredits: DataTypes.INTEGER,
      cycleStartedAt: DataTypes.DATE,
      description: DataTypes.TEXT,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'credit_entries' },
  );
}
