/** `npm run bench`: measures the service against its budgets, on servers of its own. See `--help` and docs/performance.md. */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from './local/build/build.mjs';
import { serviceEnvironment } from './local/environment.mjs';
import { install, isInstalled } from './local/servers/install.mjs';
import { onEndOfLife } from './local/servers/lifeline.mjs';
import { tryLock } from './local/servers/lock.mjs';
import { reserve } from './local/servers/ports.mjs';
import { startPostgres } from './local/servers/postgres.mjs';
import { messageOf } from './local/servers/messageOf.mjs';
import { createProcesses, lastLines } from './local/servers/processes.mjs';
import { migrate, startService } from './local/services.mjs';
import { startTemporal } from './local/servers/temporal.mjs';
import { findTemporalExecutable } from './local/servers/temporalExecutable.mjs';

const help = `npm run bench                            runs all benches but the long ones
npm run bench -- media --size 256MiB     runs one, with options of its own; the only way to run a long one
npm run bench -- --rounds 9              wants that many quiet rounds (3 or more; 5 by default)
npm run bench -- --patience 300          waits up to that many seconds, before each round, for a quiet machine;
                                         0 also repeats no round that others disturbed
npm run bench -- --keep                  keeps the figures in bench/kept.json, for later runs to be compared with
npm run bench -- --list                  shows all benches and their options

The exit code is 1 when a budget is missed, or a figure is worse than the kept one. Raw rounds are kept in bench/results/.`;

/** @typedef {import('./local/servers/ports.mjs').Reservation} Reservation */

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dataDir = join(root, '.data', 'bench');
const resultsDir = join(root, 'bench', 'results');
/** The processes that the bench under way has started. */
let processes = newProcesses();
/** @type {{release: () => void} | undefined} */
let lock;
let isEnding = false;

// A reader that goes away, such as `head`, must not end us before everything is stopped.
process.stdout.on('error', () => {});
onEndOfLife((signal, isRepeated) => {
  if (isRepeated) processes.hurry();
  void end(signal === 'SIGINT' ? 130 : 143);
});

try {
  await end(await main(process.argv.slice(2)));
} catch (error) {
  await fail(messageOf(error));
}

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function main(words) {
  if (words.includes('--help')) return say(help);
  if (!isInstalled(root)) await install({ processes, root });
  const { tsImport } = await import('tsx/esm/api');
  const { readCommit, readRequest, listBenches, runBenches } = await tsImport('../bench/main.ts', import.meta.url);
  const request = readRequest(words);
  if (request.isListing) return say(listBenches().join('\n'));

  const attempt = tryLock(`${dataDir}.lock`);
  if ('holderPid' in attempt)
    throw new Error(`Process ${attempt.holderPid} is measuring; two would measure each other.`);
  lock = attempt;
  const keptFile = join(root, 'bench', 'kept.json');
  return (await runBenches(request, { inWorkshop, say, keptFile, commit: readCommit(root) })) ? 0 : 1;
}

/**
 * Gives a bench an empty folder and processes of its own, and clears both away.
 * @template T
 * @param {(workshop: import('../bench/Bench.js').Workshop) => Promise<T>} work
 * @param {number} hoursMax
 */
async function inWorkshop(work, hoursMax) {
  const overdue = setTimeout(() => void fail(`Not done after ${hoursMax} h.`), hoursMax * 3_600_000);
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    return await work({ processes, dir: dataDir, resultsDir, say, startService: startWholeService });
  } finally {
    clearTimeout(overdue);
    if (!isEnding) await clearAway();
  }
}

/** Without the lock the folder is that of another run, which measures. */
async function clearAway() {
  const old = processes;
  processes = newProcesses();
  await old.stopAll();
  if (lock !== undefined) rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Starts PostgreSQL, Temporal, worker and API as `npm start` does, but on free ports and with empty stores.
 * @param {string} platformUrl in the place of Google's hosts; media may be there too
 * @returns {Promise<import('../bench/Bench.js').Service>}
 */
async function startWholeService(platformUrl) {
  const reservations = {
    api: await reserve(),
    apiInternal: await reserve(),
    workerInternal: await reserve(),
    temporal: await reserve(),
    temporalHttp: await reserve(),
    postgres: await reserve(),
  };
  const place = { processes, root, dataDir, reservations };
  const [databaseUrl, temporal] = [await startDatabase(place), await startTemporalServer(place)];
  await build({ processes, root, onSlow: () => say('  Building …') });
  const environment = serviceEnvironment({
    root,
    dataDir,
    apiPort: reservations.api.port,
    ports: Object.values(reservations).map(({ port }) => port),
    databaseUrl,
    temporal,
    // No bench sends invitations, or pays.
    sandbox: { url: platformUrl, smtpUrl: 'smtp://127.0.0.1:9', stripeUrl: 'http://127.0.0.1:9' },
  });
  await migrate(place, environment);
  await startService(place, environment);
  return {
    apiUrl: environment.BASE_URL,
    temporalUrl: `http://127.0.0.1:${reservations.temporalHttp.port}`,
    workerPid: pidOf('worker'),
    admin: (command, input) => runAdmin(environment, command, input),
  };
}

/** @param {string} name of a program that runs */
function pidOf(name) {
  const found = processes.running().find((program) => program.name === name);
  if (found === undefined) throw new Error(`The ${name} does not run.`);
  return found.pid;
}

/** @param {{reservations: Record<'postgres', Reservation>}} place */
async function startDatabase({ reservations }) {
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const { url } = await startPostgres({
    processes,
    root,
    dir: join(dataDir, 'pg'),
    port: reservations.postgres,
    logFile,
  });
  return url;
}

/** @param {{reservations: Record<'temporal' | 'temporalHttp', Reservation>}} place */
async function startTemporalServer({ reservations }) {
  return startTemporal({
    processes,
    executable: await findTemporalExecutable({
      processes,
      root,
      onSlow: (note) => say(`  Temporal server: ${note} …`),
    }),
    ports: { grpc: reservations.temporal, http: reservations.temporalHttp },
    logFile: join(dataDir, 'logs', 'temporal.log'),
    databaseFile: join(dataDir, 'temporal.db'),
  });
}

/** @param {NodeJS.ProcessEnv} env @param {readonly string[]} command @param {object} input */
async function runAdmin(env, command, input) {
  const args = [join('dist', 'bin', 'admin.js'), ...command];
  const spec = { name: `admin ${command.join(' ')}`, command: process.execPath, args, cwd: root, env };
  return JSON.parse(await processes.run({ ...spec, input: JSON.stringify(input) }));
}

function newProcesses() {
  return createProcesses({
    onDeath: (child, status) =>
      void fail(`${child.name} ended in the middle (${status}). Its last lines:\n${lastLines(child.output())}`),
  });
}

/** @param {string} text @returns {0} */
function say(text) {
  process.stdout.write(`${text}\n`);
  return 0;
}

/** @param {string} reason */
async function fail(reason) {
  if (isEnding) return;
  process.stderr.write(`\nError: ${reason}\n`);
  await end(1);
}

/** Stops everything, once. @param {number} exitCode */
async function end(exitCode) {
  if (isEnding) return;
  isEnding = true;
  await clearAway();
  lock?.release();
  process.exit(exitCode);
}
