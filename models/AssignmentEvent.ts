import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import { rows } from './sql';

/** The channel of notifications for watchers: each committed change of an assignment sends its id. */
export const changesChannel = 'assignment_changes';

/** The part of a statement that does so, in its transaction. @param id the column with the assignment's id */
export function tellChange(id: string): string {
  return `pg_notify('${changesChannel}', ${id}::text)`;
}

/** The timeline: one row for each status that a generation of an assignment reached. Never changed. */
export class AssignmentEvent extends Model<InferAttributes<AssignmentEvent>, InferCreationAttributes<AssignmentEvent>> {
  declare id: CreationOptional<number>;
  declare assignmentId: string;
  declare generation: number;
  declare status: AssignmentStatus;
  declare errors: AssignmentError[];
  declare at: CreationOptional<Date>;

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
    },
    { sequelize, tableName: 'assignment_events' },
  );
}
