import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { shownDeliveriesMax } from '../../domain/limits';
import { hostOf } from '../../domain/webhook';
import type { DeliveryEvent, DeliveryStatus } from '../../domain/webhook';
import { webhookLine } from '../../domain/workflowContract';
import { batchCalls } from '../database/batchCalls';
import { OutboxEntry } from '../outbox/OutboxEntry';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';
import {
  beginRound,
  readForStart,
  readOldest,
  readOneForStart,
  readOneRunning,
  readRunning,
} from './deliveryStatements';
import type { DeliveryForStart, RunningDelivery } from './deliveryStatements';

/** A promise to tell a caller of one transition, or of one event of a live post: the bytes to send and the progress of the delivery. */
export class WebhookDelivery extends Model<InferAttributes<WebhookDelivery>, InferCreationAttributes<WebhookDelivery>> {
  declare id: string;
  /** The order of transitions and events. */
  declare seq: CreationOptional<number>;
  declare workspaceId: string;
  declare organizationId: string;
  declare assignmentId: string;
  declare url: string;
  declare event: DeliveryEvent;
  declare body: string;
  declare status: CreationOptional<DeliveryStatus>;
  /** The number of the round: a redelivery begins the next round, with all its attempts again. */
  declare round: CreationOptional<number>;
  declare roundAttempts: CreationOptional<number>;
  declare attempts: CreationOptional<number>;
  declare httpStatusCode: number | null;
  declare lastAttemptAt: Date | null;
  declare lastError: string | null;
  declare firstAttemptEndedAt: Date | null;
  /** When the round's next attempt is due; null for its first attempt. */
  declare nextAttemptAt: Date | null;
  declare createdAt: CreationOptional<Date>;

  /** One page of a tenant's deliveries, newest first, and the number of deliveries that fit the filter. */
  static async page(tenant: Tenant, filter: DeliveryFilter): Promise<{ items: WebhookDelivery[]; total: number }> {
    const { rows: items, count: total } = await WebhookDelivery.findAndCountAll({
      where: {
        ...tenant.columns,
        ...(filter.status && { status: filter.status }),
        ...(filter.assignmentId && { assignmentId: filter.assignmentId }),
      },
      attributes: { exclude: ['body'] },
      order: [['seq', 'DESC']],
      limit: filter.limit,
      offset: (filter.page - 1) * filter.limit,
      raw: true,
    });
    return { items, total };
  }

  /** The newest deliveries of one of a tenant's assignments, newest first. */
  static async ofAssignment(tenant: Tenant, assignmentId: string): Promise<WebhookDelivery[]> {
    return WebhookDelivery.findAll({
      where: { assignmentId, ...tenant.columns },
      attributes: { exclude: ['body'] },
      order: [['seq', 'DESC']],
      limit: shownDeliveriesMax,
      raw: true,
    });
  }

  /** A delivery of this tenant; null for a foreign id as for an unknown id. */
  static async ofTenant(tenant: Tenant, id: string, transaction?: Transaction): Promise<WebhookDelivery | null> {
    return WebhookDelivery.findOne({
      where: { id, ...tenant.columns },
      raw: true,
      ...(transaction && { transaction }),
    });
  }

  /** The delivery of a running round; undefined once it has ended or another round has begun. */
  static async ofRound(id: string, round: number): Promise<RunningDelivery | undefined> {
    return runningDelivery({ id, round });
  }

  /** The facts about deliveries that operators see in Temporal when their workflows start. */
  static readonly forStart = batchCalls(async (ids: readonly string[]): Promise<(DeliveryForStart | undefined)[]> => {
    const found = await (ids.length === 1 ? readOneForStart : readForStart).all({ ids });
    const byId = new Map(found.map(({ id, ...delivery }) => [id, delivery]));
    return ids.map((id) => byId.get(id));
  });

  /** The age of the oldest delivery that is neither delivered nor given up, in seconds; 0 without one. */
  static async oldestSeconds(): Promise<number> {
    return (await readOldest.first({}))?.oldestSeconds ?? 0;
  }

  /**
   * Begins a new round of attempts with the same bytes and id, once the round before has ended.
   * @returns the outbox entry to dispatch after the commit; null if the entry waits for a place, a round is under way,
   *   or the tenant has no such delivery
   */
  static async redeliver(tenant: Tenant, id: string, transaction: Transaction): Promise<number | null> {
    const found = await WebhookDelivery.ofTenant(tenant, id, transaction);
    if (!found) return null;
    const row = await beginRound.first(
      { id, line: webhookLine(hostOf(found.url)), ...tenantValues(tenant), ...OutboxEntry.places },
      transaction,
    );
    return row?.isClaimed ? row.id : null;
  }
}

/** One read for all calls that come while another read is under way. */
const runningDelivery = batchCalls(async (keys: readonly RoundKey[]): Promise<(RunningDelivery | undefined)[]> => {
  const ids = keys.map(({ id }) => id);
  const found = await (ids.length === 1 ? readOneRunning : readRunning).all({ ids });
  const byId = new Map(found.map((delivery) => [delivery.id, delivery]));
  return keys.map(({ id, round }) => {
    const delivery = byId.get(id);
    return delivery?.round === round ? delivery : undefined;
  });
});

interface RoundKey {
  id: string;
  round: number;
}

interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  assignmentId?: string | undefined;
  page: number;
  limit: number;
}

export type { DeliveryForStart, RunningDelivery } from './deliveryStatements';

export function initialize(sequelize: Sequelize): void {
  WebhookDelivery.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      seq: DataTypes.BIGINT,
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      assignmentId: DataTypes.UUID,
      url: DataTypes.TEXT,
      event: DataTypes.TEXT,
      body: DataTypes.TEXT,
      status: { type: DataTypes.TEXT, defaultValue: 'pending' },
      round: { type: DataTypes.INTEGER, defaultValue: 1 },
      roundAttempts: { type: DataTypes.INTEGER, defaultValue: 0 },
      attempts: { type: DataTypes.INTEGER, defaultValue: 0 },
      httpStatusCode: DataTypes.INTEGER,
      lastAttemptAt: DataTypes.DATE,
      lastError: DataTypes.TEXT,
      firstAttemptEndedAt: DataTypes.DATE,
      nextAttemptAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'webhook_deliveries' },
  );
}
