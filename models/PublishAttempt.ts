import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
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
   * Takes the lease for `step`, unless an attempt without an outcome exists or the job has moved on.
   * @returns the attempt's id, or null: then `open` tells what stands in the way
   */
  static async begin(attempt: NewAttempt): Promise<number | null> {
    const row = await firstRow<{ id: number }>(
      PublishAttempt,
      `WITH job AS (
         SELECT id FROM assignments WHERE id = $assignmentId AND generation = $generation AND status = 'processing' FOR UPDATE)
       INSERT INTO publish_attempts (assignment_id, generation, step, object_ref, lease_until)
       SELECT job.id, $generation, $step, $objectRef, clock_timestamp() + make_interval(secs => $leaseSeconds) FROM job
       WHERE NOT EXISTS (
         SELECT 1 FROM publish_attempts p WHERE p.assignment_id = job.id AND p.step = $step AND p.outcome IS NULL)
       RETURNING id`,
      { ...attempt },
    );
    return row?.id ?? null;
  }

  /** The attempt of `step` whose outcome is not known, and how long its lease still runs. */
  static async open(assignmentId: string, step: string): Promise<OpenAttempt | null> {
    const row = await firstRow<OpenAttempt>(
      PublishAttempt,
      `SELECT id, object_ref AS "objectRef",
              (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float AS "leaseLeftMs"
       FROM publish_attempts WHERE assignment_id = $assignmentId AND step = $step AND outcome IS NULL`,
      { assignmentId, step },
    );
    return row ?? null;
  }

  static async end(id: number, outcome: 'happened' | 'notHappened'): Promise<void> {
    await rows(
      PublishAttempt,
      'UPDATE publish_attempts SET outcome = $outcome, ended_at = clock_timestamp() WHERE id = $id AND outcome IS NULL',
      { id, outcome },
    );
  }
}

interface NewAttempt {
  assignmentId: string;
  generation: number;
  step: string;
  objectRef: string | null;
  leaseSeconds: number;
}

export interface OpenAttempt {
  id: number;
  objectRef: string | null;
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
