import { untilReady } from './processes.mjs';

/** Typed columns of the Temporal UI's list; a worker refuses to start without them. */
const searchAttributes = {
  AssignmentId: 'Keyword',
  WorkspaceId: 'Keyword',
  ConnectionId: 'Keyword',
  Platform: 'Keyword',
  AssignmentStatus: 'Keyword',
  ContentType: 'Keyword',
  ErrorCode: 'Keyword',
  ScheduledAt: 'Datetime',
};

/**
 * The development server polls its queues 20 times a second and rounds timers up to a second by default:
 * with these, a lone five-activity workflow takes 85 ms instead of 550. Production clusters have the same keys.
 *
 * Each queue has one partition: a single server cannot spread its tasks, and forwards each task between partitions
 * until it meets a poller. With one partition, priority and fairness are exact, too.
 */
const dynamicConfig = {
  'history.transferProcessorMaxPollRPS': '1000',
  'history.timerProcessorMaxPollRPS': '1000',
  'history.visibilityProcessorMaxPollRPS': '1000',
  'history.timerProcessorMaxTimeShift': '"10ms"',
  'matching.enableFairness': 'true',
  'matching.numTaskqueueReadPartitions': '1',
  'matching.numTaskqueueWritePartitions': '1',
};

/**
 * The garbage collector of the server runs a quarter as often, while the heap is below the limit: it shares the
 * processors with the service (docs/performance.md).
 */
const goRuntime = { GOGC: '400', GOMEMLIMIT: '2GiB' };

/**
 * Starts a Temporal development server on the loopback address and waits until its namespace and search attributes are there.
 * @param {object} options
 * @param {import('./processes.mjs').Processes} options.processes
 * @param {string} options.executable
 * @param {{grpc: import('./ports.mjs').Reservation, http: import('./ports.mjs').Reservation, ui?: import('./ports.mjs').Reservation}} options.ports
 *   without `ui` there is no web interface
 * @param {string} options.logFile
 * @param {string} [options.databaseFile] without it everything is in memory
 * @returns {Promise<{address: string, namespace: string, uiUrl: string | null}>}
 */
export async function startTemporal({ processes, executable, ports, logFile, databaseFile }) {
  const { grpc, http, ui } = ports;
  await Promise.all([grpc.release(), http.release(), ui?.release()]);
  const args = [
    'server',
    'start-dev',
    '--ip',
    '127.0.0.1',
    '--port',
    String(grpc.port),
    '--http-port',
    String(http.port),
  ];
  args.push('--log-level', 'warn', ...uiArguments(ui), ...storage(databaseFile));
  for (const [name, type] of Object.entries(searchAttributes)) args.push('--search-attribute', `${name}=${type}`);
  for (const [key, value] of Object.entries(dynamicConfig)) args.push('--dynamic-config-value', `${key}=${value}`);
  const server = processes.start({
    name: 'temporal',
    command: executable,
    args,
    logFile,
    env: { ...goRuntime, ...process.env },
  });
  await untilReady(server, () => hasSearchAttributes(http.port), 60_000);
  return {
    address: `127.0.0.1:${grpc.port}`,
    namespace: 'default',
    uiUrl: ui === undefined ? null : `http://127.0.0.1:${ui.port}`,
  };
}

/** @param {import('./ports.mjs').Reservation | undefined} ui */
function uiArguments(ui) {
  return ui === undefined ? ['--headless'] : ['--ui-port', String(ui.port), '--ui-disable-news-fetch'];
}

/**
 * A write-ahead log makes the file as quick as memory (one-activity workflows: 72 a second instead of 26). The pages of
 * thousands of runs stay in memory.
 */
const pragmas = { journal_mode: 'wal', synchronous: 'normal', cache_size: '-65536', temp_store: 'memory' };

/** @param {string | undefined} file */
function storage(file) {
  if (file === undefined) return [];
  const settings = Object.entries(pragmas).flatMap(([name, value]) => ['--sqlite-pragma', `${name}=${value}`]);
  return ['--db-filename', file, ...settings];
}

/** @param {number} httpPort */
async function hasSearchAttributes(httpPort) {
  const url = `http://127.0.0.1:${httpPort}/api/v1/namespaces/default/search-attributes`;
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) });
  /** @type {{customAttributes?: object}} */
  const { customAttributes = {} } = JSON.parse(await response.text());
  return response.ok && Object.keys(searchAttributes).every((name) => name in customAttributes);
}
