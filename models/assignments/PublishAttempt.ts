import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Payload } from '../../domain/payload/payload';
import type { Post } from '../../platforms/Publisher';
import type { Assignment } from './Assignment';
import { isUpdateUnknown } from './openAttempts';
import { firstRow, rows } from '../database/sql';

/**
 * The write-ahead log of calls that stage, publish or update (activities/publishing/README.md): a row with a lease is written before
 * the call, its outcome after it. At most one that stages or publishes blocks others of its job: a later one waits until the lease
 * has run out, looks, and only then repeats.
 */
export class PublishAttempt extends Model<InferAttributes<PublishAttempt>, InferCreationAttributes<PublishAttempt>> {
  declare id: CreationOptional<number>;
  declare assignmentId: string;
  declare generation: number;
  declare step: 'stage' | 'publish' | 'update';
  /** The payload of the call: an open attempt is judged by it. */
  declare payload: Payload;
  declare leaseUntil: Date;
  /** The platform has taken the order to publish; only a look ends it. */
  declare acceptedAt: Date | null;
  declare outcome: 'happened' | 'notHappened' | null;
  /** Of a `stage` that no other call waits for: nobody knows whether it has made a draft (models/publishing/lostStages.ts). */
  declare isLost: CreationOptional<boolean>;
  /** The post of a `publish` that happened. */
  declare result: Post | null;
  /** It stands for calls that a restored database cannot know of, since then; null for a call of ours. */
  declare restoredAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare endedAt: Date | null;

  /** Whether an update of the published post has no known outcome: the platform may have another payload than we have. */
  static async isUpdateOpen({ id }: Assignment, transaction: Transaction): Promise<boolean> {
    const row = await firstRow(
      PublishAttempt,
      `SELECT 1 FROM assignments a WHERE a.id = $id AND ${isUpdateUnknown}`,
      { id },
      transaction,
    );
    return row !== undefined;
  }

  /**
   * Takes the lease for an update of a published post, whose row the transaction holds. An update gives the post its
   * whole payload, so one of unknown outcome needs no answer, only its end: it must not arrive after the next one.
   * @returns the attempt's id, or null while an earlier update may still be on its way
   */
  static async beginUpdate(
    { id: assignmentId, generation }: Assignment,
    update: NewUpdate,
    transaction: Transaction,
  ): Promise<number | null> {
    const over = `DELETE FROM publish_attempts WHERE assignment_id = $assignmentId AND step = 'update' AND
                    (outcome = 'happened' OR lease_until + make_interval(secs => $settleSeconds) <= clock_timestamp())`;
    const { settleSeconds, ...lease } = update;
    await rows(PublishAttempt, over, { assignmentId, settleSeconds }, transaction);
    const row = await firstRow<{ id: number }>(
      PublishAttempt,
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
       VALUES ($assignmentId, $generation, 'update', $payload::jsonb, clock_timestamp() + make_interval(secs => $leaseSeconds))
       ON CONFLICT DO NOTHING RETURNING id`,
      { assignmentId, generation, ...lease, payload: JSON.stringify(lease.payload) },
      transaction,
    );
    return row?.id ?? null;
  }

  /**
   * Ends an update of a published post, whose row the transaction holds.
   * @returns false if the attempt had ended, or given way to another, before
   */
  static async endUpdate(
    { id: assignmentId }: Assignment,
    { attemptId, outcome }: { attemptId: number; outcome: 'happened' | 'notHappened' },
    transaction: Transaction,
  ): Promise<boolean> {
    const row = await firstRow(
      PublishAttempt,
      `UPDATE publish_attempts SET outcome = $outcome, ended_at = clock_timestamp()
       WHERE id = $attemptId AND assignment_id = $assignmentId AND step = 'update' AND outcome IS NULL RETURNING id`,
      { assignmentId, attemptId, outcome },
      transaction,
    );
    return row !== undefined;
  }
}

interface NewUpdate {
  /** The payload that the post is given. */
  payload: Payload;
  leaseSeconds: number;
  /** How long after its lease a call may still take effect. */
  settleSeconds: number;
}

export function initialize(sequelize: Sequelize): void {
  PublishAttempt.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      assignmentId: DataTypes.UUID,
      generation: DataTypes.INTEGER,
      step: DataTypes.TEXT,
      payload: DataTypes.JSONB,
      leaseUntil: DataTypes.DATE,
      acceptedAt: DataTypes.DATE,
      outcome: DataTypes.TEXT,
      isLost: { type: DataTypes.BOOLEAN, defaultValue: false },
      result: DataTypes.JSONB,
      restoredAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      endedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'publish_attempts' },
  );
}
