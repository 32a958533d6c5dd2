import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, startProgram } from '../programs';
import type { Program } from '../programs';
import { servers, setServers } from './servers';

/** A server that a test may crash and bring back. */
export interface OwnServer {
  /** Its address, before and after. */
  address: string;
  /** Ends the server at once, as a crash would; its stored data stay. */
  crash: () => Promise<void>;
  /** Starts the server again with its stored data. Resolves when it answers. */
  restart: () => Promise<void>;
}

export interface OwnServers {
  postgres: OwnServer;
  temporal: OwnServer;
  /** Has the cluster of PostgreSQL in `pg/data`, unless it has a disk of its own, and Temporal's data in `temporal.db`. */
  dir: string;
  stop: () => Promise<void>;
}

interface OwnServersOptions {
  /** The folder for the data of PostgreSQL, if not a temporary one. */
  disk?: string;
  /** True: PostgreSQL is the system's own, which has the programs for backups; else the one of the dependencies. */
  isOfSystem?: boolean;
}

/**
 * A PostgreSQL that loses no commit and a Temporal server with a database file, for one test file alone. Until its end
 * `servers()` names these two instead of the run's servers, which no test may stop.
 */
export async function startOwnServers({ disk, isOfSystem = false }: OwnServersOptions = {}): Promise<OwnServers> {
  const dir = mkdtempSync(join(tmpdir(), 'content-delivery-own-'));
  const program = isOfSystem ? systemPostgresProgram : postgresProgram;
  const [postgres, temporal] = await Promise.all([
    startServer(program, disk ?? dir, 'SIGQUIT'), // "immediate shutdown": no session is ended, no checkpoint written
    startServer(temporalProgram, dir, 'SIGKILL'),
  ]);
  const setBack = setServers({ databaseUrl: postgres.address, temporalAddress: temporal.address });
  return {
    postgres,
    temporal,
    dir,
    stop: async () => {
      setBack();
      await Promise.all([postgres.stop(), temporal.stop()]);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/**
 * A Temporal server with its UI, for one test file alone; until its end `servers()` names it, too. The program of the
 * development server has the UI built in.
 */
export async function startTemporalWithUi(): Promise<{ uiUrl: string; stop: () => Promise<void> }> {
  const dir = mkdtempSync(join(tmpdir(), 'content-delivery-ui-'));
  const { said, end } = await startProgram<Started & { uiUrl: string }>(temporalProgram, root, dir, '0', 'ui');
  const setBack = setServers({ ...servers(), temporalAddress: said.address });
  return {
    uiUrl: said.uiUrl,
    stop: async () => {
      setBack();
      await end('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

interface Started {
  address: string;
  port: number;
  pid: number;
}

async function startServer(
  code: string,
  dir: string,
  crashSignal: NodeJS.Signals,
): Promise<OwnServer & { stop: () => Promise<void> }> {
  const start = async (port = 0): Promise<Program<Started>> => startProgram(code, root, dir, String(port));
  let running = await start();
  const { address, port } = running.said;
  return {
    address,
    crash: async () => {
      const { process: program, said, end } = running;
      process.kill(said.pid, crashSignal);
      if (program.exitCode === null) await new Promise((resolve) => program.once('exit', resolve));
      await end('SIGKILL');
    },
    restart: async () => {
      running = await start(port);
      if (running.said.port !== port) throw new Error(`another program has taken port ${port}`);
    },
    stop: async () => running.end('SIGTERM'),
  };
}

/** Both programs end with their server. */
const frame = `
import { createProcesses } from './bin/local/servers/processes.mjs';
import { reserve } from './bin/local/servers/ports.mjs';
const processes = createProcesses({ onDeath: () => process.exit(0) });
process.on('SIGTERM', () => processes.stopAll().then(() => process.exit(0)));
const [root, dir, wanted, ui] = process.argv.slice(1);
const port = await reserve(Number(wanted) || undefined);
const say = (address, uiUrl) =>
  console.log(JSON.stringify({ address, uiUrl, port: port.port, pid: processes.running()[0].pid }));`;

const postgres = (binaries: string): string => `${frame}
import { startPostgres } from './bin/local/servers/postgres.mjs';
import { findPostgresBinaries, findSystemPostgres } from './bin/local/servers/postgresBinaries.mjs';
const logFile = dir + '/postgres.log';
const { url } = await startPostgres({ processes, root, binaries: ${binaries}, dir: dir + '/pg', port, logFile });
say(url);`;
const postgresProgram = postgres('findPostgresBinaries(root)');
const systemPostgresProgram = postgres('findSystemPostgres()');

const temporalProgram = `${frame}
import { startTemporal } from './bin/local/servers/temporal.mjs';
import { findTemporalExecutable } from './bin/local/servers/temporalExecutable.mjs';
const executable = await findTemporalExecutable({ processes, root, onSlow: () => {} });
const ports = { grpc: port, http: await reserve(), ...(ui && { ui: await reserve() }) };
const logFile = dir + '/temporal.log';
const databaseFile = dir + '/temporal.db';
const { address, uiUrl } = await startTemporal({ processes, executable, ports, logFile, databaseFile });
say(address, uiUrl);`;
