import { createServer } from 'node:net';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import type { LogEntry } from '@temporalio/worker';
import { listen, portOf } from '../lib/internalServer';
import type { Logger } from '../lib/logger';

const readLimitMs = 5_000;
/** Another program may take the port that was free a moment ago. */
const portTries = 5;

/**
 * Installs the runtime of Temporal's SDK. It writes to our log, its native part too, which would write to the console. Signals
 * are ours. Its native part serves its metrics at a free port that only this machine reaches.
 * @returns reads these metrics, in Prometheus's text format
 */
export async function installRuntime(logger: Logger): Promise<() => Promise<string>> {
  for (let tries = 1; ; tries += 1) {
    const address = `127.0.0.1:${await freePort()}`;
    try {
      installWith(logger, address);
      return async () => {
        const answer = await fetch(`http://${address}/metrics`, { signal: AbortSignal.timeout(readLimitMs) });
        return await answer.text();
      };
    } catch (error) {
      if (tries === portTries) throw error;
    }
  }
}

function installWith(logger: Logger, bindAddress: string): void {
  const names = { countersTotalSuffix: true, unitSuffix: true, useSecondsForDurations: true };
  Runtime.install({
    logger: new DefaultLogger('INFO', (entry) => forward(logger, entry)),
    telemetryOptions: {
      logging: { forward: {} },
      metrics: { attachServiceName: false, prometheus: { bindAddress, ...names } },
    },
    shutdownSignals: [],
  });
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
