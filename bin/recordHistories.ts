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
  /** What of the request differs from that of a public video to be published at once. */
  request?: Record<string, unknown>;
  /** A fault of the sandbox, set before the request. */
  fault?: object;
  /** Cancels the run in the middle of its upload. */
  isCancelled?: boolean;
}

/** The lives of a job whose replay must stay possible, each under the name of its file. */
function storiesOf({ sandbox }: Run): Record<string, Story> {
  const putMedia = { method: 'PUT', path: '/upload/youtube/v3/videos' };
  return {
    immediate: {},
    scheduled: { request: { scheduledAt: new Date(Date.now() + 5000).toISOString() } },
    failed: { request: { mediaUrl: `${sandbox.url}/_sandbox/media/missing.mp4` } },
    cancelled: { fault: { on: putMedia, do: { hang: true } }, isCancelled: true },
  };
}

/** `npm run record-histories`: has the running `npm start` live through each story, and keeps its history for the tests. */
async function main(): Promise<void> {
  const run = Run.parse(JSON.parse(await readFile(join(root, '.data', 'run.json'), 'utf8').catch(notRunning)));
  const connection = await Connection.connect({ address: run.temporal.address });
  const client = new Client({ connection, namespace: run.temporal.namespace });
  for (const [name, story] of Object.entries(storiesOf(run))) {
    const history = await (await live(client, run, story)).fetchHistory();
    await writeFile(join(folder, `${name}.json`), scrub(historyToJSON(history)));
    process.stdout.write(`${name}: ${history.events?.length ?? 0} events\n`);
  }
  await connection.close();
}

function notRunning(): never {
  throw new Error('.data/run.json is not there: start the service with npm start, then record');
}

/** Resolves when the run of the story is over. */
async function live(client: Client, run: Run, { request, fault, isCancelled }: Story): Promise<WorkflowHandle> {
  if (fault) await post(`${run.sandbox.url}/_sandbox/faults`, fault);
  const body = {
    connectionId: run.demo.connections.youtube,
    type: 'video',
    mediaUrl: `${run.sandbox.url}/_sandbox/media/sample.mp4`,
    payload: { title: 'For the replay tests', privacy: 'public' },
    ...request,
  };
  const created = await post(`${run.apiUrl}/api/v1/assignments`, body, run.demo.apiKey);
  const { id: assignmentId } = z.object({ id: z.string() }).parse(created);
  const handle = client.workflow.getHandle(publishWorkflowId({ assignmentId, generation: 1 }));
  await until(async () => isStarted(handle));
  if (isCancelled) {
    await until(async () => isUploading(handle));
    await handle.cancel();
  }
  await handle.result().catch(() => undefined);
  return handle;
}

async function isStarted(handle: WorkflowHandle): Promise<boolean> {
  return handle.describe().then(
    () => true,
    () => false,
  );
}

async function isUploading(handle: WorkflowHandle): Promise<boolean> {
  const { raw } = await handle.describe();
  return raw.pendingActivities?.some(({ heartbeatDetails }) => heartbeatDetails) ?? false;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`a story did not go on within ${waitMs / 1000} s`);
    await delay(50);
  }
}

async function post(url: string, body: object, apiKey?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey && { authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Nothing of this machine: neither its name nor its paths. */
function scrub(history: string): string {
  const isOfMachine = (key: string): boolean => key === 'identity' || key === 'stackTrace' || key === 'binaryChecksum';
  const kept: unknown = JSON.parse(history, (key, value) => (isOfMachine(key) ? undefined : value));
  return `${JSON.stringify(kept, null, 1)}\n`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
