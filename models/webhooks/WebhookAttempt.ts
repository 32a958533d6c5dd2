import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Order, Sequelize } from 'sequelize';
import { attemptLogMax } from '../../domain/limits';
import type { WebhookDelivery } from './WebhookDelivery';

/** One request of a delivery and its outcome. Written by `WebhookDelivery.recordAttempt`. */
export class WebhookAttempt extends Model<InferAttributes<WebhookAttempt>, InferCreationAttributes<WebhookAttempt>> {
  declare id: CreationOptional<number>;
  declare deliveryId: string;
  /** The number of the attempt over all rounds, from 1. */
  declare attempt: number;
  declare round: number;
  declare at: Date;
  declare durationMs: number;
  declare httpStatusCode: number | null;
  /** The delivery fault, with a short text. */
  declare error: string | null;
  /** The first 4 KiB of the answer. */
  declare responseBody: string | null;

  /** The newest attempts of a delivery that a query with a tenant has found, oldest first. */
  static async ofDelivery({ id: deliveryId }: WebhookDelivery): Promise<WebhookAttempt[]> {
    const order: Order = [['attempt', 'DESC']];
    const newest = await WebhookAttempt.findAll({ where: { deliveryId }, order, limit: attemptLogMax, raw: true });
    return newest.toReversed();
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
