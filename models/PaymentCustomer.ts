import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Subscription, SubscriptionStatus } from '../lib/payments/Payments';
import { firstRow, rows } from './sql';
import type { Tenant } from './Tenant';

/**
 * Stripe's customer that stands for a workspace, and what Stripe has last told of its subscription. Each reading of the
 * subscription takes a number before it asks, and an answer is written only if no later number has written one. An event
 * takes its number after the change that it tells of, so the last number has read the last state, in whatever order events
 * come and answers arrive.
 */
export class PaymentCustomer extends Model<InferAttributes<PaymentCustomer>, InferCreationAttributes<PaymentCustomer>> {
  declare workspaceId: string;
  /** As Stripe names it. */
  declare customerId: string;
  /** The last number that was taken. */
  declare lastReading: CreationOptional<number>;
  /** The number whose answer was written. */
  declare writtenReading: CreationOptional<number>;
  /** Null: it never had one that was paid for. */
  declare subscriptionId: string | null;
  declare status: CreationOptional<SubscriptionStatus>;
  declare paymentMethod: string | null;
  declare nextInvoiceAt: Date | null;
  declare createdAt: CreationOptional<Date>;

  static async ofTenant({ workspaceId }: Tenant): Promise<PaymentCustomer | null> {
    return PaymentCustomer.findByPk(workspaceId, { raw: true });
  }

  /** Keeps the customer of a workspace. @returns the one that was kept first, if there was one */
  static async keep({ workspaceId }: Tenant, customerId: string): Promise<string> {
    await rows(
      PaymentCustomer,
      `INSERT INTO payment_customers (workspace_id, customer_id) VALUES ($workspaceId, $customerId)
       ON CONFLICT (workspace_id) DO NOTHING RETURNING customer_id`,
      { workspaceId, customerId },
    );
    return (await PaymentCustomer.findByPk(workspaceId, { raw: true, rejectOnEmpty: true })).customerId;
  }

  /** Takes the number of a reading. @returns undefined for a customer that is none of ours */
  static async takeNumber(customerId: string): Promise<number | undefined> {
    const taken = await firstRow<{ number: number }>(
      PaymentCustomer,
      'UPDATE payment_customers SET last_reading = last_reading + 1 WHERE customer_id = $customerId RETURNING last_reading AS number',
      { customerId },
    );
    return taken?.number;
  }

  /**
   * Writes what a reading has found.
   * @returns the workspace; undefined if a later reading was written already
   */
  static async tell(
    { customerId, number, subscription }: Reading,
    transaction: Transaction,
  ): Promise<string | undefined> {
    const { id, status, paymentMethod, nextInvoiceAt } = subscription;
    const written = await firstRow<{ workspaceId: string }>(
      PaymentCustomer,
      `UPDATE payment_customers
       SET written_reading = $number, subscription_id = $id, status = $status, payment_method = $paymentMethod,
           next_invoice_at = $nextInvoiceAt
       WHERE customer_id = $customerId AND written_reading < $number RETURNING workspace_id AS "workspaceId"`,
      { customerId, number, id, status, paymentMethod, nextInvoiceAt },
      transaction,
    );
    return written?.workspaceId;
  }
}

export interface Reading {
  customerId: string;
  number: number;
  subscription: Subscription;
}

export function initialize(sequelize: Sequelize): void {
  PaymentCustomer.init(
    {
      workspaceId: { type: DataTypes.UUID, primaryKey: true },
      customerId: DataTypes.TEXT,
      lastReading: { type: DataTypes.BIGINT, defaultValue: 0 },
      writtenReading: { type: DataTypes.BIGINT, defaultValue: 0 },
      subscriptionId: DataTypes.TEXT,
      status: { type: DataTypes.TEXT, defaultValue: 'active' },
      paymentMethod: DataTypes.TEXT,
      nextInvoiceAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'payment_customers' },
  );
}
