import { createServer } from 'node:net';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { LogEntry } from '@temporalio/worker';
import { listen, portOf } from '../lib/internalServer';
import type { Logger } from '../lib/logger';

const readLimitMs = 5_000;

/**
 * Installs the runtime of Temporal's SDK. It writes to our log, its native part too, which would write to the console. Signals
 * are ours. Its native part serves its metrics at a free port that only this machine reaches.
 * @returns reads these metrics, in Prometheus's text format
 */
export async function installRuntime(logger: Logger): Promise<() => Promise<string>> {
  const address = `127.0.0.1:${await freePort()}`;
  const names = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
  Runtime.install({
    logger: new DefaultLogger('INFO', (entry) => forward(logger, entry)),
    telemetryOptions: {
      logging: { forward: {} },
      metrics: { attachServiceName: false, prometheus: { bindAddress: address, ...names } },
    },
    shutdownSignals: [],
  });
  return async () => {
    const answer = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(readLimitMs) });
    return answer.text();
  };
}

/** The SDK does not tell which port it was given, so one is looked for. */
async function freePort(): Promise<number> {
  const server = createServer();
  await listen(server, 0, '127.0.0.1');
  const port = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function forward(logger: Logger, { level, message, meta }: LogEntry): void {
  const levels = { TRACE: 'trace', DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' } as const;
  logger[levels[level]]({ ...meta }, message);
}
