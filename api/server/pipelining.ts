import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { eventStreamsMax } from '../../domain/limits';
import { paced } from '../../domain/pace';
import type { Refusal } from '../http/errors';
import { busy, malformed } from '../http/refusals';
import type { Refuse } from './refuse';

/** The most requests of a connection that are taken before its first answer has gone out. */
const pipelinedMax = 16;
/** The most requests under way in this process, waiting requests included. Event streams are apart. */
const underWayMax = 10_000 + eventStreamsMax;
/** The time after an answer in which the rest of an unread body may end. */
const restOfBodyMs = 5_000;

export interface Pipelining {
  listener: RequestListener;
  /** Tells whether a request of the connection has no answer yet. */
  isAnswering: (socket: Socket) => boolean;
  /** Tells whether that request has not arrived whole, and all its bytes so far have been read. */
  isWaiting: (socket: Socket) => boolean;
  /**
   * Ends a connection that cannot be read any more, after the answers that it still waits for. A request that is cut
   * off by the end is refused, unless its answer depends on no missing part.
   * @returns false where the connection waits for no answer
   */
  breakOff: (socket: Socket, refusal: Refusal) => boolean;
}

interface Entry {
  request: IncomingMessage;
  response: ServerResponse;
  answer: () => void;
}

/** The requests of one connection that have no answer yet, the oldest first. */
interface Line {
  entries: Entry[];
  isBroken: boolean;
}

/** The lines of all connections. */
class Lines {
  readonly #ofSocket = new WeakMap<Socket, Line>();
  underWay = 0;

  find(socket: Socket): Line | undefined {
    return this.#ofSocket.get(socket);
  }

  of(socket: Socket): Line {
    const known = this.find(socket);
    if (known) return known;
    const line: Line = { entries: [], isBroken: false };
    this.#ofSocket.set(socket, line);
    // Node resumes the connection by itself when a request has been answered.
    socket.on('resume', () => {
      if (line.entries.length >= pipelinedMax) socket.pause();
    });
    // Answers that were not begun have no end of their own.
    socket.once('close', () => {
      this.underWay -= line.entries.splice(0).length;
    });
    return line;
  }

  /** Puts a request at the end of its line, and answers it when its turn has come. */
  join(entries: Entry[], entry: Entry): void {
    const { request, response } = entry;
    entries.push(entry);
    this.underWay += 1;
    response.once('close', () => {
      if (entries[0] !== entry) return;
      entries.shift();
      this.underWay -= 1;
      answerNext(entries, request);
    });
    if (entries.length >= pipelinedMax) request.socket.pause();
    if (entries.length === 1) entry.answer();
  }
}

function answerNext(entries: readonly Entry[], answered: IncomingMessage): void {
  const { socket } = answered;
  if (socket.destroyed) return;
  endUnfinished(answered);
  // An answer that ends the connection leaves the requests behind it undone.
  if (!socket.writable) return;
  if (entries.length < pipelinedMax && socket.isPaused()) socket.resume();
  entries[0]?.answer();
}

/**
 * Hands the requests of a connection on one after the other: the next request when the earlier answer has been handed
 * to the system. Node makes the answers to pipelined requests (RFC 9112 §9.3.2) at the same time, and holds all of them
 * for a caller that reads none. While more than a few requests wait, nothing more is read from the connection. Where
 * too many requests are under way, the next request is refused, with no effect.
 */
export function pipelining(listener: RequestListener, refuse: Refuse, most = underWayMax): Pipelining {
  const lines = new Lines();

  const take: RequestListener = (request, response) => {
    const { socket } = request;
    const { entries } = lines.of(socket);
    const isTooMuch = lines.underWay >= most;
    // The connection waits for other answers: a refusal would come late, and would make the line longer.
    if (isTooMuch && entries.length > 0) {
      socket.destroy();
      return;
    }
    const refusal = isTooMuch ? busy : missingHost(request);
    const headers = isTooMuch ? { 'Retry-After': '1' } : {};
    const answer = (): void => {
      if (refusal) refuse.instead(response, refusal.errorWith({ headers }));
      else listener(request, response);
    };
    lines.join(entries, { request, response, answer });
  };

  return {
    listener: take,
    isAnswering: (socket) => (lines.find(socket)?.entries.length ?? 0) > 0,
    isWaiting: (socket) => {
      const request = lines.find(socket)?.entries[0]?.request;
      return request !== undefined && !request.complete && request.readableLength === 0;
    },
    breakOff: (socket, refusal) => {
      const line = lines.find(socket);
      const last = line?.entries.at(-1);
      if (!line || !last) return false;
      if (!line.isBroken)
        endWith(last, line.entries.length === 1, () => refuse.instead(last.response, refusal.error()));
      line.isBroken = true;
      return true;
    },
  };
}

/** Makes the answer to a request the last of its connection; or the refusal, where a wanted body is cut off. */
function endWith(entry: Entry, isFirst: boolean, refuse: () => void): void {
  const { request, response } = entry;
  response.shouldKeepAlive = false;
  response.once('close', () => request.socket.end());
  if (request.complete || response.headersSent) return;
  if (!isFirst) entry.answer = refuse;
  else if (request.readableFlowing === true) refuse();
  // A route that does not read the body may have done its work already.
  else request.once('resume', () => response.headersSent || refuse());
}

/** The refusal of a request without a host (RFC 9112 §3.2). Node's own answer would have no body and no id. */
function missingHost({ httpVersion, headers }: IncomingMessage): Refusal | undefined {
  return httpVersion === '1.1' && headers.host === undefined ? malformed : undefined;
}

/** Ends a connection whose caller goes on sending a body long after the answer to it. */
function endUnfinished(request: IncomingMessage): void {
  if (request.complete) return;
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, paced(restOfBodyMs)).unref();
}
