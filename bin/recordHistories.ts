import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { z } from 'zod';
import { publishWorkflowId } from '../domain/workflowContract';

/** What `npm start` says about itself while it runs. */
const Run = z.object({
  apiUrl: z.string(),
  temporal: z.object({ address: z.string(), namespace: z.string() }),
  sandbox: z.object({ url: z.string() }),
  demo: z.object({ apiKey: z.string(), connections: z.object({ youtube: z.string() }) }),
});
type Run = z.infer<typeof Run>;

const root = join(__dirname, '..');
const folder = join(root, 'test', 'workflows', 'replay');
const waitMs = 30_000;

interface Story {
  /** What of the request differs from a public video that is published at once. */
  request?: Record<string, unknown>;
  /** Comes before the request. */
  prepare?: (run: Run) => Promise<void>;
  /** Comes after the run has begun. */
  interfere?: (handle: WorkflowHandle, run: Run) => Promise<void>;
}

/** The lives of a job whose replay must stay possible, each under the name of its file. */
const stories: Readonly<Record<string, (run: Run) => Story>> = {
  immediate: () => ({}),
  scheduled: () => ({ request: { scheduledAt: new Date(Date.now() + 2500).toISOString() } }),
  failed: ({ sandbox }) => ({ request: { mediaUrl: `${sandbox.url}/_sandbox/media/missing.mp4` } }),
  cancelled: () => ({
    prepare: async ({ sandbox }) =>
      post(`${sandbox.url}/_sandbox/faults`, { on: { method: 'PUT', path: uploads }, do: { hang: true } }).then(() => {}),
    interfere: async (handle, run) => {
      await until(async () => (await statusOf(run, handle)) === 'uploading');
      await handle.cancel();
    },
  }),
};

const uploads = '/upload/youtube/v3/videos';

/** `npm run record-histories`: while `npm start` runs, publishes one job per story and keeps the histories for the tests. */
async function main(): Promise<void> {
  const run = Run.parse(JSON.parse(await readFile(join(root, '.data', 'run.json'), 'utf8').catch(notRunning)));
  const connection = await Connection.connect({ address: run.temporal.address });
  const client = new Client({ connection, namespace: run.temporal.namespace });
  for (const [name, tell] of Object.entries(stories)) {
    const handle = await live(client, run, tell(run));
    const history = await handle.fetchHistory();
    await writeFile(join(folder, `${name}.json`), scrub(historyToJSON(history)));
    process.stdout.write(`${name}: ${history.events?.length ?? 0} events\n`);
  }
  await connection.close();
}

function notRunning(): never {
  throw new Error('.data/run.json is not there: start the service with npm start, then record');
}

/** Resolves when the run of the story is over. */
async function live(client: Client, run: Run, { request, prepare, interfere }: Story): Promise<WorkflowHandle> {
  await prepare?.(run);
  const body = {
    connectionId: run.demo.connections.youtube,
    type: 'video',
    mediaUrl: `${run.sandbox.url}/_sandbox/media/sample.mp4`,
    payload: { title: 'For the replay tests', privacy: 'public' },
    ...request,
  };
  const { id: assignmentId } = Created.parse(await post(`${run.apiUrl}/api/v1/assignments`, body, run.demo.apiKey));
  const handle = client.workflow.getHandle(publishWorkflowId({ assignmentId, generation: 1 }));
  await until(async () => exists(handle));
  await interfere?.(handle, run);
  await handle.result().catch(() => undefined);
  return handle;
}
