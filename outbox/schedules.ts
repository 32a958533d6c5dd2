import { ScheduleAlreadyRunning, ScheduleOverlapPolicy } from '@temporalio/client';
import type { Client, ScheduleOptions } from '@temporalio/client';
import { housekeeping, mainQueue } from '../domain/workflowContract';

/** A run that hangs, whatever for, must not keep its schedule from ever running again. */
const workflowExecutionTimeout = '3h';
/** Runs missed while Temporal was down are not made up for, but for the last run. */
const catchupWindow = '1m';

/**
 * Sees to it that every housekeeping schedule exists as the code has it. Safe to call from every worker at every start;
 * a schedule that an operator has paused stays paused, with the operator's note.
 */
export async function ensureSchedules(client: Client): Promise<void> {
  for (const { scheduleId, workflow, every, offset, note } of Object.values(housekeeping)) {
    const definition = {
      scheduleId,
      spec: { intervals: [{ every, offset }] },
      action: {
        type: 'startWorkflow',
        workflowType: workflow,
        taskQueue: mainQueue,
        workflowId: scheduleId,
        workflowExecutionTimeout,
      },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow },
      state: { note },
    } as const satisfies ScheduleOptions;
    await ensure(client, definition);
  }
}

async function ensure(client: Client, definition: ScheduleOptions): Promise<void> {
  try {
    await client.schedule.create(definition);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, action, policies, state: wanted } = definition;
    await client.schedule.getHandle(definition.scheduleId).update(({ state }) => ({
      spec,
      action,
      ...(policies && { policies }),
      state: state.paused ? state : { ...state, ...wanted },
    }));
  }
}
