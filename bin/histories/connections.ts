import type { WorkflowHandle } from '@temporalio/client';
import { retirementWorkflowId } from '../../domain/workflowContract';
import { callApi, startedRun } from './stage';
import type { Stage, Story } from './stage';
import { connectChannel } from './tickets';

/** The end of a connection. */
export function connectionStories(stage: Stage): Record<string, Story> {
  return { retired: async () => retire(stage) };
}

async function retire(stage: Stage): Promise<WorkflowHandle> {
  const connectionId = await connectChannel(stage);
  await callApi(stage, 'DELETE', `/connections/${connectionId}`);
  return startedRun(stage, retirementWorkflowId({ connectionId, removal: 1 }));
}
