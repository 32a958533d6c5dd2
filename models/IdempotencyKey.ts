import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { AssignmentStatus, ContentType } from '../domain/assignment';
import { idempotencyKeyHours } from '../domain/limits';
import type { PlatformSlug } from '../domain/platform';
import { firstRow, rows } from './sql';
import type { Tenant } from './Tenant';

/** A key that a create request has used up: 24 hours, by the database's clock, within one tenant. */
export class IdempotencyKey extends Model<InferAttributes<IdempotencyKey>, InferCreationAttributes<IdempotencyKey>> {
  /** The workspace, or for users their organization (contract.md §2). */
  declare scopeId: string;
  declare workspaceId: string;
  declare key: string;
  declare requestHash: string;
  declare assignmentId: string;
  declare createdAt: CreationOptional<Date>;

  /**
   * Claims the key for a new assignment. A twin that comes at the same moment waits here for the first one's commit.
   * @returns false if the key is in use: then nothing was written, and `originalOf` tells whose it is
   */
  static async claim(tenant: Tenant, claim: KeyClaim, transaction: Transaction): Promise<boolean> {
    const { sql, bound } = claimOf(tenant, claim);
    return (await firstRow(IdempotencyKey, sql, bound, transaction)) !== undefined;
  }

  /**
   * Removes up to `limit` keys whose time is over. The age is asked twice: one that is claimed anew while its row is
   * waited for may still be found by its old place.
   * @returns how many
   */
  static async removeExpired(limit: number): Promise<number> {
    const isOver = `created_at <= now() - make_interval(hours => ${idempotencyKeyHours})`;
    const removed = await rows(
      IdempotencyKey,
      `DELETE FROM idempotency_keys
       WHERE ctid IN (SELECT ctid FROM idempotency_keys WHERE ${isOver} ORDER BY created_at LIMIT $limit) AND ${isOver}
       RETURNING 1`,
      { limit },
    );
    return removed.length;
  }

  /** The assignment that the first request with this key has made, as it is now. */
  static async originalOf(tenant: Tenant, key: string, transaction: Transaction): Promise<Original> {
    const original = await firstRow<Original>(
      IdempotencyKey,
      `SELECT a.id, a.status, a.connection_id AS "connectionId", a.platform, a.type, a.scheduled_at AS "scheduledAt",
              a.created_at AS "createdAt", k.request_hash AS "requestHash"
       FROM idempotency_keys k JOIN assignments a ON a.id = k.assignment_id AND a.workspace_id = k.workspace_id
       WHERE k.scope_id = $scopeId AND k.key = $key`,
      { scopeId: tenant.idempotencyScope, key },
      transaction,
    );
    if (!original) throw new Error('an idempotency key in use has no assignment');
    return original;
  }
}

/** The statement that claims a key as `IdempotencyKey.claim` does: it gives a row, or none for one in use. It binds `bound`. */
export function claimOf({ idempotencyScope: scopeId, workspaceId }: Tenant, claim: KeyClaim) {
  return { sql: claimSql, bound: { ...claim, scopeId, workspaceId } };
}

const claimSql = `INSERT INTO idempotency_keys (scope_id, workspace_id, key, request_hash, assignment_id)
       VALUES ($scopeId, $workspaceId, $key, $requestHash, $assignmentId)
       ON CONFLICT (scope_id, key) DO UPDATE
         SET request_hash = excluded.request_hash, assignment_id = excluded.assignment_id,
             created_at = excluded.created_at
         WHERE idempotency_keys.created_at <= now() - make_interval(hours => ${idempotencyKeyHours})
       RETURNING assignment_id`;

export interface KeyClaim {
  key: string;
  requestHash: string;
  assignmentId: string;
}

export interface Original {
  id: string;
  status: AssignmentStatus;
  connectionId: string;
  platform: PlatformSlug;
  type: ContentType;
  scheduledAt: Date | null;
  createdAt: Date;
  requestHash: string;
}

export function initialize(sequelize: Sequelize): void {
  IdempotencyKey.init(
    {
      scopeId: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      key: { type: DataTypes.TEXT, primaryKey: true },
      requestHash: DataTypes.TEXT,
      assignmentId: DataTypes.UUID,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'idempotency_keys' },
  );
}
