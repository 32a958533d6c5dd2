import { createHash } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { assignmentStatuses, contentTypes } from '../../domain/assignment';
import { idempotencyKeyHours } from '../../domain/limits';
import { platformColumn } from '../database/columns';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';

/** Of a key `k`: its time is over. */
const isOver = sql`k.created_at <= now() - make_interval(mins => k.minutes)`;
/** Of a key `k`: it is over, however long its life is. */
const isLongOver = sql`k.created_at <= now() - make_interval(hours => ${constant(idempotencyKeyHours)})`;
/** Of a key `k`: a caller asks with it in this scope. */
const isAsked = sql`k.scope_id = ${param('scopeId', 'uuid')} AND k.key_hash = ${param('keyHash', 'text')}`;

const removeExpired = command(
  'idempotencyKeys.removeExpired',
  sql`DELETE FROM idempotency_keys
      WHERE ctid IN (SELECT k.ctid FROM idempotency_keys k WHERE ${isLongOver} ORDER BY k.created_at LIMIT ${param('limit', 'bigint')})`,
);

const Original = z.strictObject({
  id: z.uuid(),
  status: z.enum(assignmentStatuses),
  connectionId: z.uuid(),
  platform: platformColumn,
  type: z.enum(contentTypes),
  scheduledAt: z.date().nullable(),
  createdAt: z.date(),
  requestHash: z.string(),
});
export type Original = z.infer<typeof Original>;

const readOriginal = statement(
  'idempotencyKeys.readOriginal',
  Original,
  sql`WITH freed AS (DELETE FROM idempotency_keys k WHERE ${isAsked} AND ${isOver})
      SELECT a.id, a.status, a.connection_id AS "connectionId", a.platform, a.type, a.scheduled_at AS "scheduledAt",
             a.created_at AS "createdAt", k.request_hash AS "requestHash"
      FROM idempotency_keys k JOIN assignments a ON a.id = k.assignment_id AND a.workspace_id = k.workspace_id
      WHERE ${isAsked} AND NOT ${isOver}`,
);

/**
 * A key that a create request has used up: for its time by the database's clock, within one tenant. It is written by
 * `models/assignments/store/create.ts`, as a hash only: PostgreSQL logs a row that violates a constraint.
 */
export class IdempotencyKey extends Model<InferAttributes<IdempotencyKey>, InferCreationAttributes<IdempotencyKey>> {
  /** The workspace, or for users their organization (contract.md §2). */
  declare scopeId: string;
  declare workspaceId: string;
  declare keyHash: string;
  declare requestHash: string;
  declare assignmentId: string;
  /** Its life: 24 hours, and 10 minutes for a key that was derived. */
  declare minutes: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;

  /** Removes up to `limit` keys whose time is over. @returns how many */
  static async removeExpired(limit: number): Promise<number> {
    return removeExpired.run({ limit });
  }

  /**
   * The assignment that the first request with this key has made, as it is now. A key whose time is over is removed, so that
   * it can be used again.
   * @returns null if the key is free
   */
  static async originalOf({ idempotencyScope: scopeId }: Tenant, key: string): Promise<Original | null> {
    const original = await readOriginal.first({ scopeId, keyHash: keyHashOf(key) });
    return original ?? null;
  }
}

/** The constraint that a second use of a key violates. */
export const keyConstraint = 'idempotency_keys_pkey';

/** The hash by which a key is kept and found. */
export function keyHashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

export function initialize(sequelize: Sequelize): void {
  IdempotencyKey.init(
    {
      scopeId: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      keyHash: { type: DataTypes.TEXT, primaryKey: true },
      requestHash: DataTypes.TEXT,
      assignmentId: DataTypes.UUID,
      minutes: { type: DataTypes.INTEGER, defaultValue: 60 * idempotencyKeyHours },
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'idempotency_keys' },
  );
}
