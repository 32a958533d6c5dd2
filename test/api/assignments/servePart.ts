import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a Range with that part of a video, as a server does that knows no more of it than its bytes. */
export function servePart(file: Buffer, { headers }: IncomingMessage, response: ServerResponse): void {
  const [, start, last] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = file.subarray(Number(start), Number(last) + 1);
  const range = `bytes ${start}-${Number(start) + part.length - 1}/${file.length}`;
  response.writeHead(206, { 'content-type': 'video/mp4', 'content-range': range, etag: '"1"' }).end(part);
}
