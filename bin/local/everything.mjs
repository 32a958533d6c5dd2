import { join } from 'node:path';
import { build } from './build/build.mjs';
import { preferredPorts, serviceEnvironment } from './environment.mjs';
import { install, isInstalled } from './servers/install.mjs';
import { listeningPorts } from './servers/listeningPorts.mjs';
import { reservePorts } from './servers/ports.mjs';
import { startPostgres } from './servers/postgres.mjs';
import { migrate, startSandbox, startService } from './services.mjs';
import { startTemporal } from './servers/temporal.mjs';
import { findTemporalExecutable } from './servers/temporalExecutable.mjs';

/**
 * @typedef {object} Base
 * @property {import('./servers/processes.mjs').Processes} processes
 * @property {ReturnType<typeof import('./terminal.mjs').createTerminal>} terminal
 * @property {string} root the checkout
 * @property {string} dataDir
 *
 * @typedef {Base & {reservations: Record<import('./environment.mjs').PortName, import('./servers/ports.mjs').Reservation>}} Place
 *
 * @typedef {Awaited<ReturnType<typeof startEverything>>} Everything
 */

/**
 * Installs and builds the missing parts and starts everything, each server after the servers that it needs. The stop
 * goes the other way round (API, worker, sandbox, Temporal, PostgreSQL).
 * @param {Base} base
 */
export async function startEverything(base) {
  const { terminal, root, dataDir } = base;
  const reservations = await reservePorts(preferredPorts());
  const place = { ...base, reservations };
  await terminal.step('Dependencies', (note) => ensureDependencies(base, note));
  const databaseUrl = await terminal.step('PostgreSQL', () => startDatabase(place));
  const temporal = await terminal.step('Temporal server', (note) => startTemporalServer(place, note));
  await terminal.step('Build', async (note) => ({
    detail: await build({ ...base, onSlow: () => note('usually ten seconds') }),
  }));
  const addresses = {
    url: urlOf(reservations.sandbox),
    smtpUrl: urlOf(reservations.mail, 'smtp'),
    stripeUrl: urlOf(reservations.stripe),
  };
  const ports = [...Object.values(reservations).map(({ port }) => port), ...portsInUse(base)];
  const apiPort = reservations.api.port;
  const environment = serviceEnvironment({ root, dataDir, apiPort, ports, databaseUrl, temporal, sandbox: addresses });
  const apiUrl = environment.BASE_URL;
  await terminal.step('Database schema', async () => ({
    detail: 'up to date',
    value: await migrate(place, environment),
  }));
  const apps = await terminal.step('Sandbox', async () => ({
    detail: addresses.url,
    value: await startSandbox(place),
  }));
  const sandbox = { ...addresses, apps };
  await terminal.step('Worker and API', async () => ({
    detail: apiUrl,
    value: await startService(place, environment),
  }));
  return { ...place, environment, apiUrl, sandbox, temporal, databaseUrl };
}

/** The ports of this process and of the servers, Temporal's own choice among them. @param {Base} base */
function portsInUse({ processes }) {
  return [process.pid, ...processes.running().map(({ pid }) => pid)].flatMap(listeningPorts);
}

/** @param {import('./servers/ports.mjs').Reservation} reservation @param {string} [scheme] */
function urlOf({ port }, scheme = 'http') {
  return `${scheme}://127.0.0.1:${port}`;
}

/** @param {Base} base @param {(note: string) => void} note */
async function ensureDependencies({ processes, root }, note) {
  if (isInstalled(root)) return { detail: 'in place' };
  note('npm ci, usually half a minute');
  await install({ processes, root });
  return { detail: 'installed' };
}

/** @param {Place} place */
async function startDatabase({ processes, root, dataDir, reservations }) {
  if (process.env.DATABASE_URL) return { detail: 'yours (DATABASE_URL)', value: process.env.DATABASE_URL };
  const { url, port } = await startPostgres({
    processes,
    root,
    dir: join(dataDir, 'pg'),
    port: reservations.postgres,
    logFile: join(dataDir, 'logs', 'postgres.log'),
  });
  return { detail: `127.0.0.1:${port}`, value: url };
}

/** @param {Place} place @param {(note: string) => void} note */
async function startTemporalServer({ processes, root, dataDir, reservations }, note) {
  const { TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE, TEMPORAL_UI_URL } = process.env;
  if (TEMPORAL_ADDRESS) {
    const value = {
      address: TEMPORAL_ADDRESS,
      namespace: TEMPORAL_NAMESPACE || 'default',
      uiUrl: TEMPORAL_UI_URL || null,
    };
    return { detail: `yours (TEMPORAL_ADDRESS), ${TEMPORAL_ADDRESS}`, value };
  }
  const executable = await findTemporalExecutable({ processes, root, onSlow: note });
  const value = await startTemporal({
    processes,
    executable,
    ports: { grpc: reservations.temporal, http: reservations.temporalHttp, ui: reservations.temporalUi },
    logFile: join(dataDir, 'logs', 'temporal.log'),
    databaseFile: join(dataDir, 'temporal.db'),
  });
  return { detail: value.address, value };
}
