import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils';
import { assignmentStories } from './histories/assignments';
import { connectionStories } from './histories/connections';
import { deliveryStories } from './histories/deliveries';
import { housekeepingStories } from './histories/housekeeping';
import { mailStories } from './histories/mails';
import { openStage } from './histories/stage';
import type { Stage } from './histories/stage';
import { ticketStories } from './histories/tickets';

const root = join(__dirname, '..');
const fileOf = (name: string): string => join(root, 'test', 'workflows', 'replay', `${name}.json`);

/**
 * `npm run record-histories`: has the running service live through each story that has no history yet, and keeps its
 * history for the tests. Stored histories stay: they are of runs that an earlier version began. To end all attempts
 * of a webhook in seconds, the service has to be started with `WEBHOOK_DELAYS=0,1 npm start`.
 */
async function main(): Promise<void> {
  const stage = await openStage(join(root, '.data', 'run.json'));
  const stories = {
    ...ticketStories(stage),
    ...connectionStories(stage),
    ...assignmentStories(stage),
    ...deliveryStories(stage),
    ...mailStories(stage),
    ...housekeepingStories(stage),
  };
  const begun: [string, WorkflowHandle][] = [];
  for (const [name, story] of Object.entries(stories)) {
    if (existsSync(fileOf(name))) continue;
    process.stdout.write(`${name} …\n`);
    begun.push([name, await story()]);
  }
  for (const [name, handle] of begun) await record(stage, name, handle);
  await stage.client.connection.close();
}

/** Waits for the end of the run. @throws when its history tells a secret */
async function record({ secrets }: Stage, name: string, handle: WorkflowHandle): Promise<void> {
  await handle.result().catch(() => undefined);
  const history = scrub(historyToJSON(await handle.fetchHistory()));
  const text = history + decodedPayloads(history);
  if ([...secrets].some((secret) => text.includes(secret))) throw new Error(`${name} tells a secret`);
  await writeFile(fileOf(name), history);
  process.stdout.write(`${name}: recorded\n`);
}

/** Nothing of this machine: neither its name, which is also in that of a worker's own queue, nor its paths. */
function scrub(history: string): string {
  const ofMachine = ['identity', 'stackTrace', 'binaryChecksum'];
  const kept: unknown = JSON.parse(history, (key, value: unknown) => {
    if (ofMachine.includes(key)) return undefined;
    return key === 'name' && typeof value === 'string' ? value.replace(/^\d+@.*/, 'sticky') : value;
  });
  return `${JSON.stringify(kept, null, 1)}\n`;
}

function decodedPayloads(history: string): string {
  const payloads = [...history.matchAll(/"data": "([^"]*)"/g)];
  return payloads.map(([, data = '']) => Buffer.from(data, 'base64').toString()).join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
