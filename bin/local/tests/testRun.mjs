import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reserve } from '../servers/ports.mjs';
import { startPostgres } from '../servers/postgres.mjs';
import { readProcess } from '../servers/processTable.mjs';
import { startTemporal } from '../servers/temporal.mjs';
import { findTemporalExecutable } from '../servers/temporalExecutable.mjs';

const dirPrefix = 'content-delivery-test-';

/** A folder for one test run. The folders of killed runs are removed. */
export function makeRunDir() {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^content-delivery-test-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && readProcess(Number(pid)) === undefined) remove(join(tmpdir(), name));
  }
  return mkdtempSync(join(tmpdir(), `${dirPrefix}${process.pid}-`));
}

/** @param {string} dir */
export function remove(dir) {
  try {
    rmSync(dir, { recursive: true, force: true });
  } catch {
    // It belongs to another user, who will remove it.
  }
}

/**
 * Starts a PostgreSQL whose data is thrown away and a Temporal server in memory, unless the environment names some. Both
 * are got ready side by side: the dependencies hold PostgreSQL, and the program of Temporal may have to be built.
 * @param {object} options
 * @param {import('../servers/processes.mjs').Processes} options.processes
 * @param {string} options.root the checkout
 * @param {string} options.runDir
 * @param {Promise<unknown>} options.installed resolves when the dependencies are in place
 * @param {Promise<unknown>} options.prepared resolves when all is done that is to be done before the servers start
 * @param {(note: string) => void} options.onSlow
 * @returns {Promise<NodeJS.ProcessEnv>} where they are
 */
export async function startTestServers({ processes, root, runDir, installed, prepared, onSlow }) {
  const { TEST_DATABASE_URL, TEMPORAL_ADDRESS, TEMPORAL_NAMESPACE = 'default' } = process.env;
  const finding = TEMPORAL_ADDRESS ? undefined : findTemporalExecutable({ processes, root, installed, onSlow });
  const [executable] = await Promise.all([finding, prepared]);
  const [databaseUrl, temporalAddress] = await Promise.all([
    TEST_DATABASE_URL || startDatabase({ processes, root, runDir }),
    executable === undefined ? TEMPORAL_ADDRESS : startTemporalInMemory({ processes, executable, runDir }),
  ]);
  return { TEST_DATABASE_URL: databaseUrl, TEMPORAL_ADDRESS: temporalAddress, TEMPORAL_NAMESPACE };
}

/** @param {{processes: import('../servers/processes.mjs').Processes, root: string, runDir: string}} options */
async function startDatabase({ processes, root, runDir }) {
  const dir = join(runDir, 'pg');
  const logFile = join(runDir, 'postgres.log');
  const { url } = await startPostgres({ processes, root, dir, port: await reserve(), logFile, isEphemeral: true });
  return url;
}

/** @param {{processes: import('../servers/processes.mjs').Processes, executable: string, runDir: string}} options */
async function startTemporalInMemory({ processes, executable, runDir }) {
  const ports = { grpc: await reserve(), http: await reserve() };
  const logFile = join(runDir, 'temporal.log');
  const { address } = await startTemporal({ processes, executable, ports, logFile });
  return address;
}
