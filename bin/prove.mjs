/** `npm run prove`: kills everything at random under work, and judges the result. See `--help` and docs/prove.md. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './local/build/build.mjs';
import { install, isInstalled } from './local/servers/install.mjs';
import { onEndOfLife } from './local/servers/lifeline.mjs';
import { messageOf } from './local/servers/messageOf.mjs';
import { createProcesses } from './local/servers/processes.mjs';
import { makeRunDir, remove } from './local/tests/testRun.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Everything that the run writes is in here, and goes with it. */
const runDir = makeRunDir();
const processes = createProcesses();
let isEnding = false;

// A reader that goes away, such as `head`, must not end us before everything is stopped.
process.stdout.on('error', () => {});
onEndOfLife((signal, isRepeated) => {
  if (isRepeated) processes.hurry();
  else process.stdout.write('\nStopping everything …\n');
  void end(signal === 'SIGINT' ? 130 : 143);
});

try {
  if (!isInstalled(root)) await install({ processes, root });
  await build({ processes, root, onSlow: () => process.stdout.write('Building …\n') });
  await end(await run(process.argv.slice(2)));
} catch (error) {
  if (!isEnding) process.stderr.write(`\nError: ${messageOf(error)}\n`);
  await end(1);
}

/**
 * Runs the proof in its own process group, so that a terminal's Ctrl-C does not reach the processes that it started.
 * @param {string[]} words
 * @returns {Promise<number>} the exit code
 */
async function run(words) {
  const { exited } = processes.start({
    name: 'prove',
    command: process.execPath,
    args: ['--import', 'tsx', join('test', 'proof', 'prove', 'main.ts'), ...words],
    cwd: root,
    env: { ...process.env, TMPDIR: runDir },
    output: 'inherit',
    graceMs: 30_000,
  });
  const { code } = await exited;
  return code ?? 1;
}

/** Stops everything, once. @param {number} exitCode */
async function end(exitCode) {
  if (isEnding) return;
  isEnding = true;
  await processes.stopAll();
  remove(runDir);
  process.exit(exitCode);
}
