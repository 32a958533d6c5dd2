import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import type { WorkflowHandle } from '@temporalio/client';
import { z } from 'zod';

/** The facts that `npm start` writes about itself while it runs. */
const Run = z.object({
  apiUrl: z.string(),
  temporal: z.object({ address: z.string(), namespace: z.string() }),
  sandbox: z.object({ url: z.string() }),
  demo: z.object({
    apiKey: z.string(),
    webhookSecret: z.string(),
    email: z.string(),
    password: z.string(),
    connections: z.object({ youtube: z.string() }),
  }),
  processes: z.array(z.object({ name: z.string(), pid: z.int() })),
});

/** The running service, its sandbox and its Temporal server, in which stories happen. */
export interface Stage {
  run: z.infer<typeof Run>;
  client: Client;
  /** Texts that no history may contain; stories add to them. */
  secrets: Set<string>;
}

/** Brings a run to where it goes on by itself to its end. */
export type Story = () => Promise<WorkflowHandle>;

const waitMs = 30_000;

/** @throws when the service does not run */
export async function openStage(runFile: string): Promise<Stage> {
  const run = Run.parse(JSON.parse(await readFile(runFile, 'utf8').catch(notRunning)));
  const connection = await Connection.connect({ address: run.temporal.address });
  const client = new Client({ connection, namespace: run.temporal.namespace });
  return { run, client, secrets: new Set([run.demo.apiKey, run.demo.webhookSecret]) };
}

function notRunning(): never {
  throw new Error('.data/run.json is not there: start the service with WEBHOOK_DELAYS=0,1 npm start, then record');
}

/** The worker stands still, as on a machine that is suspended, until `meanwhile` has resolved. */
export async function withoutWorker({ run }: Stage, meanwhile: () => Promise<void>): Promise<void> {
  const pid = run.processes.find(({ name }) => name === 'worker')?.pid;
  if (pid === undefined) throw new Error('.data/run.json names no worker');
  process.kill(pid, 'SIGSTOP');
  await meanwhile().finally(() => process.kill(pid, 'SIGCONT'));
}

/** The run with this id, as soon as it has been started. */
export async function startedRun({ client }: Stage, workflowId: string): Promise<WorkflowHandle> {
  const handle = client.workflow.getHandle(workflowId);
  await until(async () =>
    handle.describe().then(
      () => true,
      () => false,
    ),
  );
  return handle;
}

/** Looks until it is so. @throws after half a minute */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`a story did not go on within ${waitMs / 1000} s`);
    await delay(50);
  }
}

/** Asks the API as the demo workspace. */
export async function callApi(
  { run }: Stage,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
): Promise<unknown> {
  return request(method, `${run.apiUrl}/api/v1${path}`, body, { authorization: `Bearer ${run.demo.apiKey}` });
}

/** Asks the API as the owner of the demo workspace. */
export async function callAsOwner(
  { run }: Stage,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> {
  const { email, password } = run.demo;
  const session = await request('POST', `${run.apiUrl}/api/v1/auth/login`, { email, password });
  const { token } = z.object({ token: z.string() }).parse(session);
  return request(method, `${run.apiUrl}/api/v1${path}`, body, { authorization: `Bearer ${token}` });
}

/** Tells the sandbox how to behave. */
export async function control({ run }: Stage, path: string, body: object): Promise<unknown> {
  return request('POST', `${run.sandbox.url}/_sandbox${path}`, body);
}

async function request(
  method: string,
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}
