import type { IncomingMessage } from 'node:http';

/** The effect of a request on a post. */
export interface Effect {
  /** The id of the post. */
  readonly resource: string;
  /** The title of the post afterwards; before, if the post is gone. */
  readonly title: string;
  /** Its audience before and afterwards, in the platform's words; null: there is no such post. */
  readonly from: string | null;
  readonly to: string | null;
}

/** The notes of the sandbox about a request while it is answered. */
export interface Exchange {
  /** Body bytes received so far. */
  bytes: number;
  /** Writes the effect of the request on a post into the record of calls; for the tick of the effect. */
  noteEffect?: (effect: Effect) => void;
  /** A fault: the connection ends after this many bytes of the body. */
  cutAfterBytes?: number;
  /** The whole body, where it was received before any code read it. */
  received?: Buffer;
}

/** The connection of a request ended before its body did. */
export class ConnectionCut extends Error {
  override name = 'ConnectionCut';
}

/** The request body is longer than this endpoint takes. */
export class BodyTooLarge extends Error {
  override name = 'BodyTooLarge';
}

const formLimitBytes = 64 * 1024;
const exchanges = new WeakMap<IncomingMessage, Exchange>();

/** The notes about a request; the same object each time. */
export function exchangeOf(req: IncomingMessage): Exchange {
  const known = exchanges.get(req);
  if (known) return known;
  const exchange = { bytes: 0 };
  exchanges.set(req, exchange);
  return exchange;
}

/**
 * The request body, piece by piece; the only way a body is read here, so every byte is counted and a cut falls exactly where
 * the fault says. Throws ConnectionCut when the connection ends early. Stopping half-way leaves the connection usable.
 */
export async function* bodyOf(req: IncomingMessage): AsyncGenerator<Buffer, void, void> {
  const exchange = exchangeOf(req);
  if (exchange.received) {
    if (exchange.received.length > 0) yield exchange.received;
    return;
  }
  const pieces: AsyncIterator<Buffer> = req.iterator({ destroyOnReturn: false });
  for (;;) {
    const { value: piece, done } = await pieces.next().catch(() => {
      throw new ConnectionCut();
    });
    if (done) return;
    const left = (exchange.cutAfterBytes ?? Infinity) - exchange.bytes;
    if (piece.length >= left) {
      exchange.bytes += left;
      if (left > 0) yield piece.subarray(0, left);
      req.socket.destroy();
      throw new ConnectionCut();
    }
    exchange.bytes += piece.length;
    yield piece;
  }
}

/** The request body. Throws BodyTooLarge, ConnectionCut. */
export async function readBytes(req: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of bodyOf(req)) {
    sizeBytes += piece.length;
    if (sizeBytes > limitBytes) throw new BodyTooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The request body as text. Throws BodyTooLarge, ConnectionCut. */
export async function readText(req: IncomingMessage, limitBytes: number): Promise<string> {
  return (await readBytes(req, limitBytes)).toString('utf8');
}

/** A body of `application/x-www-form-urlencoded`, under any label. Throws BodyTooLarge, ConnectionCut. */
export async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await readText(req, formLimitBytes));
}

/** Receives the whole body into memory; it can be read afterwards, though the connection has ended. Throws ConnectionCut. */
export async function receiveBody(req: IncomingMessage): Promise<void> {
  const body = await readBytes(req, Infinity);
  exchangeOf(req).received = body;
}

/** Reads the rest of the body and forgets it, so that the answer comes after the last byte. Throws ConnectionCut. */
export async function discardBody(req: IncomingMessage): Promise<void> {
  for await (const piece of bodyOf(req)) void piece;
}
