import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import type { Payload } from '../../domain/payload/payload';
import type { CreationTraces, Post } from '../../platforms/Publisher';
import type { Assignment } from './Assignment';
import { changesLivePost, isUpdateUnknown } from './openAttempts';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';

const assignmentId = param('assignmentId', 'uuid');

const findOpenUpdate = command(
  'attempts.findOpenUpdate',
  sql`SELECT FROM assignments a WHERE a.id = ${param('id', 'uuid')} AND ${isUpdateUnknown}`,
);

export const removeChangesOver = command(
  'attempts.removeChangesOver',
  sql`DELETE FROM publish_attempts p WHERE assignment_id = ${assignmentId} AND ${changesLivePost} AND
        (outcome = 'happened'
          OR lease_until + make_interval(secs => ${param('settleSeconds', 'float8')}) <= clock_timestamp())`,
);

const addUpdate = statement(
  'attempts.beginUpdate',
  z.strictObject({ id: z.int() }),
  sql`INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
      VALUES (${assignmentId}, ${param('generation', 'integer')}, 'update', ${param('payload', 'jsonb')},
        clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')}))
      ON CONFLICT DO NOTHING RETURNING id`,
);

const noteOutcome = command(
  'attempts.endUpdate',
  sql`UPDATE publish_attempts SET outcome = ${param('outcome', 'text')}, ended_at = clock_timestamp()
      WHERE id = ${param('attemptId', 'bigint')} AND assignment_id = ${assignmentId} AND step = 'update' AND outcome IS NULL`,
);

/**
 * The write-ahead log of calls that stage, publish or update (activities/publishing/README.md). A row with a lease is
 * written before the call, its outcome after the call. At most one staging or publishing attempt blocks other attempts
 * of its assignment: a later attempt waits until the lease has run out, looks, and only then repeats the call.
 */
export class PublishAttempt extends Model<InferAttributes<PublishAttempt>, InferCreationAttributes<PublishAttempt>> {
  declare id: CreationOptional<number>;
  declare assignmentId: string;
  declare generation: number;
  declare step: 'stage' | 'publish' | 'update' | 'remove';
  /** The payload of the call, by which an open attempt is judged. */
  declare payload: Payload;
  declare leaseUntil: Date;
  /** When the platform accepted the order to publish; only a look ends the attempt. */
  declare acceptedAt: Date | null;
  declare outcome: 'happened' | 'notHappened' | null;
  /** A `stage` that may have made an unknown draft, and that blocks no other call (models/publishing/lostStages.ts). */
  declare isLost: CreationOptional<boolean>;
  /** The post of a `publish` that happened. */
  declare result: Post | null;
  /** The caller has retried while the outcome was unknown: a call without a trace may be made again. */
  declare isRepeatable: CreationOptional<boolean>;
  /** The traces of a call that makes a public post; null for a call that publishes a draft. */
  declare creation: CreationOptional<CreationTraces | null>;
  /** The hash of channel and content of such a call, where nothing else leads to its post: of equal ones one is open at a time. */
  declare contentKey: CreationOptional<string | null>;
  /** The first look, 10 minutes after the call, that found no post. */
  declare absentAt: CreationOptional<Date | null>;
  /** Since when the attempt stands for calls that a restored database cannot know; null for a call of ours. */
  declare restoredAt: CreationOptional<Date | null>;
  declare createdAt: CreationOptional<Date>;
  declare endedAt: Date | null;

  /** Whether an update of the published post has no known outcome: the platform may have another payload than we have. */
  static async isUpdateOpen({ id }: Assignment, transaction: Transaction): Promise<boolean> {
    return (await findOpenUpdate.run({ id }, transaction)) > 0;
  }

  /**
   * Takes the lease for an update of a published post, whose row the transaction holds. An update has the whole
   * payload, so an update of unknown outcome needs no answer, only its end: it must not arrive after the next update.
   * @returns the attempt's id, or null while an earlier update may still be on its way
   */
  static async beginUpdate(
    { id: assignmentId, generation }: Assignment,
    update: NewUpdate,
    transaction: Transaction,
  ): Promise<number | null> {
    const { settleSeconds, ...lease } = update;
    await removeChangesOver.run({ assignmentId, settleSeconds }, transaction);
    const begun = { assignmentId, generation, ...lease, payload: JSON.stringify(lease.payload) };
    const row = await addUpdate.first(begun, transaction);
    return row?.id ?? null;
  }

  /**
   * Ends an update of a published post, whose row the transaction holds.
   * @returns false if the attempt had ended, or given way to another attempt, before
   */
  static async endUpdate(
    { id: assignmentId }: Assignment,
    { attemptId, outcome }: { attemptId: number; outcome: 'happened' | 'notHappened' },
    transaction: Transaction,
  ): Promise<boolean> {
    return (await noteOutcome.run({ assignmentId, attemptId, outcome }, transaction)) > 0;
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
      isRepeatable: { type: DataTypes.BOOLEAN, defaultValue: false },
      creation: DataTypes.JSONB,
      contentKey: DataTypes.TEXT,
      absentAt: DataTypes.DATE,
      restoredAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      endedAt: DataTypes.DATE,
    },
    { sequelize, tableName: 'publish_attempts' },
  );
}
