import { z } from 'zod';
import { createServer } from './server';

const Settings = z.object({ DATABASE_URL: z.string(), BARE_SCHEMA: z.string(), BARE_WORKSPACE_ID: z.string() });

/** Begins to listen and writes its address. */
function main(): void {
  const { DATABASE_URL, BARE_SCHEMA, BARE_WORKSPACE_ID } = Settings.parse(process.env);
  const server = createServer(DATABASE_URL, BARE_SCHEMA, BARE_WORKSPACE_ID).listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address.port}\n`);
  });
}

main();
