import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import { endedStatuses } from '../domain/assignment';
import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import { latestFailuresMax } from '../domain/limits';
import { rows } from './sql';

/** The channel of notifications for watchers: each committed change of an assignment sends its id. */
export const changesChannel = 'assignment_changes';

/** The part of a statement that does so, in its transaction. @param id the column with the assignment's id */
export function tellChange(id: string): string {
  return `pg_notify('${changesChannel}', ${id}::text)`;
}

/** The statuses of jobs that have ended, as SQL lists them. */
const ended = endedStatuses.map((status) => `'${status}'`).join(', ');

/**
 * The part of a statement that counts a failed try in the latest line of a job's timeline, and keeps why it failed. It has
 * the `$id` of the job and the `$failure`. The tries of a clean-up are none of the status in which the job has ended.
 * @param counted a table with the `status` of the job, or without a row where the try does not count
 */
export function countInTimeline(counted: string): string {
  return `UPDATE assignment_events e
    SET failed_tries = e.failed_tries + 1,
        latest_failures =
          CASE WHEN e.failed_tries < ${latestFailuresMax} THEN e.latest_failures ELSE e.latest_failures - 0 END
          || jsonb_build_array($failure::jsonb || jsonb_build_object('at', clock_timestamp()))
    FROM ${counted} c
    WHERE e.id = (SELECT max(id) FROM assignment_events WHERE assignment_id = $id)
      AND e.status = c.status AND c.status NOT IN (${ended})`;
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

  /** Writes the event; part of the transaction that changes the status. */
  static async add(event: NewEvent, transaction: Transaction): Promise<void> {
    await rows(
      AssignmentEvent,
      `WITH written AS (
         INSERT INTO assignment_events (assignment_id, generation, status, errors, at)
         VALUES ($assignmentId, $generation, $status, $errors, $at) RETURNING assignment_id)
       SELECT ${tellChange('assignment_id')} FROM written`,
      { ...event, errors: JSON.stringify(event.errors ?? []) },
      transaction,
    );
  }
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

interface NewEvent {
  assignmentId: string;
  generation: number;
  status: AssignmentStatus;
  errors?: AssignmentError[];
  /** By the database's clock. */
  at: Date;
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
