/** `npm start`: the whole service on this machine, with everything it needs, from a fresh clone. See `--help`. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { showAddresses, showBanner } from './local/banner.mjs';
import { channelPage, planOnce, prepareDemo, publishVideo } from './local/demo/demo.mjs';
import { startEverything } from './local/everything.mjs';
import { onEndOfLife } from './local/servers/lifeline.mjs';
import { tryLock } from './local/servers/lock.mjs';
import { messageOf } from './local/servers/messageOf.mjs';
import { openPayPage } from './local/demo/payments.mjs';
import { createProcesses, lastLines } from './local/servers/processes.mjs';
import { receiverPage, untilHeard } from './local/demo/receiver.mjs';
import { describeRun, readRunFile, writeRunFile } from './local/runFile.mjs';
import { createTerminal } from './local/terminal.mjs';

const help = `npm start                  installs, builds and starts everything, and publishes a first video
npm start -- --check       does the same, ends after the first video and its webhook; exit code 0 if that worked
npm start -- --reset       removes all data of earlier starts (.data/); with --check, before checking

Ctrl-C stops everything. Data, logs and .data/run.json (addresses and credentials, while running) are in .data/.
DATABASE_URL and TEMPORAL_ADDRESS name servers to use instead of our own; PORT is where the API should listen.`;

const checkTimeoutMs = 20 * 60_000;
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dataDir = join(root, '.data');
const runFile = join(dataDir, 'run.json');
const begun = performance.now();
const terminal = createTerminal();
const processes = createProcesses({
  onDeath: (child, status) =>
    void fail(`${child.name} ended (${status}). Its last lines:\n${lastLines(child.output())}`),
});
/** @type {{release: () => void} | undefined} */
let lock;
let isReady = false;
let isEnding = false;

onEndOfLife((signal, isRepeated) => {
  if (isRepeated) processes.hurry();
  void end(isReady ? 0 : signal === 'SIGINT' ? 130 : 143);
});

try {
  await main(readOptions());
} catch (error) {
  await fail(messageOf(error));
}

/** @param {ReturnType<typeof readOptions>} options */
async function main({ check, reset }) {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const attempt = tryLock(join(dataDir, 'start.lock'));
  if ('holderPid' in attempt) return refuse(attempt.holderPid);
  lock = attempt;
  rmSync(runFile, { force: true });
  if (reset) clearData();
  if (reset && !check) return end(0);
  if (check)
    setTimeout(() => void fail(`Nothing was published within ${checkTimeoutMs / 60_000} minutes.`), checkTimeoutMs);

  terminal.line(`\n  ${terminal.bold('Content delivery service')}\n`);
  await demonstrate(await startEverything({ processes, terminal, root, dataDir }), check);
  if (!check) return;
  terminal.line('  The check passed: the video is published, and its signed webhook has come.');
  await end(0);
}

/**
 * Publishes a video for all to see, then shows all addresses. A video that fails ends a check, but not a start: the
 * running service is needed to find out why.
 * @param {import('./local/everything.mjs').Everything} everything
 * @param {boolean} isCheck
 */
async function demonstrate(everything, isCheck) {
  const { sandbox } = everything;
  const demo = await terminal.step('Demo workspace', async () => ({
    detail: 'ready',
    value: await prepareDemo(everything),
  }));
  writeRunFile(runFile, describeRun({ ...everything, demo, processes: processes.running() }));
  isReady = true;
  terminal.line('\n  A first video, from assignment to post:');
  /** @param {string} state @param {number} ms */
  const onState = (state, ms) => {
    if (!isEnding) terminal.line(`    ${state.padEnd(12)}${terminal.dim(`+${(ms / 1000).toFixed(1)} s`)}`);
  };
  try {
    const assignmentId = await publishVideo(everything, demo, onState);
    terminal.line(`\n  It is here:           ${terminal.cyan(channelPage(sandbox.url, demo.channels.diaries))}`);
    await untilHeard(sandbox.url, assignmentId);
    terminal.line(`  Its signed webhooks:  ${terminal.cyan(receiverPage(sandbox.url))}`);
  } catch (error) {
    if (isCheck || isEnding) throw error;
    terminal.failure(messageOf(error));
  }
  if (isCheck) return;
  const tookMs = performance.now() - begun;
  const payUrl = await openPayPage(everything, demo).catch((error) => {
    terminal.failure(messageOf(error));
    return null;
  });
  showBanner(everything, demo, tookMs, payUrl);
  await planOnce(everything, demo).catch((error) => {
    if (!isEnding) terminal.failure(`The coming week of the demo could not be planned: ${messageOf(error)}`);
  });
}

/** @param {number} pid of the start that has the lock */
async function refuse(pid) {
  const run = readRunFile(runFile);
  terminal.failure(
    `This checkout is ${run === undefined ? 'being started' : 'running'} already (process ${pid}); Ctrl-C there stops it.`,
  );
  if (run !== undefined) showAddresses(terminal, { ...run, ...run.sandbox });
  await end(1);
}

/** @param {string} reason */
async function fail(reason) {
  if (isEnding) return;
  terminal.failure(reason);
  terminal.line(terminal.dim(`    Logs: ${join('.data', 'logs')}`));
  await end(1);
}

/** Stops all processes, once, in the reverse order of their start. @param {number} exitCode */
async function end(exitCode) {
  if (isEnding) return;
  isEnding = true;
  terminal.abandon();
  if (processes.running().length > 0) terminal.line(`\n  ${terminal.dim('Stopping …')}`);
  await processes.stopAll();
  if (lock !== undefined) rmSync(runFile, { force: true });
  lock?.release();
  process.exit(exitCode);
}

function readOptions() {
  const flag = /** @type {const} */ ({ type: 'boolean', default: false });
  try {
    const { values } = parseArgs({ options: { check: flag, reset: flag, help: flag } });
    if (!values.help) return values;
    terminal.line(help);
    process.exit(0);
  } catch (error) {
    terminal.line(`${messageOf(error)}\n\n${help}`);
    process.exit(2);
  }
}

/** Removes the files of earlier starts, but not the lock that keeps others out meanwhile. */
function clearData() {
  for (const name of readdirSync(dataDir))
    if (!name.endsWith('.lock')) rmSync(join(dataDir, name), { recursive: true });
  terminal.line('  Removed what was in .data/.');
}
