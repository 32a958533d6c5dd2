import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { AssignmentStatus, ContentType } from '../../domain/assignment';
import { idempotencyKeyHours } from '../../domain/limits';
import type { PlatformSlug } from '../../domain/platform';
import { firstRow, rows } from '../database/sql';
import type { Tenant } from '../database/Tenant';

/**
 * A key that a create request has used up: 24 hours, by the database's clock, within one tenant. `models/assignments/store/create.ts`
 * writes it. Only its hash is kept: PostgreSQL logs a row that violates a constraint.
 */
export class IdempotencyKey extends Model<InferAttributes<IdempotencyKey>, InferCreationAttributes<IdempotencyKey>> {
  /** The workspace, or for users their organization (contract.md §2). */
  declare scopeId: string;
  declare workspaceId: string;
  declare keyHash: string;
  declare requestHash: string;
  declare assignmentId: string;
  declare createdAt: CreationOptional<Date>;

  /** Removes up to `limit` keys whose time is over. @returns how many */
  static async removeExpired(limit: number): Promise<number> {
    const removed = await rows(
      IdempotencyKey,
      `DELETE FROM idempotency_keys
       WHERE ctid IN (SELECT k.ctid FROM idempotency_keys k WHERE ${isOver} ORDER BY k.created_at LIMIT $limit) RETURNING 1`,
      { limit },
    );
    return removed.length;
  }

  /**
   * The assignment that the first request with this key has made, as it is now. A key whose time is over is removed, so that
   * it can be used again.
   * @returns null if the key is free
   */
  static async originalOf({ idempotencyScope: scopeId }: Tenant, key: string): Promise<Original | null> {
    const original = await firstRow<Original>(
      IdempotencyKey,
      `WITH freed AS (DELETE FROM idempotency_keys k WHERE k.scope_id = $scopeId AND k.key_hash = $keyHash AND ${isOver})
       SELECT a.id, a.status, a.connection_id AS "connectionId", a.platform, a.type, a.scheduled_at AS "scheduledAt",
              a.created_at AS "createdAt", k.request_hash AS "requestHash"
       FROM idempotency_keys k JOIN assignments a ON a.id = k.assignment_id AND a.workspace_id = k.workspace_id
       WHERE k.scope_id = $scopeId AND k.key_hash = $keyHash AND NOT ${isOver}`,
      { scopeId, keyHash: keyHashOf(key) },
    );
    return original ?? null;
  }
}

/** SQL, of a key `k`. */
const isOver = `k.created_at <= now() - make_interval(hours => ${idempotencyKeyHours})`;

/** What a use of a key in use violates. */
export const keyConstraint = 'idempotency_keys_pkey';

/** The hash by which a key is kept and found. */
export function keyHashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
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
      keyHash: { type: DataTypes.TEXT, primaryKey: true },
      requestHash: DataTypes.TEXT,
      assignmentId: DataTypes.UUID,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'idempotency_keys' },
  );
}
