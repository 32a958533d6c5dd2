import { pino, stdTimeFunctions } from 'pino';
import type { DestinationStream, Logger } from 'pino';
import { redact } from './redact';
import { redactAddresses } from './redactText';

export type { Logger } from 'pino';

/**
 * JSON lines on stdout, or where `destination` says. Callers never give it a credential; the redaction
 * here is the second wall. (It does not look through the bindings of a child logger: there are none.)
 */
export function createLogger(process: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { process },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: redact },
    // Errors are in their serialized form when they come here.
    serializers: { err: (error: unknown) => error },
    hooks: { streamWrite: redactAddresses },
  };
  return destination ? pino(options, destination) : pino(options);
}
