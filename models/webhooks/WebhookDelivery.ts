import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { AssignmentStatus } from '../../domain/assignment';
import { shownDeliveriesMax } from '../../domain/limits';
import { hostOf } from '../../domain/webhook';
import type { DeliveryStatus } from '../../domain/webhook';
import { deliverWebhookWorkflow, webhookLine } from '../../domain/workflowContract';
import { joined } from '../database/joined';
import { OutboxEntry } from '../outbox/OutboxEntry';
import { firstRow, isOneOf, rows } from '../database/sql';
import { belongsTo, tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';
import { sealedSecrets } from './webhookSecrets';
import type { SealedSecrets } from './webhookSecrets';

/** A promise to tell a caller of one transition: the bytes to send and how far that is. */
export class WebhookDelivery extends Model<InferAttributes<WebhookDelivery>, InferCreationAttributes<WebhookDelivery>> {
  declare id: string;
  /** The order of the transitions. */
  declare seq: CreationOptional<number>;
  declare workspaceId: string;
  declare organizationId: string;
  declare assignmentId: string;
  declare url: string;
  /** The status that the assignment reached. */
  declare event: AssignmentStatus;
  declare body: string;
  declare status: CreationOptional<DeliveryStatus>;
  /** A redelivery makes round + 1, with all its attempts anew. */
  declare round: CreationOptional<number>;
  declare roundAttempts: CreationOptional<number>;
  declare attempts: CreationOptional<number>;
  declare httpStatusCode: number | null;
  declare lastAttemptAt: Date | null;
  declare lastError: string | null;
  declare firstAttemptEndedAt: Date | null;
  /** When the round's next attempt is due; null for its first one. */
  declare nextAttemptAt: Date | null;
  declare createdAt: CreationOptional<Date>;

  /** One page of a tenant's deliveries, newest first, and how many fit the filter. */
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

  /** The newest of one of a tenant's assignments, newest first. */
  static async ofAssignment(tenant: Tenant, assignmentId: string): Promise<WebhookDelivery[]> {
    return WebhookDelivery.findAll({
      where: { assignmentId, ...tenant.columns },
      attributes: { exclude: ['body'] },
      order: [['seq', 'DESC']],
      limit: shownDeliveriesMax,
      raw: true,
    });
  }

  /** A delivery of this tenant; a foreign id is null as an unknown one is. */
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
  static readonly forStart = joined(async (ids: readonly string[]): Promise<(DeliveryForStart | undefined)[]> => {
    const found = await rows<DeliveryForStart & { id: string }>(
      WebhookDelivery,
      `SELECT d.id, d.round, d.status, d.event, d.workspace_id AS "workspaceId", d.assignment_id AS "assignmentId",
              a.connection_id AS "connectionId", a.platform
       FROM webhook_deliveries d JOIN assignments a ON a.id = d.assignment_id WHERE ${isOneOf('d.id', ids)}`,
      { ids },
    );
    const byId = new Map(found.map(({ id, ...delivery }) => [id, delivery]));
    return ids.map((id) => byId.get(id));
  });

  /**
   * Begins a new round of attempts with the same bytes and id, once the one before has ended.
   * @returns the outbox entry to dispatch after the commit; null if it waits for a place, a round is under way, or the
   *   tenant has no such delivery
   */
  static async redeliver(tenant: Tenant, id: string, transaction: Transaction): Promise<number | null> {
    const found = await WebhookDelivery.ofTenant(tenant, id, transaction);
    if (!found) return null;
    const row = await firstRow<{ id: number; isClaimed: boolean }>(
      WebhookDelivery,
      `WITH delivery AS (
         UPDATE webhook_deliveries d SET round = round + 1, round_attempts = 0, status = 'pending', last_error = NULL, next_attempt_at = NULL
         WHERE id = $id AND status <> 'pending' AND ${belongsTo('d')} RETURNING id, round, workspace_id)
       INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, claimed_until)
       SELECT 'start', '${deliverWebhookWorkflow}', id, round, workspace_id, $line, ${OutboxEntry.claimIfPlace('delivery.workspace_id', '$line')}
       FROM delivery RETURNING id, claimed_until IS NOT NULL AS "isClaimed"`,
      { id, line: webhookLine(hostOf(found.url)), ...tenantValues(tenant) },
      transaction,
    );
    return row?.isClaimed ? row.id : null;
  }
}

/** One read for all that begin while another one is under way. */
const runningDelivery = joined(async (keys: readonly RoundKey[]): Promise<(RunningDelivery | undefined)[]> => {
  const ids = keys.map(({ id }) => id);
  const found = await rows<RunningDelivery>(
    WebhookDelivery,
    `SELECT d.id, d.workspace_id AS "workspaceId", d.assignment_id AS "assignmentId", d.url, d.body, d.round, d.attempts,
            d.round_attempts AS "roundAttempts", ${sealedSecrets} AS sealed,
            (SELECT error FROM webhook_attempts WHERE delivery_id = d.id ORDER BY attempt DESC LIMIT 1) AS "lastFailure",
            coalesce(ceil(extract(epoch FROM d.next_attempt_at - clock_timestamp()) * 1000), 0)::float AS "waitMs"
     FROM webhook_deliveries d JOIN workspaces w ON w.id = d.workspace_id
     WHERE ${isOneOf('d.id', ids)} AND d.status = 'pending'`,
    { ids },
  );
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

export type RunningDelivery = Pick<
  WebhookDelivery,
  'id' | 'workspaceId' | 'assignmentId' | 'url' | 'body' | 'round' | 'attempts' | 'roundAttempts'
> & {
  /** Milliseconds until the next attempt by the database's clock; 0 or less when due. */
  waitMs: number;
  /** Why the attempt before failed; null before the first one. */
  lastFailure: string | null;
  /** The secrets that sign it. */
  sealed: SealedSecrets;
};

export interface DeliveryForStart {
  round: number;
  status: DeliveryStatus;
  event: string;
  workspaceId: string;
  assignmentId: string;
  connectionId: string;
  platform: string;
}

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
