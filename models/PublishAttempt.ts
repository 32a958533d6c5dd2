import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { Payload } from '../domain/payload';
import type { PublishJob } from '../domain/workflowContract';
import type { Post } from '../platforms/Publisher';
import type { Assignment } from './Assignment';
import { isOutcomeOpen, isUnknown, isUpdateUnknown } from './openAttempts';
import { firstRow, rows } from './sql';

/**
 * The write-ahead log of calls that stage, publish or update (ARCHITECTURE.md §4): a row with a lease is written before
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
  /** Of a `stage` that no other call waits for: nobody knows whether it has made a draft (models/lostStages.ts). */
  declare isLost: CreationOptional<boolean>;
  /** The post of a `publish` that happened. */
  declare result: Post | null;
  /** It stands for calls that a restored database cannot know of, since then; null for a call of ours. */
  declare restoredAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare endedAt: Date | null;

  /**
   * Takes the lease, unless another attempt blocks it, one that has happened or may have (a unique index: two who ask at once cannot
   * both find none) or the job has moved on.
   * @returns the attempt's id, or null: then `blockingAttempt` says which attempt is in the way
   */
  static async begin(attempt: NewAttempt): Promise<number | null> {
    const row = await firstRow<{ id: number }>(
      PublishAttempt,
      `WITH job AS (
         SELECT id FROM assignments WHERE id = $assignmentId AND generation = $generation
           AND (status = 'processing' OR $step = 'stage' AND status = 'uploaded') AND NOT is_media_due FOR UPDATE)
       INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
       SELECT job.id, $generation, $step::text, $payload::jsonb, clock_timestamp() + make_interval(secs => $leaseSeconds) FROM job
       ON CONFLICT DO NOTHING RETURNING id`,
      { ...attempt, payload: JSON.stringify(attempt.payload) },
    );
    return row?.id ?? null;
  }

  /** Whether the post of a job may be live, or is, and the job does not say so (contract.md §2). */
  static async isOpen({ id }: Assignment, transaction: Transaction): Promise<boolean> {
    return has(isOutcomeOpen, id, transaction);
  }

  /** The same of the job of a run. */
  static async isOpenOfRun({ assignmentId }: Pick<PublishJob, 'assignmentId' | 'generation'>): Promise<boolean> {
    return has(isOutcomeOpen, assignmentId);
  }

  /** Whether an update of the published post has no known outcome: the platform may have another payload than we have. */
  static async isUpdateOpen({ id }: Assignment, transaction: Transaction): Promise<boolean> {
    return has(isUpdateUnknown, id, transaction);
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

  /** The platform has taken the order to publish, and does it in its own time. */
  static async accept(id: number): Promise<void> {
    await rows(
      PublishAttempt,
      'UPDATE publish_attempts SET accepted_at = clock_timestamp() WHERE id = $id AND accepted_at IS NULL',
      { id },
    );
  }

  /** The call published the post: from now on nobody asks the platform again. */
  static async succeed(id: number, result: Post): Promise<void> {
    await rows(
      PublishAttempt,
      `UPDATE publish_attempts SET outcome = 'happened', result = $result::jsonb, ended_at = clock_timestamp()
       WHERE id = $id AND outcome IS NULL`,
      { id, result: JSON.stringify(result) },
    );
  }

  /**
   * The post of a job is live: an open attempt has happened. It is the caller's transaction that says so, so that no
   * published job is left with a call of unknown outcome.
   */
  static async closeOpen(assignmentId: string, result: Post, transaction: Transaction): Promise<void> {
    await rows(
      PublishAttempt,
      `UPDATE publish_attempts p SET outcome = 'happened', result = $result::jsonb, ended_at = clock_timestamp()
       WHERE p.assignment_id = $assignmentId AND p.step = 'publish' AND ${isUnknown}`,
      { assignmentId, result: JSON.stringify(result) },
      transaction,
    );
  }

  /** The call is over, for better or worse: the next one waits for what may still be on its way, not for the lease. */
  static async leaveLease(id: number): Promise<void> {
    await rows(
      PublishAttempt,
      `UPDATE publish_attempts SET lease_until = least(lease_until, clock_timestamp()) WHERE id = $id`,
      { id },
    );
  }

  /**
   * Nobody waits any more for a stage call of which nobody knows what came: the platform may have its payload, or the one
   * before. It stays as one that may have made a draft where nothing else leads to that: no draft of its job is known, and
   * no media show it.
   */
  static async loseStage(id: number): Promise<void> {
    await rows(
      PublishAttempt,
      `WITH over AS (
         SELECT id, assignment_id, NOT EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = p.assignment_id) AND NOT EXISTS (
                  SELECT 1 FROM drafts d WHERE d.assignment_id = p.assignment_id AND d.draft_id IS NOT NULL) AS is_lost
         FROM publish_attempts p WHERE id = $id AND step = 'stage' AND outcome IS NULL FOR UPDATE),
       lost AS (
         UPDATE publish_attempts p SET outcome = 'notHappened', is_lost = true, ended_at = clock_timestamp()
         FROM over WHERE p.id = over.id AND over.is_lost),
       removed AS (DELETE FROM publish_attempts p USING over WHERE p.id = over.id AND NOT over.is_lost)
       UPDATE drafts d SET payload = NULL FROM over WHERE d.assignment_id = over.assignment_id`,
      { id },
    );
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

  /**
   * Ends an attempt of a run that is known not to have happened.
   * @returns false if the attempt had ended before
   */
  static async refute(id: number): Promise<boolean> {
    const row = await firstRow(
      PublishAttempt,
      `UPDATE publish_attempts SET outcome = 'notHappened', ended_at = clock_timestamp()
       WHERE id = $id AND outcome IS NULL RETURNING id`,
      { id },
    );
    return row !== undefined;
  }
}

/** @param condition SQL of an assignment `a` */
async function has(condition: string, assignmentId: string, transaction?: Transaction): Promise<boolean> {
  const row = await firstRow(
    PublishAttempt,
    `SELECT 1 FROM assignments a WHERE a.id = $assignmentId AND ${condition}`,
    { assignmentId },
    transaction,
  );
  return row !== undefined;
}

interface NewAttempt {
  assignmentId: string;
  generation: number;
  step: 'stage' | 'publish';
  payload: Payload;
  leaseSeconds: number;
}

interface NewUpdate extends Pick<NewAttempt, 'payload' | 'leaseSeconds'> {
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
