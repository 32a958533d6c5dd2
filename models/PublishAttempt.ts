import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { firstRow, rows } from './sql';

/**
 * The write-ahead log of calls that create or publish (architecture.md §4): a row with a lease is written before the
 * call, its outcome after it. A later attempt waits until the lease has run out, reconciles, and only then repeats.
 */
export class PublishAttempt extends Model<InferAttributes<PublishAttempt>, InferCreationAttributes<PublishAttempt>> {
  declare id: CreationOptional<number>;
  declare assignmentId: string;
  declare generation: number;
  declare step: string;
  declare objectRef: string | null;
  declare leaseUntil: Date;
  declare outcome: 'happened' | 'notHappened' | null;
  declare createdAt: CreationOptional<Date>;
  declare endedAt: Date | null;

  /**
   * Takes the lease for `step`, unless an attempt stands that has happened or may have (a unique index: two who ask at
   * once cannot both find none) or the job has moved on.
   * @returns the attempt's id, or null: then `standing` tells what stands in the way
   */
  static async begin(attempt: NewAttempt): Promise<number | null> {
    const row = await firstRow<{ id: number }>(
      PublishAttempt,
      `WITH job AS (
         SELECT id FROM assignments WHERE id = $assignmentId AND generation = $generation AND status = 'processing' FOR UPDATE)
       INSERT INTO publish_attempts (assignment_id, generation, step, object_ref, lease_until)
       SELECT job.id, $generation, $step, $objectRef, clock_timestamp() + make_interval(secs => $leaseSeconds) FROM job
       ON CONFLICT DO NOTHING RETURNING id`,
      { ...attempt },
    );
    return row?.id ?? null;
  }

  /** The attempt of `step` that has happened or may have, and how long its lease still runs. */
  static async standing(assignmentId: string, step: string): Promise<StandingAttempt | null> {
    const row = await firstRow<StandingAttempt>(
      PublishAttempt,
      `SELECT id, object_ref AS "objectRef", outcome,
              (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float AS "leaseLeftMs"
       FROM publish_attempts
       WHERE assignment_id = $assignmentId AND step = $step AND outcome IS DISTINCT FROM 'notHappened'`,
      { assignmentId, step },
    );
    return row ?? null;
  }

  /**
   * Takes the lease for an update of a published post, whose row the transaction holds. An update gives the post its
   * whole payload, so one of unknown outcome needs no answer, only its end: it must not arrive after the next one.
   * @returns the attempt's id, or null while an earlier update may still be on its way
   */
  static async beginUpdate(update: NewUpdate, transaction: Transaction): Promise<number | null> {
    const over = `DELETE FROM publish_attempts WHERE assignment_id = $assignmentId AND step = 'update' AND
                    (outcome = 'happened' OR lease_until + make_interval(secs => $settleSeconds) <= clock_timestamp())`;
    const { assignmentId, settleSeconds, ...lease } = update;
    await rows(PublishAttempt, over, { assignmentId, settleSeconds }, transaction);
    const row = await firstRow<{ id: number }>(
      PublishAttempt,
      `INSERT INTO publish_attempts (assignment_id, generation, step, object_ref, lease_until)
       VALUES ($assignmentId, $generation, 'update', $objectRef, clock_timestamp() + make_interval(secs => $leaseSeconds))
       ON CONFLICT DO NOTHING RETURNING id`,
      { assignmentId, ...lease },
      transaction,
    );
    return row?.id ?? null;
  }

  /** @returns false if the attempt had ended, or given way to another, before */
  static async end(id: number, outcome: 'happened' | 'notHappened', transaction?: Transaction): Promise<boolean> {
    const row = await firstRow(
      PublishAttempt,
      `UPDATE publish_attempts SET outcome = $outcome, ended_at = clock_timestamp()
       WHERE id = $id AND outcome IS NULL RETURNING id`,
      { id, outcome },
      transaction,
    );
    return row !== undefined;
  }
}

interface NewAttempt {
  assignmentId: string;
  generation: number;
  step: string;
  objectRef: string | null;
  leaseSeconds: number;
}

interface NewUpdate extends Omit<NewAttempt, 'step'> {
  /** How long after its lease a call may still take effect. */
  settleSeconds: number;
}

export interface StandingAttempt {
  id: number;
  objectRef: string | null;
  /** Null: nobody knows. */
  outcome: 'happened' | null;
  /** Negative once the lease has run out. */
  leaseLeftMs: number;
}

export function initialize(sequelize: Sequelize): void {
  PublishAttempt.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      assignmentId: DataTypes.UUID,
      generation: DataTypes.INTEGER,
      step: DataTypes.TEXT,
      objectRef: DataTypes.TEXT,
      leaseUntil: DataTypes.DATE,
      outcome: DataTypes.TEXT,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      endedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'publish_attempts' },
  );
}
