import { ScheduleNotFoundError, WorkflowFailedError, WorkflowNotFoundError } from '@temporalio/client';
import type { Client, ScheduleDescription, WorkflowExecutionDescription } from '@temporalio/client';
import type { housekeeping } from '../domain/workflowContract';
import { withinDeadline } from './withinDeadline';

/** A person waits for the answer. */
const deadlineMs = 5000;

type Schedule = (typeof housekeeping)[keyof typeof housekeeping];

/** A schedule as operators see it. */
export interface ScheduleState {
  isPaused: boolean;
  /** The reason of a pause, else what the schedule does. */
  note: string | null;
  isUnderWay: boolean;
  dueAt: Date | null;
  /** The last run that has ended; null: none that Temporal still knows. */
  lastRun: { endedAt: Date; tookMs: number; result: unknown; error: string | null } | null;
}

/**
 * Reads a schedule with its last run.
 * @returns null if there is no such schedule: no worker has started yet
 * @throws Error if Temporal does not answer
 */
export async function scheduleState(client: Client, { scheduleId }: Schedule): Promise<ScheduleState | null> {
  return withinDeadline(client, deadlineMs, async () => {
    try {
      const described = await client.schedule.getHandle(scheduleId).describe();
      const { state, info } = described;
      return {
        isPaused: state.paused,
        note: state.note ?? null,
        dueAt: info.nextActionTimes[0] ?? null,
        ...(await runsOf(client, described)),
      };
    } catch (error) {
      if (error instanceof ScheduleNotFoundError) return null;
      throw error;
    }
  });
}

/** Lets the schedule begin no further run by itself. The note says why, also in Temporal's UI. */
export async function pauseSchedule(client: Client, { scheduleId }: Schedule, note: string): Promise<void> {
  await withinDeadline(client, deadlineMs, async () => client.schedule.getHandle(scheduleId).pause(note));
}

export async function resumeSchedule(client: Client, { scheduleId, note }: Schedule): Promise<void> {
  await withinDeadline(client, deadlineMs, async () => client.schedule.getHandle(scheduleId).unpause(note));
}

/** Lets the schedule begin a run at once, also where the schedule is paused. A run that is under way stays the only one. */
export async function runSchedule(client: Client, { scheduleId }: Schedule): Promise<void> {
  await withinDeadline(client, deadlineMs, async () => client.schedule.getHandle(scheduleId).trigger());
}

async function runsOf(
  client: Client,
  { info }: ScheduleDescription,
): Promise<Pick<ScheduleState, 'isUnderWay' | 'lastRun'>> {
  let isUnderWay = false;
  for (const { action } of info.recentActions.toReversed()) {
    const { workflowId, firstExecutionRunId } = action.workflow;
    const handle = client.workflow.getHandle(workflowId, firstExecutionRunId);
    try {
      const run = await handle.describe();
      if (run.status.name !== 'RUNNING')
        return { isUnderWay, lastRun: { ...timesOf(run), ...(await outcomeOf(handle)) } };
      isUnderWay = true;
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) break;
      throw error;
    }
  }
  return { isUnderWay, lastRun: null };
}

function timesOf({ startTime, closeTime = startTime }: WorkflowExecutionDescription) {
  return { endedAt: closeTime, tookMs: closeTime.getTime() - startTime.getTime() };
}

async function outcomeOf(handle: { result: () => Promise<unknown> }) {
  try {
    return { result: await handle.result(), error: null };
  } catch (error) {
    if (!(error instanceof WorkflowFailedError)) throw error;
    return { result: null, error: rootOf(error).message };
  }
}

/** The failure of an activity says why; the failures around it do not. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error;
}
