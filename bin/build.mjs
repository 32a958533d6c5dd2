/** `npm run build`: compiles into dist/ if the sources have changed since the last time. */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './local/build/build.mjs';
import { messageOf } from './local/servers/messageOf.mjs';
import { createProcesses } from './local/servers/processes.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcesses();
try {
  console.log((await build({ processes, root })) === 'built' ? 'Built dist/.' : 'dist/ is up to date.');
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
} finally {
  await processes.stopAll();
}
