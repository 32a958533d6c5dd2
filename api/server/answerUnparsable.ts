import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../lib/logger';
import { errorKinds } from '../http/errors';
import type { Refusal } from '../http/errors';
import { headersTooLarge, malformed, requestTooLate } from '../http/refusals';

/** What Node calls the ways in which a request cannot be read; all others are malformed. */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTooLate,
  HPE_HEADER_OVERFLOW: headersTooLarge,
};

/**
 * Answers a request that no route sees, because it cannot be read: the standard body, an id and a line of the log
 * (contract.md §10). The connection ends with it. Where an answer is on its way, nothing can be put between.
 */
export function answerUnparsable(logger: Logger, isAnswering: (socket: Socket) => boolean) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || isAnswering(socket) || error.code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const requestId = randomUUID();
    const { code, message } = (refusals[error.code ?? ''] ?? malformed).error();
    const { status } = errorKinds[code];
    const body = JSON.stringify({ error: code, message, details: {} });
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none';base-uri 'none';frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'X-Request-Id': requestId,
      Connection: 'close',
    };
    logger.info({ requestId, status, reason: error.code }, 'request could not be read');
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
  };
}
