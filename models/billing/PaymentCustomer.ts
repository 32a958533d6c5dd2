import { DataTypes, literal, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Subscription, SubscriptionStatus } from '../../lib/payments/Payments';
import type { PaidPlan } from '../../lib/payments/settings';
import { z } from 'zod';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

/** Events may be lost for days: so paid subscriptions are read by the clock, too (contract.md §6). */
const readingHours = 24;

const workspaceId = param('workspaceId', 'uuid');
const customerId = param('customerId', 'text');

const keepFirst = command(
  'billing.keepCustomer',
  sql`INSERT INTO payment_customers (workspace_id, customer_id) VALUES (${workspaceId}, ${customerId})
      ON CONFLICT (workspace_id) DO NOTHING`,
);

const replaceGone = statement(
  'billing.replaceCustomer',
  z.strictObject({ hadSubscription: z.boolean() }),
  sql`WITH kept AS (
        SELECT * FROM payment_customers
        WHERE workspace_id = ${workspaceId} AND customer_id = ${param('gone', 'text')} FOR UPDATE)
      UPDATE payment_customers c
      SET customer_id = ${customerId},
          status = CASE WHEN kept.subscription_id IS NULL THEN kept.status ELSE 'canceled' END,
          plan = NULL, payment_method = NULL, next_invoice_at = NULL
      FROM kept WHERE c.workspace_id = kept.workspace_id
      RETURNING kept.subscription_id IS NOT NULL AND kept.status <> 'canceled' AS "hadSubscription"`,
);

const TakenNumber = z.strictObject({
  customerId: z.string(),
  number: z.int(),
  /** The subscription that was last recorded. */
  subscriptionId: z.string().nullable(),
});
export type TakenNumber = z.infer<typeof TakenNumber>;
const takenNumber = sql`customer_id AS "customerId", last_reading AS number, subscription_id AS "subscriptionId"`;

const takeNumber = statement(
  'billing.takeReading',
  TakenNumber,
  sql`UPDATE payment_customers SET last_reading = last_reading + 1 WHERE customer_id = ${customerId}
      RETURNING ${takenNumber}`,
);

const takeDue = statement(
  'billing.takeDueReadings',
  TakenNumber,
  sql`UPDATE payment_customers c SET last_reading = last_reading + 1, read_at = clock_timestamp()
      FROM (SELECT workspace_id FROM payment_customers
            WHERE subscription_id IS NOT NULL AND status <> 'canceled'
              AND read_at <= clock_timestamp() - make_interval(hours => ${constant(readingHours)})
            ORDER BY read_at LIMIT ${param('limit', 'bigint')} FOR UPDATE SKIP LOCKED) due
      WHERE c.workspace_id = due.workspace_id
      RETURNING ${takenNumber}`,
);

const readSoon = command(
  'billing.readSoon',
  sql`UPDATE payment_customers SET read_at = clock_timestamp() - make_interval(hours => ${constant(readingHours - 1)})
      WHERE customer_id = ${customerId}`,
);

const WrittenReading = z.strictObject({ workspaceId: z.uuid(), isChanged: z.boolean() });
type WrittenReading = z.infer<typeof WrittenReading>;
const number = param('number', 'bigint');
const writeReading = statement(
  'billing.writeReading',
  WrittenReading,
  sql`WITH kept AS (
        SELECT * FROM payment_customers WHERE customer_id = ${customerId} AND written_reading < ${number} FOR UPDATE)
      UPDATE payment_customers c
      SET written_reading = ${number}, subscription_id = ${param('id', 'text')}, plan = ${param('plan', 'text', 'orNull')},
          status = ${param('status', 'text')}, payment_method = ${param('paymentMethod', 'text', 'orNull')},
          next_invoice_at = ${param('nextInvoiceAt', 'timestamptz', 'orNull')}
      FROM kept WHERE c.workspace_id = kept.workspace_id
      RETURNING c.workspace_id AS "workspaceId",
        (kept.subscription_id, kept.plan, kept.status) IS DISTINCT FROM (c.subscription_id, c.plan, c.status) AS "isChanged"`,
);

/**
 * Stripe's customer that stands for a workspace, and the last report of Stripe on its subscription. Each reading of the
 * subscription takes a number before the request, and an answer is written only if no later number has written an
 * answer. An event takes its number after the change that it tells of, so the last number has read the last state, in
 * whatever order events come and answers arrive.
 */
export class PaymentCustomer extends Model<InferAttributes<PaymentCustomer>, InferCreationAttributes<PaymentCustomer>> {
  declare workspaceId: string;
  /** Stripe's id of the customer. */
  declare customerId: string;
  /** The last number that was taken. */
  declare lastReading: CreationOptional<number>;
  /** The number whose answer was written. */
  declare writtenReading: CreationOptional<number>;
  /** Stripe's id of the last recorded subscription; null: no subscription was ever paid for. */
  declare subscriptionId: string | null;
  /** The plan that the subscription pays for, as last read from Stripe; null: none. */
  declare plan: CreationOptional<PaidPlan | null>;
  declare status: CreationOptional<SubscriptionStatus>;
  declare paymentMethod: string | null;
  declare nextInvoiceAt: Date | null;
  /** When the subscription was last read by the clock, without an event. */
  declare readAt: CreationOptional<Date>;
  declare createdAt: CreationOptional<Date>;

  static async ofTenant({ workspaceId }: Tenant): Promise<PaymentCustomer | null> {
    return PaymentCustomer.findByPk(workspaceId, { raw: true });
  }

  /** Keeps the customer of a workspace. @returns the customer that was kept first */
  static async keep({ workspaceId }: Tenant, customerId: string): Promise<string> {
    await keepFirst.run({ workspaceId, customerId });
    return (await PaymentCustomer.findByPk(workspaceId, { raw: true, rejectOnEmpty: true })).customerId;
  }

  /**
   * Lets another customer stand for a workspace, since Stripe does not know `gone` any more: no earlier report on
   * `gone` counts.
   * @returns the customer from now on, and whether a subscription ends with `gone`
   */
  static async replace(
    { workspaceId }: Tenant,
    { gone, customerId }: { gone: string; customerId: string },
    transaction: Transaction,
  ): Promise<Replaced> {
    const replaced = await replaceGone.first({ workspaceId, gone, customerId }, transaction);
    if (replaced) return { customerId, endsSubscription: replaced.hadSubscription };
    const now = await PaymentCustomer.findByPk(workspaceId, { raw: true, rejectOnEmpty: true, transaction });
    return { customerId: now.customerId, endsSubscription: false };
  }

  /** Takes the number of a reading. @returns undefined for an unknown customer */
  static async takeNumber(customerId: string): Promise<TakenNumber | undefined> {
    return takeNumber.first({ customerId });
  }

  /**
   * Takes the numbers of up to `limit` customers whose subscription is paid for, or should be, and was not read by the clock
   * for a day.
   */
  static async takeDue(limit: number): Promise<TakenNumber[]> {
    return takeDue.all({ limit });
  }

  /** A reading by the clock did not come about: the next reading is due within an hour, not in a day. */
  static async readSoon(customerId: string): Promise<void> {
    await readSoon.run({ customerId });
  }

  /**
   * Writes the findings of a reading.
   * @returns the workspace, and whether the subscription, its plan or its status differs from the record before;
   *   undefined if a later reading was written already
   */
  static async record(
    { customerId, number, subscription }: Reading,
    transaction: Transaction,
  ): Promise<WrittenReading | undefined> {
    const { id, plan, status, paymentMethod, nextInvoiceAt } = subscription;
    return writeReading.first({ customerId, number, id, plan, status, paymentMethod, nextInvoiceAt }, transaction);
  }
}

/** The status of the last known subscription; `canceled` without a subscription: then a member may subscribe. */
export function lastStatus(kept: PaymentCustomer | null): SubscriptionStatus {
  return kept === null || kept.subscriptionId === null ? 'canceled' : kept.status;
}

interface Replaced {
  customerId: string;
  endsSubscription: boolean;
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
      plan: DataTypes.TEXT,
      status: { type: DataTypes.TEXT, defaultValue: 'active' },
      paymentMethod: DataTypes.TEXT,
      nextInvoiceAt: DataTypes.DATE,
      readAt: { type: DataTypes.DATE, defaultValue: literal(`'-infinity'`) },
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'payment_customers' },
  );
}
