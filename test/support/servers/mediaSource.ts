import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from './server';

/** The source's answer to one request. */
export interface SourceAnswer {
  bytes?: Buffer;
  /** Any other than 200 has no body and no validators. */
  status?: number;
  /** Null: none. */
  etag?: string | null;
  lastModified?: string | null;
  /** False: the source does not know Range (RFC 9110 §14.2 lets it ignore it). */
  ranges?: boolean;
  /** It answers a Range whatever If-Range says. */
  ignoresIfRange?: boolean;
  /** The number of bytes that it announces; null: none, the body is chunked. */
  announcedBytes?: number | null;
  /** The connection ends after this many bytes of this answer. */
  cutAfterBytes?: number;
  /** Nothing more comes after this many bytes of this answer until `resume`. */
  pauseAfterBytes?: number;
  /** An answer that goes to the end of the file stands still at this byte of it, however often it is asked for, until `resume`. */
  pauseAtByte?: number;
  /** So many bytes at a time, with a pause between. */
  drip?: { bytes: number; everyMs: number };
  headers?: Record<string, string>;
}

export interface SourceRequest {
  range: string | undefined;
  ifRange: string | undefined;
  /** Bytes of the body that have been written. */
  sentBytes: number;
  /** True while its connection stands and its answer is not complete. */
  isOpen: boolean;
}

/** One file of the source. */
export interface Media {
  url: string;
  requests: SourceRequest[];
  /** Lets a paused answer, and all later ones, go on. */
  resume: () => void;
}

export interface MediaSource {
  port: number;
  /** A new file; a function answers the n-th request (from 1). */
  serve: (answer: SourceAnswer | ((nth: number) => SourceAnswer)) => Media;
  stop: () => Promise<void>;
}

interface File extends Media {
  answerTo: (nth: number) => SourceAnswer;
  resumed: Promise<void>;
}

/** A web server with files that behave as badly as real ones do, on a random port of 127.0.0.1. */
export async function startMediaSource(): Promise<MediaSource> {
  const files = new Map<string, File>();
  const server = await startServer((request, response) => {
    const file = files.get((request.url ?? '').replace(/\?.*/, ''));
    if (!file) return void response.writeHead(404).end();
    answer(file, request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  return {
    port: server.port,
    serve: (given) => {
      const path = `/${files.size + 1}.mp4`;
      let resume = (): void => undefined;
      const resumed = new Promise<void>((resolve) => (resume = resolve));
      const answerTo = typeof given === 'function' ? given : () => given;
      const url = server.url + path;
      const file = { url, requests: [], resume, answerTo, resumed };
      files.set(path, file);
      return file;
    },
    stop: server.stop,
  };
}

async function answer(file: File, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { range, 'if-range': ifRange } = request.headers;
  const noted = { range, ifRange: ifRange as string | undefined, sentBytes: 0, isOpen: true };
  response.once('close', () => (noted.isOpen = false));
  const how = file.answerTo(file.requests.push(noted));
  if (how.status !== undefined && how.status !== 200) return void response.writeHead(how.status, how.headers).end();
  const { bytes = Buffer.alloc(0), etag = '"first"', lastModified = null, ranges = true } = how;
  const validators = { ...(etag && { etag }), ...(lastModified && { 'last-modified': lastModified }) };
  const condition = how.ignoresIfRange ? undefined : noted.ifRange;
  const span = spanOf(ranges ? range : undefined, condition, [etag, lastModified]);
  const { start, end = bytes.length } = span ?? { start: 0 };
  if (span && start >= bytes.length) {
    return void response.writeHead(416, { ...validators, 'content-range': `bytes */${bytes.length}` }).end();
  }
  const { announcedBytes = bytes.length } = how;
  const isWhole = span?.end === undefined;
  const last = Math.min(end, bytes.length) - 1;
  const lengthBytes = isWhole ? announcedBytes && announcedBytes - start : last + 1 - start;
  response.writeHead(span ? 206 : 200, {
    ...validators,
    ...(lengthBytes !== null && { 'content-length': lengthBytes }),
    ...(span && { 'content-range': `bytes ${start}-${last}/${announcedBytes ?? '*'}` }),
    ...how.headers,
  });
  response.flushHeaders();
  const pauseAfterBytes =
    isWhole && how.pauseAtByte !== undefined ? Math.max(0, how.pauseAtByte - start) : how.pauseAfterBytes;
  await send(
    file,
    { ...how, ...(pauseAfterBytes !== undefined && { pauseAfterBytes }) },
    noted,
    bytes.subarray(start, last + 1),
    response,
  );
  const isShort = isWhole && announcedBytes !== null && bytes.length < announcedBytes;
  if (isShort || how.cutAfterBytes !== undefined) response.destroy();
  else response.end();
}

/**
 * The span that is asked for, `end` without its last byte; undefined: all of it. RFC 9110 §13.1.5: for a validator that
 * does not fit, or is weak, the whole file. A date is taken, as nginx does.
 */
function spanOf(
  range = '',
  ifRange: string | undefined,
  validators: (string | null)[],
): { start: number; end?: number } | undefined {
  const isSame = ifRange === undefined || (!ifRange.startsWith('W/') && validators.includes(ifRange));
  const [, start, last] = /^bytes=(\d+)-(\d*)$/.exec(range) ?? [];
  if (!isSame || start === undefined) return undefined;
  if (last) return { start: Number(start), end: Number(last) + 1 };
  return start === '0' ? undefined : { start: Number(start) };
}

/** Resolves when the last byte has been handed to the system, which then delivers it even if the connection is ended. */
async function send(
  { resumed }: File,
  { cutAfterBytes = Infinity, pauseAfterBytes = Infinity, drip = { bytes: 64 * 1024, everyMs: 0 } }: SourceAnswer,
  noted: SourceRequest,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const closed = once(response, 'close');
  const end = Math.min(body.length, cutAfterBytes);
  for (;;) {
    if (noted.sentBytes === pauseAfterBytes) await Promise.race([resumed, closed]);
    if (noted.sentBytes === end || !noted.isOpen) return;
    const stop = noted.sentBytes < pauseAfterBytes ? Math.min(end, pauseAfterBytes) : end;
    const piece = body.subarray(noted.sentBytes, Math.min(stop, noted.sentBytes + drip.bytes));
    await Promise.race([new Promise((resolve) => response.write(piece, resolve)), closed]);
    noted.sentBytes += piece.length;
    if (drip.everyMs > 0) await delay(drip.everyMs);
  }
}
