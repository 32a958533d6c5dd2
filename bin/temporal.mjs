/**
 * `node bin/temporal.mjs`: gets the Temporal program that tests and starts need, where it has to be built, before the
 * dependencies are installed. `.ci/run` does so beside everything else.
 */
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onEndOfLife } from './local/servers/lifeline.mjs';
import { messageOf } from './local/servers/messageOf.mjs';
import { createProcesses } from './local/servers/processes.mjs';
import { findTemporalExecutable } from './local/servers/temporalExecutable.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const processes = createProcesses();
let isEnding = false;

onEndOfLife((signal) => void end(signal === 'SIGINT' ? 130 : 143));
try {
  /** @param {string} note */
  const onSlow = (note) => say(`Temporal server: ${note} …`);
  say(`Temporal server: ${await findTemporalExecutable({ processes, root, onSlow })}`);
  await end(0);
} catch (error) {
  if (!isEnding) say(messageOf(error));
  await end(1);
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}

/** Stops everything, once. @param {number} exitCode */
async function end(exitCode) {
  if (isEnding) return;
  isEnding = true;
  await processes.stopAll();
  process.exit(exitCode);
}
