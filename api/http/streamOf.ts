import { ReadableStream } from 'node:stream/web';
import type { Request as ExpressRequest } from 'express';
import type { RawRequest } from './Route';

/** A request as the fetch standard has it, with those of its headers that `raw` names. Its body is read no faster than it is asked for. */
export function streamOf(request: ExpressRequest, { headers: { shape }, bodyMediaType }: RawRequest): Request {
  const names = [...Object.keys(shape), ...(bodyMediaType === undefined ? [] : ['Content-Type', 'Content-Length'])];
  const headers = new Headers();
  for (const name of names) {
    const value = request.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  const { method, path } = request;
  const init = { method, headers };
  const url = new URL(path, 'http://localhost');
  if (bodyMediaType === undefined) return new Request(url, init);
  // Unread bytes stay: an answer that comes early is still to be sent.
  const body = ReadableStream.from<Uint8Array>(request.iterator({ destroyOnReturn: false }));
  return new Request(url, { ...init, body, duplex: 'half' });
}
