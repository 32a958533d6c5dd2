import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import { PurchaseDispute } from './PurchaseDispute';
import type { NotedDispute } from './PurchaseDispute';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

/** A page to pay on is open for a day; a bank may take two weeks more (https://docs.stripe.com/payments/bank-debits). */
const unpaidDays = 90;

const id = param('id', 'uuid');
const paidCents = param('paidCents', 'integer');
const Buyer = z.strictObject({ workspaceId: z.uuid() });

const PaidPurchase = Buyer.extend({ credits: z.int() });
export type PaidPurchase = z.infer<typeof PaidPurchase>;
const payOnce = statement(
  'billing.payPurchase',
  PaidPurchase,
  sql`UPDATE credit_purchases SET paid_at = clock_timestamp(), paid_cents = coalesce(paid_cents, ${paidCents})
      WHERE id = ${id} AND paid_at IS NULL RETURNING workspace_id AS "workspaceId", credits`,
);

const noteRefund = statement(
  'billing.noteRefund',
  Buyer,
  sql`UPDATE credit_purchases
      SET paid_cents = coalesce(paid_cents, ${paidCents}),
          refunded_cents = greatest(refunded_cents, ${param('refundedCents', 'integer')})
      WHERE id = ${id} RETURNING workspace_id AS "workspaceId"`,
);

const countDisputes = statement(
  'billing.countDisputes',
  Buyer,
  sql`UPDATE credit_purchases p SET paid_cents = coalesce(paid_cents, ${paidCents}), disputed_cents = (
        SELECT coalesce(sum(d.disputed_cents), 0) FROM purchase_disputes d WHERE d.purchase_id = p.id AND NOT d.is_won)
      WHERE id = ${id} RETURNING workspace_id AS "workspaceId"`,
);

const OwingPurchase = z.strictObject({
  id: z.uuid(),
  /** Credits still to be taken back; negative: credits to be given back, since a dispute was won. */
  owed: z.int(),
});
export type OwingPurchase = z.infer<typeof OwingPurchase>;
const findOwing = statement(
  'billing.findOwingPurchases',
  OwingPurchase,
  sql`SELECT id, owed FROM (
        SELECT id, created_at,
               (credits::bigint * least(refunded_cents + disputed_cents, paid_cents) / paid_cents)::int - taken_back AS owed
        FROM credit_purchases WHERE workspace_id = ${param('workspaceId', 'uuid')} AND paid_at IS NOT NULL
          AND (refunded_cents > 0 OR disputed_cents > 0 OR taken_back > 0)) p
      WHERE owed <> 0 ORDER BY owed > 0, created_at, id`,
);

const isUnpaid = sql`paid_cents IS NULL AND paid_at IS NULL
  AND created_at < now() - make_interval(days => ${constant(unpaidDays)})`;
const removeUnpaid = command(
  'billing.removeUnpaidPurchases',
  sql`DELETE FROM credit_purchases
      WHERE id IN (
        SELECT id FROM credit_purchases WHERE ${isUnpaid} ORDER BY created_at LIMIT ${param('limit', 'bigint')})
        AND ${isUnpaid}`,
);

/**
 * A purchase of credits: written before Stripe is asked for a page to pay on, so that this row and not an event decides
 * the number of credits. A refund may be known before the payment, since events come in any order.
 */
export class CreditPurchase extends Model<InferAttributes<CreditPurchase>, InferCreationAttributes<CreditPurchase>> {
  declare id: string;
  declare workspaceId: string;
  /** The user who started the purchase; null once that user is gone. */
  declare userId: string | null;
  declare credits: number;
  /** The price that the buyer was asked for. */
  declare priceCents: number;
  declare paidCents: CreationOptional<number | null>;
  /** When the purchase was paid; null: unpaid. Most unpaid purchases will never be paid. */
  declare paidAt: CreationOptional<Date | null>;
  /** The sum of all refunds so far. */
  declare refundedCents: CreationOptional<number>;
  /** The sum of all disputes, but for disputes that were won. */
  declare disputedCents: CreationOptional<number>;
  /** Credits that were taken back for refunds and disputes. */
  declare takenBack: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;

  static async add({ workspaceId }: Tenant, purchase: NewPurchase): Promise<void> {
    await CreditPurchase.create({ workspaceId, ...purchase });
  }

  /** The state of a purchase; null if no purchase has this id. */
  static async stateOf(id: string, transaction: Transaction): Promise<PurchaseState | null> {
    return CreditPurchase.findByPk(id, { attributes: ['paidAt', 'priceCents'], raw: true, transaction });
  }

  /** @returns undefined where there is no such purchase, or the purchase was paid before */
  static async pay({ id, paidCents }: Payment, transaction: Transaction): Promise<PaidPurchase | undefined> {
    return payOnce.first({ id, paidCents }, transaction);
  }

  /** Notes the refunds so far; an older note changes nothing. @returns the workspace of the purchase */
  static async refund({ id, paidCents, refundedCents }: Refund, transaction: Transaction): Promise<string | undefined> {
    const refunded = await noteRefund.first({ id, paidCents, refundedCents }, transaction);
    return refunded?.workspaceId;
  }

  /**
   * Notes a dispute, or its end in our favour: from then on the dispute does not count, whatever is told of it later.
   * @returns the workspace of the purchase
   */
  static async dispute(dispute: Dispute, transaction: Transaction): Promise<string | undefined> {
    const { id, paidCents } = dispute;
    if (!(await PurchaseDispute.note(dispute, transaction))) return undefined;
    const counted = await countDisputes.first({ id, paidCents }, transaction);
    return counted?.workspaceId;
  }

  /**
   * The purchases of a workspace of which another part was refunded or disputed than taken back, the oldest first. A
   * purchase never loses more credits than it has bought.
   */
  static async owing(workspaceId: string, transaction: Transaction): Promise<OwingPurchase[]> {
    return findOwing.all({ workspaceId }, transaction);
  }

  /** Removes up to `limit` purchases that were never paid and will not be. @returns the number of removed purchases */
  static async removeUnpaid(limit: number): Promise<number> {
    return removeUnpaid.run({ limit });
  }
}

export type NewPurchase = Pick<CreditPurchase, 'id' | 'userId' | 'credits' | 'priceCents'>;
export type PurchaseState = Pick<CreditPurchase, 'paidAt' | 'priceCents'>;

export interface Payment {
  id: string;
  paidCents: number;
}

export interface Refund extends Payment {
  refundedCents: number;
}

export type Dispute = Payment & NotedDispute;

export function initialize(sequelize: Sequelize): void {
  CreditPurchase.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      userId: DataTypes.UUID,
      credits: DataTypes.INTEGER,
      priceCents: DataTypes.INTEGER,
      paidCents: DataTypes.INTEGER,
      paidAt: DataTypes.DATE,
      refundedCents: { type: DataTypes.INTEGER, defaultValue: 0 },
      disputedCents: { type: DataTypes.BIGINT, defaultValue: 0 },
      takenBack: { type: DataTypes.INTEGER, defaultValue: 0 },
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'credit_purchases' },
  );
}
