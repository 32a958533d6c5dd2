import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { z } from 'zod';
import type { AssignmentError, AssignmentStatus } from '../../domain/assignment';
import type { Assignment } from './Assignment';
import { param, sql, word } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Fragment } from '../database/fragment';

/** The channel of notifications for watchers: each committed change of an assignment sends its id. */
export const changesChannel = 'assignment_changes';

/** The part of a statement that does so, in its transaction. @param id the column with the assignment's id */
export function tellChange(id: Fragment): Fragment {
  return sql`pg_notify(${word(changesChannel)}, ${id}::text)`;
}

/**
 * The timeline: one row for each status that a generation of an assignment reached. Nothing of it changes but the tries
 * that failed in that status.
 */
export class AssignmentEvent extends Model<InferAttributes<AssignmentEvent>, InferCreationAttributes<AssignmentEvent>> {
  declare id: CreationOptional<number>;
  declare assignmentId: string;
  declare generation: number;
  declare status: AssignmentStatus;
  declare errors: AssignmentError[];
  declare at: CreationOptional<Date>;
  declare failedTries: CreationOptional<number>;
  /** The newest, oldest first. */
  declare latestFailures: CreationOptional<FailedTry[]>;
  /** The answer of a person to the open outcome; null: none yet. */
  declare resolution: CreationOptional<Resolution | null>;

  /** Notes the answer of a caller to the open outcome of an assignment, whose row the transaction holds, in the line of its failure. */
  static async noteResolution(
    { id: assignmentId, generation }: Assignment,
    resolution: Resolution,
    transaction: Transaction,
  ): Promise<void> {
    await noteResolution.run({ assignmentId, generation, resolution: JSON.stringify(resolution) }, transaction);
  }

  /** The last resolution of an assignment that a query with a tenant has found; null: there is none. */
  static async lastResolution({ id: assignmentId }: Assignment, transaction: Transaction): Promise<Resolution | null> {
    return (await readResolution.first({ assignmentId }, transaction))?.resolution ?? null;
  }
}

const assignmentId = param('assignmentId', 'uuid');

const noteResolution = command(
  'timeline.noteResolution',
  sql`UPDATE assignment_events SET resolution = ${param('resolution', 'jsonb')}
      WHERE assignment_id = ${assignmentId} AND generation = ${param('generation', 'integer')} AND status = 'failed'`,
);

const readResolution = statement(
  'timeline.readResolution',
  z.strictObject({ resolution: z.custom<Resolution>() }),
  sql`SELECT resolution FROM assignment_events WHERE assignment_id = ${assignmentId} AND resolution IS NOT NULL
      ORDER BY generation DESC LIMIT 1`,
);

/** The answer of a person to the question whether a post is live (contract.md §2). */
export interface Resolution {
  outcome: 'published' | 'notPublished';
  /** Null: the API key. */
  userId: string | null;
  /** ISO 8601. */
  at: string;
}

export interface TimelineEntry {
  status: AssignmentStatus;
  errors: AssignmentError[];
  at: Date;
}

/** A try that failed, and when, as JSON has it. */
export interface FailedTry extends AssignmentError {
  at: string;
}

export function initialize(sequelize: Sequelize): void {
  AssignmentEvent.init(
    {
      id: { type: DataTypes.BIGINT, primaryKey: true, autoIncrement: true },
      assignmentId: DataTypes.UUID,
      generation: DataTypes.INTEGER,
      status: DataTypes.TEXT,
      errors: DataTypes.JSONB,
      at: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      failedTries: { type: DataTypes.INTEGER, defaultValue: 0 },
      latestFailures: { type: DataTypes.JSONB, defaultValue: [] },
      resolution: DataTypes.JSONB,
    },
    { sequelize, tableName: 'assignment_events' },
  );
}
