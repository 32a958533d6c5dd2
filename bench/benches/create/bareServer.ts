import { join } from 'node:path';
import type { Workshop } from '../../Bench';
import type { TunedService } from '../../service/startTuned';
import { addressOf } from '../../tools/addressOf';
import { withDatabase } from '../../tools/withDatabase';
import { bareSchema, createBareSchema } from './bareSchema';
import type { Caller } from './caller';

const program = join(__dirname, '..', '..', 'baseline', 'create', 'main.ts');

/** Makes the baseline's tables, in which this caller's assignments are accepted, and starts it on a free port of the loopback address. @returns its address */
export async function startBareServer(
  { processes }: Workshop,
  { databaseUrl, temporal }: TunedService,
  { workspaceId }: Caller,
): Promise<string> {
  await withDatabase(databaseUrl, createBareSchema);
  const server = processes.start({
    name: 'bare server',
    command: process.execPath,
    args: ['--import', 'tsx', program],
    cwd: __dirname,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      BARE_SCHEMA: bareSchema,
      BARE_WORKSPACE_ID: workspaceId,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: temporal.namespace,
    },
  });
  return addressOf('bare server', server.output);
}
