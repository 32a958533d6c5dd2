import { ReadableStream } from 'node:stream/web';
import type { Request as ExpressRequest } from 'express';
import type { RawRequest } from './Route';

/** A request as the fetch standard has it, with those of its headers that `raw` names. Its body is read no faster than it is asked for. */
export function streamOf(request: ExpressRequest, { headers: schema, bodyMediaType }: RawRequest): Request {
  const names = [
    ...Object.keys(schema.shape),
    ...(bodyMediaType === undefined ? [] : ['Content-Type', 'Content-Length']),
  ];
  const given = names.flatMap((name) => {
    const value = request.get(name);
    return value === undefined ? [] : [[name, value] as [string, string]];
  });
  const { method, path } = request;
  const init = { method, headers: given };
  const url = new URL(path, 'http://localhost');
  if (bodyMediaType === undefined) return new Request(url, init);
  // What is not read stays: an answer that comes early is still to be sent.
  const body = ReadableStream.from<Uint8Array>(request.iterator({ destroyOnReturn: false }));
  return new Request(url, { ...init, body, duplex: 'half' });
}
