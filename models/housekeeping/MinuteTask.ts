import { DataTypes, Model } from 'sequelize';
import type { InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { z } from 'zod';
import { withoutUnstorable } from '../../domain/payload/text';
import type { MinuteTaskName } from './minuteTasks';
import {
  askForRun,
  beginRun,
  endRun,
  pauseTask,
  readTasks,
  releaseLease,
  resumeTask,
  takeLease,
} from './minuteTaskStatements';

const errorLengthMax = 500;

/** A process that does a task, or is to do it. */
export interface Holding {
  name: MinuteTaskName;
  /** The name of the process, which no other process has. */
  holder: string;
}

/** The outcome of a run: its result, or the reason why it has none. */
export type RunOutcome = { result: object; error: null } | { result: null; error: string };

/** A task as operators see it. */
export type MinuteTaskState = z.infer<typeof readTasks.row>;

/**
 * A task that comes each minute or more often. Its lease lets one process at a time do it; the process keeps the lease
 * between runs. All times are of the database's clock. The row of a task is written when the task is first done, paused or
 * asked for.
 */
export class MinuteTask extends Model<InferAttributes<MinuteTask>, InferCreationAttributes<MinuteTask>> {
  declare name: MinuteTaskName;
  declare holder: string | null;
  declare heldSince: Date | null;
  declare leaseUntil: Date | null;
  declare dueAt: Date;
  /** An operator has asked for a run that has not begun yet. */
  declare askedAt: Date | null;
  declare pausedAt: Date | null;
  /** The beginning of the last run. The columns below are of the last run that has ended. */
  declare beganAt: Date | null;
  declare endedAt: Date | null;
  declare tookMs: number | null;
  declare result: object | null;
  declare error: string | null;

  /** Takes the lease, or prolongs the own one. @returns false if another process has it */
  static async take(holding: Holding, leaseMs: number): Promise<boolean> {
    return (await takeLease.run({ ...holding, leaseSeconds: leaseMs / 1000 })) > 0;
  }

  /** Leaves the task to another process at once. */
  static async release(holding: Holding): Promise<void> {
    await releaseLease.run(holding);
  }

  /** Begins a run if one is due, or asked for, and the process has the lease. */
  static async begin(holding: Holding): Promise<{ isAsked: boolean } | undefined> {
    return beginRun.first(holding);
  }

  /**
   * Notes the end of a run, unless another process has the task by now.
   * @param times the next run is due at the next of these times
   */
  static async end(
    holding: Holding,
    { result, error }: RunOutcome,
    { everySeconds, offsetSeconds }: { everySeconds: number; offsetSeconds: number },
  ): Promise<void> {
    await endRun.run({
      ...holding,
      everySeconds,
      offsetSeconds,
      result: result && JSON.stringify(result),
      error: error && withoutUnstorable(error.slice(0, errorLengthMax)),
    });
  }

  /** Lets no further run begin, but one that is asked for. A pause keeps the time of its beginning. */
  static async pause(name: MinuteTaskName): Promise<void> {
    await pauseTask.run({ name });
  }

  /** Ends a pause, if there is one. */
  static async resume(name: MinuteTaskName): Promise<void> {
    await resumeTask.run({ name });
  }

  /** Makes a run due at once, also of a paused task. */
  static async ask(name: MinuteTaskName): Promise<void> {
    await askForRun.run({ name });
  }

  /** The tasks that have a row, by their names. */
  static async states(): Promise<ReadonlyMap<string, MinuteTaskState>> {
    const rows = await readTasks.all({});
    return new Map(rows.map((row) => [row.name, row]));
  }
}

export function initialize(sequelize: Sequelize): void {
  MinuteTask.init(
    {
      name: { type: DataTypes.TEXT, primaryKey: true },
      holder: DataTypes.TEXT,
      heldSince: DataTypes.DATE,
      leaseUntil: DataTypes.DATE,
      dueAt: DataTypes.DATE,
      askedAt: DataTypes.DATE,
      pausedAt: DataTypes.DATE,
      beganAt: DataTypes.DATE,
      endedAt: DataTypes.DATE,
      tookMs: DataTypes.BIGINT,
      result: DataTypes.JSONB,
      error: DataTypes.TEXT,
    },
    { sequelize, tableName: 'minute_tasks' },
  );
}
