import { ReadableStream } from 'node:stream/web';
import type { Request as ExpressRequest } from 'express';
import type { RawRequest } from './Route';

/**
 * A request in the form of the fetch standard, with the given method and only the headers that `raw` names. The
 * parameters of its media type are left out. Its body is read no faster than the reader asks.
 */
export function streamOf(
  request: ExpressRequest,
  { headers: { shape }, bodyMediaType }: RawRequest,
  method: string,
): Request {
  const names = [...Object.keys(shape), ...(bodyMediaType === undefined ? [] : ['Content-Length'])];
  const headers = new Headers();
  for (const name of names) {
    const value = request.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  const init = { method, headers };
  const url = new URL(request.path, 'http://localhost');
  if (bodyMediaType === undefined) return new Request(url, init);
  const [mediaType = ''] = (request.get('Content-Type') ?? '').split(';');
  headers.set('Content-Type', mediaType.trim().toLowerCase());
  // Unread bytes stay: an answer that comes early is still to be sent.
  const body = ReadableStream.from<Uint8Array>(request.iterator({ destroyOnReturn: false }));
  return new Request(url, { ...init, body, duplex: 'half' });
}
