import type { WorkflowHandle } from '@temporalio/client';
import { z } from 'zod';
import { publishWorkflowId } from '../../domain/workflowContract';
import { callApi, control, startedRun, until } from './stage';
import type { Stage, Story } from './stage';

const Created = z.object({ id: z.string() });

/** The lives of a job whose replay must stay possible, each under the name of its file. */
export function assignmentStories(stage: Stage): Record<string, Story> {
  const missing = `${stage.run.sandbox.url}/_sandbox/media/missing.mp4`;
  return {
    immediate: async () => publish(stage, {}),
    scheduled: async () => publish(stage, { scheduledAt: new Date(Date.now() + 5000).toISOString() }),
    failed: async () => publish(stage, { mediaUrl: missing }),
    cancelled: async () => cancelInTheMiddle(stage),
  };
}

/** Asks for a public video. @returns its id */
export async function createVideo(stage: Stage, request: Record<string, unknown>): Promise<string> {
  const body = {
    connectionId: stage.run.demo.connections.youtube,
    type: 'video',
    mediaUrl: `${stage.run.sandbox.url}/_sandbox/media/sample.mp4`,
    payload: { title: 'For the replay tests', privacy: 'public' },
    ...request,
  };
  return Created.parse(await callApi(stage, 'POST', '/assignments', body)).id;
}

async function publish(stage: Stage, request: Record<string, unknown>): Promise<WorkflowHandle> {
  const assignmentId = await createVideo(stage, request);
  return startedRun(stage, publishWorkflowId({ assignmentId, generation: 1 }));
}

async function cancelInTheMiddle(stage: Stage): Promise<WorkflowHandle> {
  await control(stage, '/faults', { on: { method: 'PUT', path: '/upload/youtube/v3/videos' }, do: { hang: true } });
  const handle = await publish(stage, {});
  await until(async () => isUploading(handle));
  await handle.cancel();
  return handle;
}

async function isUploading(handle: WorkflowHandle): Promise<boolean> {
  const { raw } = await handle.describe();
  return raw.pendingActivities?.some(({ heartbeatDetails }) => heartbeatDetails) ?? false;
}
