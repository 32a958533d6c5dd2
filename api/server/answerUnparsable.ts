import type { Socket } from 'node:net';
import type { Refusal } from '../http/errors';
import { headersTooLarge, malformed, requestTooLate } from '../http/refusals';
import type { Pipelining } from './pipelining';
import type { Refuse } from './refuse';

/** Node's codes for the ways in which a request cannot be read; all others are malformed. */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: requestTooLate,
  HPE_HEADER_OVERFLOW: headersTooLarge,
};

/**
 * Answers a request that cannot be read: the standard body, an id and a line of the log (contract.md §10). The connection
 * ends with it, after the answers to the requests before it.
 */
export function answerUnparsable(refuse: Refuse, breakOff: Pipelining['breakOff']) {
  return ({ code }: { code?: string }, socket: Socket): void => {
    if (!socket.writable || code === 'ECONNRESET') {
      socket.destroy();
      return;
    }
    const refusal = refusals[code ?? ''] ?? malformed;
    if (!breakOff(socket, refusal)) refuse.onSocket(socket, refusal.error(), code);
  };
}
