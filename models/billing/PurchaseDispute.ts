import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { firstRow } from '../database/sql';

/** A dispute of a payment, by its id at Stripe. `CreditPurchase` adds up those that count. */
export class PurchaseDispute extends Model<InferAttributes<PurchaseDispute>, InferCreationAttributes<PurchaseDispute>> {
  /** As Stripe names it. */
  declare id: string;
  declare purchaseId: string;
  declare disputedCents: number;
  /** The money stays with us: the dispute counts no more, whatever is told of it later. */
  declare isWon: boolean;

  /** @returns false where there is no such purchase */
  static async note({ disputeId, id, disputedCents, isWon }: NotedDispute, transaction: Transaction): Promise<boolean> {
    const noted = await firstRow(
      PurchaseDispute,
      `INSERT INTO purchase_disputes (id, purchase_id, disputed_cents, is_won)
       SELECT $disputeId, id, $disputedCents, $isWon FROM credit_purchases WHERE id = $id
       ON CONFLICT (id) DO UPDATE SET is_won = purchase_disputes.is_won OR excluded.is_won RETURNING id`,
      { disputeId, id, disputedCents, isWon },
      transaction,
    );
    return noted !== undefined;
  }
}

export interface NotedDispute {
  disputeId: string;
  /** Of the purchase. */
  id: string;
  disputedCents: number;
  isWon: boolean;
}

export function initialize(sequelize: Sequelize): void {
  PurchaseDispute.init(
    {
      id: { type: DataTypes.TEXT, primaryKey: true },
      purchaseId: DataTypes.UUID,
      disputedCents: DataTypes.INTEGER,
      isWon: DataTypes.BOOLEAN,
    },
    { sequelize, tableName: 'purchase_disputes' },
  );
}
