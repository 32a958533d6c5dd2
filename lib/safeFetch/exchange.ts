import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { bodyLengthOf, readBody } from './answerBody';
import type { BodyLength } from './answerBody';
import { readHead } from './answerHead';
import type { AnswerHead, AnswerHeaders } from './answerHead';
import { ByteReader } from './ByteReader';
import { OutboundError } from './OutboundError';

export interface ExchangeRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Ends the exchange with its reason, an OutboundError. */
  readonly signal: AbortSignal;
  readonly headersTimeoutMs: number;
  /** 0: none. */
  readonly bodyTimeoutMs: number;
  readonly onStatus: ((status: number) => void) | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  /** `content-length` is the length that frames the body; an empty or odd length is left out. */
  readonly headers: AnswerHeaders;
  /** As it came, not decompressed, with backpressure. Read or destroy it; its errors: `outboundErrorOf`. */
  readonly body: Readable;
  /** The address that answered, after redirects. */
  readonly url: string;
}

/** The bytes of a body that wait for their reader. */
const bodyBufferBytes = 64 * 1024;

/**
 * One request and its answer (RFC 9112), over a connection of its own, which ends with it: so nothing of one answer can
 * be taken for a part of another, and no request meets a connection that its server is about to close.
 */
export async function exchange(socket: Socket, request: ExchangeRequest): Promise<OutboundAnswer> {
  const { signal, url } = request;
  const stop = (): void => void socket.destroy(signal.reason);
  // Errors reach the reader of the bytes; there may be no reader any more.
  socket.on('error', () => undefined);
  signal.addEventListener('abort', stop, { once: true });
  socket.once('close', () => signal.removeEventListener('abort', stop));
  try {
    signal.throwIfAborted();
    socket.write(headOf(request), 'latin1');
    if (request.body !== undefined) socket.write(request.body);
    const reader = new ByteReader(socket);
    const head = await readHeadInTime(reader, socket, request);
    const length = bodyLengthOf(head);
    return { ...framed(head, length), body: bodyOf(reader, socket, { length, ...request }), url: url.href };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function headOf({ method, url, headers, body }: ExchangeRequest): string {
  const framing = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const fields = Object.entries({ host: url.host, ...headers, ...framing, connection: 'close' });
  const lines = fields.map(([name, value]) => {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return `${name}: ${value}\r\n`;
  });
  return `${method} ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

async function readHeadInTime(
  reader: ByteReader,
  socket: Socket,
  { headersTimeoutMs, onStatus }: ExchangeRequest,
): Promise<AnswerHead> {
  const timer = setTimeout(() => socket.destroy(new OutboundError('timeout')), headersTimeoutMs);
  try {
    return await readHead(reader, onStatus);
  } finally {
    clearTimeout(timer);
  }
}

/** Everything after this reads the length by which the body is read. */
function framed({ status, headers }: AnswerHead, length: BodyLength): AnswerHead {
  const { 'content-length': _said, ...others } = headers;
  return { status, headers: typeof length === 'number' ? { ...others, 'content-length': String(length) } : others };
}

function bodyOf(
  reader: ByteReader,
  socket: Socket,
  { length, bodyTimeoutMs, signal }: ExchangeRequest & { length: BodyLength },
): Readable {
  const pieces = readBody(reader, length);
  const body = new Readable({
    highWaterMark: bodyBufferBytes,
    read(): void {
      const onSilence = (): void => void body.destroy(new OutboundError('timeout'));
      const timer = bodyTimeoutMs === 0 ? undefined : setTimeout(onSilence, bodyTimeoutMs);
      pieces
        .next()
        .finally(() => clearTimeout(timer))
        .then(
          ({ value }) => body.push(value ?? null),
          (error: Error) => body.destroy(error),
        );
    },
    destroy(error, done): void {
      signal.removeEventListener('abort', stop);
      socket.destroy();
      done(error);
    },
  });
  const stop = (): void => void body.destroy(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  // Errors reach the reader of the body; there may be no reader any more.
  return body.on('error', () => undefined);
}
