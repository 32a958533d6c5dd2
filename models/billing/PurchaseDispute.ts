import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

const noteDispute = command(
  'billing.noteDispute',
  sql`INSERT INTO purchase_disputes (id, purchase_id, disputed_cents, is_won)
      SELECT ${param('disputeId', 'text')}, id, ${param('disputedCents', 'integer')}, ${param('isWon', 'boolean')}
      FROM credit_purchases WHERE id = ${param('id', 'uuid')}
      ON CONFLICT (id) DO UPDATE SET is_won = purchase_disputes.is_won OR excluded.is_won`,
);

/** A dispute of a payment, by its id at Stripe. `CreditPurchase` adds up the disputes that count. */
export class PurchaseDispute extends Model<InferAttributes<PurchaseDispute>, InferCreationAttributes<PurchaseDispute>> {
  /** Stripe's id of the dispute. */
  declare id: string;
  declare purchaseId: string;
  declare disputedCents: number;
  /** The money stays with us: the dispute counts no more, whatever Stripe tells of it later. */
  declare isWon: boolean;

  /** @returns false where there is no such purchase */
  static async note({ disputeId, id, disputedCents, isWon }: NotedDispute, transaction: Transaction): Promise<boolean> {
    return (await noteDispute.run({ disputeId, id, disputedCents, isWon }, transaction)) > 0;
  }
}

export interface NotedDispute {
  disputeId: string;
  /** The id of the purchase. */
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
