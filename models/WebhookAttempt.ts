import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { WebhookDelivery } from './WebhookDelivery';

/** One request of a delivery and what came of it. Written by `WebhookDelivery.recordAttempt`. */
export class WebhookAttempt extends Model<InferAttributes<WebhookAttempt>, InferCreationAttributes<WebhookAttempt>> {
  declare id: CreationOptional<number>;
  declare deliveryId: string;
  /** Counted over all rounds, from 1. */
  declare attempt: number;
  declare round: number;
  declare at: Date;
  declare durationMs: number;
  declare httpStatusCode: number | null;
  /** One of the delivery faults, and a short text. */
  declare error: string | null;
  /** The first 4 KiB of the answer. */
  declare responseBody: string | null;

  /** All attempts of a delivery that a query with a tenant has found, oldest first. */
  static async ofDelivery({ id: deliveryId }: WebhookDelivery): Promise<WebhookAttempt[]> {
    return WebhookAttempt.findAll({ where: { deliveryId }, order: [['attempt', 'ASC']], raw: true });
  }
}

export function initialize(sequelize: Sequelize): void {
  WebhookAttempt.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      deliveryId: DataTypes.UUID,
      attempt: DataTypes.INTEGER,
      round: DataTypes.INTEGER,
      at: DataTypes.DATE,
      durationMs: DataTypes.INTEGER,
      httpStatusCode: DataTypes.INTEGER,
      error: DataTypes.TEXT,
      responseBody: DataTypes.TEXT,
    },
    { sequelize, tableName: 'webhook_attempts' },
  );
}
