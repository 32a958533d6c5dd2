import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { paced } from '../../domain/pace';

/** So many requests of a connection are taken before its first answer has gone out. */
const pipelinedMax = 16;
/** So many requests are under way in this process, those that wait for their turn included; one more ends its connection. */
const underWayMax = 10_000;
/** A body that nobody reads may end within this time after its answer. */
const restOfBodyMs = 5_000;

interface InTurn {
  listener: RequestListener;
  /** Whether a request of the connection has no answer yet. */
  isAnswering: (socket: Socket) => boolean;
  /** Whether that request has not come whole, and nothing that came of it waits to be read. */
  isWaiting: (socket: Socket) => boolean;
}

/** The requests of one connection that have no answer yet, the oldest first. */
type Line = { request: IncomingMessage; answer: () => void }[];

/**
 * Hands the requests of a connection on one after the other: the next one when the answer before it has been handed to the
 * system. Node makes the answers to pipelined requests (RFC 9112 §9.3.2) at the same time, and holds all of them for a
 * caller that reads none. While more than a few requests wait, nothing more is read from the connection.
 */
export function answerInTurn(listener: RequestListener): InTurn {
  const lines = new WeakMap<Socket, Line>();
  let underWay = 0;

  const lineOf = (socket: Socket): Line => {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = [];
    lines.set(socket, line);
    // Node resumes the connection by itself when a request has been answered.
    socket.on('resume', () => {
      if (line.length >= pipelinedMax) socket.pause();
    });
    // Answers that were not begun have no end of their own.
    socket.once('close', () => {
      underWay -= line.splice(0).length;
    });
    return line;
  };

  const take: RequestListener = (request, response) => {
    const { socket } = request;
    const line = lineOf(socket);
    const answer = (): void => listener(request, response);
    line.push({ request, answer });
    underWay += 1;
    response.once('close', () => {
      if (line[0]?.answer !== answer) return;
      line.shift();
      underWay -= 1;
      if (socket.destroyed) return;
      endUnfinished(request);
      if (line.length < pipelinedMax && socket.isPaused()) socket.resume();
      line[0]?.answer();
    });
    if (underWay > underWayMax) socket.destroy();
    else if (line.length >= pipelinedMax) socket.pause();
    if (line.length === 1) answer();
  };
  return {
    listener: take,
    isAnswering: (socket) => (lines.get(socket)?.length ?? 0) > 0,
    isWaiting: (socket) => {
      const request = lines.get(socket)?.[0]?.request;
      return request !== undefined && !request.complete && request.readableLength === 0;
    },
  };
}

/** Ends a connection whose caller goes on sending a body long after the answer to it. */
function endUnfinished(request: IncomingMessage): void {
  if (request.complete) return;
  setTimeout(() => {
    if (!request.complete) request.socket.destroy();
  }, paced(restOfBodyMs)).unref();
}
