import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgresBinaries } from './postgresBinaries.mjs';
import { untilReady } from './processes.mjs';
import { readProcess } from './processTable.mjs';
import { unprivileged } from './unprivileged.mjs';

const superuser = 'content_delivery';
const database = 'content_delivery';

/** Tests throw their cluster away, so nothing of it needs to survive a power cut. */
const ephemeralSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

/**
 * Starts a PostgreSQL of our own on the loopback address and waits until it answers; makes the cluster and its database
 * first if `dir` has none. Works as root (see `unprivileged`), keeps its data over any kind of end, and ends with this program.
 * @param {object} options
 * @param {import('./processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout, whose dependencies hold the binaries
 * @param {string} options.dir where the cluster lives
 * @param {import('./ports.mjs').Reservation} options.port
 * @param {string} options.logFile
 * @param {boolean} [options.isEphemeral] trades durability for speed
 * @param {{dir: string, major: number}} [options.binaries] those that `findPostgresBinaries` finds if left out
 * @returns {Promise<{url: string, port: number}>} `url` is a superuser's
 */
export async function startPostgres({
  processes,
  root,
  dir,
  port,
  logFile,
  isEphemeral = false,
  binaries = findPostgresBinaries(root),
}) {
  const data = join(dir, 'data');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const prefix = unprivileged(dir);
  if (!existsSync(join(data, 'PG_VERSION'))) await makeCluster({ processes, binaries, dir, data, prefix });
  await untilReleased(data);

  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200'];
  if (isEphemeral) settings.push(...ephemeralSettings);
  const args = ['-D', data, '-p', String(port.port), ...settings.flatMap((setting) => ['-c', setting])];
  await port.release();
  const server = processes.start({
    name: 'postgres',
    prefix,
    command: join(binaries.dir, 'postgres'),
    args,
    logFile,
    stopSignal: 'SIGINT', // "fast shutdown": ends sessions, writes a checkpoint
    graceMs: 30_000,
    hurriedGraceMs: 5_000,
  });
  await untilReady(server, () => isServing(data, server.pid), 60_000);
  return { url: connectionUrl(dir, port.port), port: port.port };
}

/** `postmaster.pid` has the process id in its first line and, once connections are accepted, "ready" in its eighth. @param {string} data @param {number} pid */
function isServing(data, pid) {
  const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** @param {string} dir @param {number} port */
function connectionUrl(dir, port) {
  const password = readFileSync(join(dir, 'password'), 'utf8').trim();
  return `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Makes the cluster and its database under another name and renames it at the end: half a cluster never looks like a whole one.
 * @param {object} options
 * @param {import('./processes.mjs').Processes} options.processes
 * @param {ReturnType<typeof findPostgresBinaries>} options.binaries
 * @param {string} options.dir
 * @param {string} options.data
 * @param {string[]} options.prefix
 */
async function makeCluster({ processes, binaries, dir, data, prefix }) {
  for (const left of readdirSync(dir)) if (left.startsWith('data.')) rmSync(join(dir, left), { recursive: true });
  const draft = `${data}.${process.pid}`;
  const passwordFile = join(dir, 'password');
  writeFileSync(passwordFile, `${randomBytes(18).toString('base64url')}\n`, { mode: 0o600 });
  // The server's user may differ from ours; the folder above keeps all other users out.
  chmodSync(passwordFile, 0o644);
  const access = [`--username=${superuser}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await processes.run({
    name: 'initdb',
    prefix,
    command: join(binaries.dir, 'initdb'),
    args: ['-D', draft, '--no-sync', '--encoding=UTF8', ...locale(binaries.major), ...access],
  });
  await processes.run({
    name: 'create database',
    prefix,
    command: join(binaries.dir, 'postgres'),
    args: ['--single', '-D', draft, 'postgres'],
    input: `CREATE DATABASE ${database};\n`,
  });
  renameSync(draft, data);
}

/** The same order everywhere; its own provider, which is also quicker, came with PostgreSQL 17. @param {number} major */
function locale(major) {
  return major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'] : ['--locale=C.UTF-8'];
}

/** Waits for the server of a start that was killed a moment ago, which may still be writing its last checkpoint. @param {string} data */
async function untilReleased(data) {
  const deadline = performance.now() + 15_000;
  const pidFile = join(data, 'postmaster.pid');
  while (existsSync(pidFile) && performance.now() < deadline) {
    const owner = readProcess(Number.parseInt(readFileSync(pidFile, 'utf8'), 10));
    if (!owner?.name.endsWith('postgres')) return;
    await sleep(100);
  }
}
