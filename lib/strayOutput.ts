import { format } from 'node:util';
import type { Logger } from './logger';

/**
 * Sends the console output of Node and libraries to the log: warnings, deprecations and lines of their own. So every
 * line of a process is a line of its log.
 */
export function logStrayOutput(logger: Logger): void {
  // Node's own listener prints a warning as plain text.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => logger.warn({ err: warning }, 'a warning of Node or a library'));
  for (const [method, level] of Object.entries(levels)) {
    const write = (...parts: unknown[]): void => logger[level]({ console: method }, format(...parts));
    Object.assign(console, { [method]: write });
  }
}

const levels = { trace: 'debug', debug: 'debug', log: 'info', info: 'info', warn: 'warn', error: 'error' } as const;
