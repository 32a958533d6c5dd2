import type { WorkflowHandle } from '@temporalio/client';
import { housekeeping } from '../../domain/workflowContract';
import { until } from './stage';
import type { Stage, Story } from './stage';

/** One run of each schedule, triggered by hand. */
export function housekeepingStories(stage: Stage): Record<string, Story> {
  return Object.fromEntries(
    Object.entries(housekeeping).map(([name, { scheduleId }]) => [name, async () => trigger(stage, scheduleId)]),
  );
}

async function trigger({ client }: Stage, scheduleId: string): Promise<WorkflowHandle> {
  const schedule = client.schedule.getHandle(scheduleId);
  const latest = async () => (await schedule.describe()).info.recentActions.at(-1)?.action;
  const before = await latest();
  await schedule.trigger();
  await until(async () => (await latest())?.workflow.firstExecutionRunId !== before?.workflow.firstExecutionRunId);
  const action = await latest();
  if (!action) throw new Error(`the schedule ${scheduleId} did not start a run`);
  return client.workflow.getHandle(action.workflow.workflowId);
}
