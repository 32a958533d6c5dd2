import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { AssignmentError, AssignmentStatus } from '../../domain/assignment';
import { sql, word } from '../database/fragment';
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
    },
    { sequelize, tableName: 'assignment_events' },
  );
}
