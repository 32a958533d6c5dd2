import type { Connection as TemporalConnection } from '@temporalio/client';
import { setPace } from '../domain/pace';
import { readConfig, ConfigError } from '../lib/config';
import { armFailpoints } from '../lib/failpoint';
import { createLogger } from '../lib/logger';
import type { Logger } from '../lib/logger';
import { logStrayOutput } from '../lib/strayOutput';
import { prepareNamespace, WrongAttributeType } from '../lib/temporal';
import { startTracing } from '../lib/tracing/tracing';
import { platformModules } from '../platforms/index';

export interface RunningProcess {
  /** Given in its line `ready`. */
  ready: object;
  /** A stop that takes longer is given up, with exit code 1. */
  stopLimitMs: number;
  stop: () => Promise<void>;
}

/**
 * The frame of every long-running process: settings → dependencies → run → stop. A wrong setting ends it with one line
 * on stderr; a signal stops it in order; an uncaught error is logged and ends it, since a supervisor starts it again.
 */
export async function runProcess(
  name: string,
  start: (config: Config, logger: Logger) => Promise<RunningProcess>,
): Promise<void> {
  const config = settingsOrExit();
  armFailpoints(config.failpointsFolder);
  setPace(config.pace);
  const logger = createLogger(name, config.logLevel);
  logStrayOutput(logger);
  const crash = (error: unknown): void => {
    logger.fatal({ err: error }, 'unexpected error; the process ends');
    process.exit(1);
  };
  process.on('uncaughtException', crash);
  process.on('unhandledRejection', crash);
  try {
    await startTracing({ endpoint: config.tracesEndpoint, service: `content-delivery-${name}`, logger });
    const running = await start(config, logger);
    stopOnSignal(running, logger);
    // The reader of this line may send a signal at once.
    logger.info(running.ready, 'ready');
  } catch (error) {
    logger.fatal({ err: error }, 'the process cannot start');
    process.exit(1);
  }
}

export type Config = ReturnType<typeof settingsOrExit>;

/** The settings, or the end of the process with a single line that names the fault. */
export function settingsOrExit() {
  try {
    return readConfig(platformModules);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

function stopOnSignal(running: RunningProcess, logger: Logger): void {
  let isStopping = false;
  const stop = (signal: string): void => {
    if (isStopping) return;
    isStopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), running.stopLimitMs).unref();
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'could not stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

/** Registers our search attributes and retention; a namespace that others administer may refuse, which is only logged. */
export async function prepareTemporal(
  connection: TemporalConnection,
  namespace: string,
  logger: Logger,
): Promise<void> {
  try {
    await prepareNamespace(connection, namespace);
  } catch (error) {
    if (error instanceof WrongAttributeType) throw error;
    logger.warn({ err: error }, 'the namespace was not prepared; see README, "Run it for real"');
  }
}
