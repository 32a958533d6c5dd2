import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from '../../lib/logger';
import { errorKinds } from '../http/errors';
import type { ApiError } from '../http/errors';
import { plainSecurityHeaders } from '../http/securityHeaders';

/** Refuses by itself, without the app: the standard body, an id and a line of the log (contract.md §10). */
export interface Refuse {
  /** Answers a request in place of the app. The connection ends with it. */
  instead(response: ServerResponse, error: ApiError): void;
  /** Answers bytes that are no request. The connection ends with it. */
  onSocket(socket: Socket, error: ApiError, reason: string | undefined): void;
}

export function createRefuse(logger: Logger): Refuse {
  return {
    instead: (response, error) => {
      // The app has given the request its id, if it has seen it; the line of the log is then the app's, too.
      const known = response.getHeader('X-Request-Id');
      const requestId = typeof known === 'string' ? known : randomUUID();
      const { status, headers, body } = rawAnswer(error, requestId);
      if (known === undefined) logger.info({ requestId, status }, 'request was not taken');
      response.writeHead(status, headers).end(body);
    },
    onSocket: (socket, error, reason) => {
      const requestId = randomUUID();
      const { status, headers, body } = rawAnswer(error, requestId);
      logger.info({ requestId, status, reason }, 'request could not be read');
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
      socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    },
  };
}

function rawAnswer({ code, message, headers }: ApiError, requestId: string) {
  const body = JSON.stringify({ error: code, message, details: {} });
  return {
    status: errorKinds[code].status,
    body,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      ...plainSecurityHeaders,
      'X-Request-Id': requestId,
      ...headers,
      Connection: 'close',
    },
  };
}
