import { pino, stdTimeFunctions } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

/** JSON lines on stdout. What may hold a credential is never given to it; the redaction here is the second wall. */
export function createLogger(process: string, level: string): Logger {
  return pino({
    level,
    base: { process },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: [
        '*.authorization',
        '*.accessToken',
        '*.refreshToken',
        '*.apiKey',
        '*.session',
        '*.webhookSecret',
        '*.password',
      ],
      censor: '[redacted]',
    },
  });
}
