import type { WorkflowHandle } from '@temporalio/client';
import { temporal } from '@temporalio/proto';
import { z } from 'zod';
import { publishWorkflowId } from '../../domain/workflowContract';
import { callApi, control, startedRun, until, withoutWorker } from './stage';
import type { Stage, Story } from './stage';

const Created = z.object({ id: z.string() });
const Settings = z.object({ processingMs: z.number() });

/** The lives of an assignment whose replay must stay possible, each under the name of its file. */
export function assignmentStories(stage: Stage): Record<string, Story> {
  const missing = `${stage.run.sandbox.url}/_sandbox/media/missing.mp4`;
  return {
    cancelled: async () => (await hangInTheMiddle(stage, async ({ run }) => run.cancel())).run,
    calledOff: async () => (await hangInTheMiddle(stage, async ({ run }) => callOff(stage, run))).run,
    deleted: async () => (await hangInTheMiddle(stage, async ({ path }) => callApi(stage, 'DELETE', path))).run,
    transferred: async () =>
      processedAtOnce(stage, async () => ended(await publish(stage, { mediaUrl: elsewhere(stage) }))),
    atOnce: async () => processedAtOnce(stage, async () => ended(await publish(stage, {}))),
    prepared: async () => processedAtOnce(stage, async () => ended(await publish(stage, inSeconds(15)))),
    scheduled: async () => publish(stage, { scheduledAt: new Date(Date.now() + 5000).toISOString() }),
    failed: async () => publish(stage, { mediaUrl: missing }),
    postponed: async () =>
      publish(stage, { mediaUrl: missing, scheduledAt: new Date(Date.now() + 5000).toISOString() }),
    rejected: async () => reject(stage),
    retried: async () => retry(stage),
    found: async () => processedAtOnce(stage, async () => find(stage)),
    rescheduled: async () => reschedule(stage),
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
  return (await begin(stage, request)).run;
}

interface Begun {
  assignmentId: string;
  /** Of the assignment, at the API. */
  path: string;
  run: WorkflowHandle;
}

async function begin(stage: Stage, request: Record<string, unknown>): Promise<Begun> {
  const assignmentId = await createVideo(stage, request);
  const run = await startedRun(stage, publishWorkflowId({ assignmentId, generation: 1 }));
  return { assignmentId, path: `/assignments/${assignmentId}`, run };
}

/** The same sample, from a host that is not known to be prompt: an activity brings it. */
function elsewhere({ run }: Stage): string {
  return `${run.sandbox.url.replace('127.0.0.1', 'localhost')}/_sandbox/media/sample.mp4`;
}

/** The run of generation 2, to its end: else that run would meet a fault that is set for the next story. */
async function nextGeneration(stage: Stage, { assignmentId }: Begun): Promise<WorkflowHandle> {
  const run = await startedRun(stage, publishWorkflowId({ assignmentId, generation: 2 }));
  await run.result();
  return run;
}

/** YouTube does not take the video, which the run then removes. */
async function reject(stage: Stage): Promise<WorkflowHandle> {
  await control(stage, '/settings', { outcome: 'rejected' });
  const { run } = await begin(stage, {});
  await run.result().catch(() => undefined);
  await control(stage, '/settings', { outcome: 'succeeded' });
  return run;
}

/** The run that takes up the work at which another run has failed. */
async function retry(stage: Stage): Promise<WorkflowHandle> {
  const on = { method: 'POST', path: '/upload/youtube/v3/videos' };
  await control(stage, '/faults', { on, do: { error: 'invalidTitle' } });
  const begun = await begin(stage, {});
  await begun.run.result().catch(() => undefined);
  await callApi(stage, 'POST', `${begun.path}/retry`);
  return nextGeneration(stage, begun);
}

/** The run that finds the post of another run, whose publishing call had no answer. */
async function find(stage: Stage): Promise<WorkflowHandle> {
  const path = '/youtube/v3/videos';
  await control(stage, '/faults', { on: { method: 'PUT', path }, do: { loseAnswer: true } });
  await control(stage, '/faults', { on: { method: 'GET', path, nth: 3 }, do: { error: 'insufficientPermissions' } });
  const begun = await begin(stage, {});
  await begun.run.result().catch(() => undefined);
  await callApi(stage, 'POST', `${begun.path}/retry`);
  return nextGeneration(stage, begun);
}

function inSeconds(seconds: number): { scheduledAt: string } {
  return { scheduledAt: new Date(Date.now() + seconds * 1000).toISOString() };
}

/** The platform has processed each video when its last byte arrives. */
async function processedAtOnce<T>(stage: Stage, story: () => Promise<T>): Promise<T> {
  const { processingMs } = Settings.parse(await control(stage, '/settings', {}));
  await control(stage, '/settings', { processingMs: 0 });
  try {
    return await story();
  } finally {
    await control(stage, '/settings', { processingMs });
  }
}

async function ended(run: WorkflowHandle): Promise<WorkflowHandle> {
  await run.result();
  return run;
}

/** The run that replaces a run which waits for another time. */
async function reschedule(stage: Stage): Promise<WorkflowHandle> {
  const begun = await begin(stage, { scheduledAt: new Date(Date.now() + 3_600_000).toISOString() });
  await callApi(stage, 'PATCH', begun.path, { scheduledAt: null });
  return nextGeneration(stage, begun);
}

/** Ends a run whose upload has come to a standstill. */
async function hangInTheMiddle(stage: Stage, end: (begun: Begun) => Promise<unknown>): Promise<Begun> {
  await control(stage, '/faults', { on: { method: 'PUT', path: '/upload/youtube/v3/videos' }, do: { hang: true } });
  const begun = await begin(stage, { mediaUrl: elsewhere(stage) });
  await until(async () => isUploading(begun.run));
  await end(begun);
  return begun;
}

/** The worker of the upload stands still before it hears that the run is cancelled, until Temporal has given it up. */
async function callOff(stage: Stage, run: WorkflowHandle): Promise<void> {
  await run.cancel();
  await until(async () => (await pendingActivities(run)).some(({ state }) => state === cancelRequested));
  await withoutWorker(stage, async () => until(async () => !(await isUploading(run))));
  // Its clean-up asks the session, and would meet the fault of the next story.
  await run.result().catch(() => undefined);
}

const cancelRequested = temporal.api.enums.v1.PendingActivityState.PENDING_ACTIVITY_STATE_CANCEL_REQUESTED;

async function isUploading(handle: WorkflowHandle): Promise<boolean> {
  return (await pendingActivities(handle)).some(({ heartbeatDetails }) => heartbeatDetails);
}

async function pendingActivities(handle: WorkflowHandle): Promise<temporal.api.workflow.v1.IPendingActivityInfo[]> {
  return (await handle.describe()).raw.pendingActivities ?? [];
}
