import { z } from 'zod';
import { createServer } from './server';
import { openStarts } from './startWorkflow';

const Settings = z.object({
  DATABASE_URL: z.string(),
  BARE_SCHEMA: z.string(),
  BARE_WORKSPACE_ID: z.string(),
  TEMPORAL_ADDRESS: z.string(),
  TEMPORAL_NAMESPACE: z.string(),
});

/** Begins to listen and writes its address. */
async function main(): Promise<void> {
  const settings = Settings.parse(process.env);
  const app = createServer({
    databaseUrl: settings.DATABASE_URL,
    schema: settings.BARE_SCHEMA,
    workspaceId: settings.BARE_WORKSPACE_ID,
    start: await openStarts(settings.TEMPORAL_ADDRESS, settings.TEMPORAL_NAMESPACE),
  });
  const server = app.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
  });
}

void main();
