import { setTimeout as delay } from 'node:timers/promises';
import { ScheduleNotFoundError } from '@temporalio/client';
import type { MinuteTaskName } from '../../models/housekeeping/minuteTasks';
import { housekeeping } from '../../domain/workflowContract';
import { until } from '../support/until';
import { patienceMs } from './patience';
import type { Stage } from './stage';

/** Much of a workload waits at the same time, and each look is a query. */
const stepMsMax = 300;

/** Asks until there is a row, also while the database does not answer. @throws OutOfPatience after `patienceMs` */
export async function rowOf<Row extends object>(wanted: string, read: () => Promise<Row[]>): Promise<Row> {
  return until<Row | undefined>(async () => (await read())[0], {
    limitMs: patienceMs,
    wanted,
    isForgiving: true,
    stepMsMax,
  });
}

/** Waits until the assignment is as the condition says. */
export async function assignmentIs({ database }: Stage, id: string, condition: string): Promise<void> {
  const isSo = `SELECT 1 FROM assignments WHERE id = $1 AND ${condition}`;
  await rowOf(`assignment ${id}, ${condition}`, () => database.query(isSo, [id])).catch(async (error: unknown) => {
    const [row] = await database.query('SELECT * FROM assignments WHERE id = $1', [id]);
    throw new Error(`${String(error)}: ${JSON.stringify(row)}`, { cause: error });
  });
}

/** Waits until the assignment's upload has a session. */
export async function uploadBegun({ database }: Stage, id: string): Promise<void> {
  await rowOf(`a session of ${id}`, () =>
    database.query('SELECT 1 FROM uploads WHERE assignment_id = $1 AND session IS NOT NULL', [id]),
  );
}

/** Lets a task of housekeeping run now, and again if that run came to nothing, until there is a row. */
export async function runUntil(
  stage: Stage,
  task: keyof typeof housekeeping | MinuteTaskName,
  read: () => Promise<object[]>,
): Promise<void> {
  await rowOf(`what ${task} is to do`, async () => {
    await (task in housekeeping ? trigger(stage, task as keyof typeof housekeeping) : ask(stage, task));
    await delay(1500);
    return read();
  });
}

async function trigger({ client }: Stage, schedule: keyof typeof housekeeping): Promise<void> {
  await client.schedule
    .getHandle(housekeeping[schedule].scheduleId)
    .trigger()
    .catch((error: unknown) => {
      if (!(error instanceof ScheduleNotFoundError)) throw error;
    });
}

/** As `MinuteTask.ask`, whose database is that of the stage that was opened last. */
async function ask({ database }: Stage, task: string): Promise<void> {
  const asked = `INSERT INTO minute_tasks (name, asked_at) VALUES ($1, clock_timestamp())
                 ON CONFLICT (name) DO UPDATE SET asked_at = excluded.asked_at`;
  await database.query(asked, [task]);
}
