import { once } from 'node:events';
import { createServer } from 'node:http';
import { containers, makeFilm } from './films';
import type { Container } from './films';

/** A source of films that knows Range, in this process. */
export interface FilmServer {
  readonly url: string;
  readonly urlOf: (container: Container) => string;
  readonly sizeOf: (container: Container) => number;
  /** Bytes of films sent since this was asked last. */
  readonly takeSentBytes: () => number;
}

/** It ends with the process. */
export async function serveFilms(): Promise<FilmServer> {
  const films = new Map<string, Buffer>();
  for (const container of containers) films.set(`/film.${container}`, await makeFilm(container));
  let sentBytes = 0;
  const server = createServer((request, response) => {
    const film = films.get(request.url ?? '');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (!film || from === undefined) return void response.writeHead(404).end();
    const part = film.subarray(Number(from), Number(to) + 1);
    sentBytes += part.length;
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${film.length}`;
    response.writeHead(206, { etag: '"film"', 'content-range': range, 'content-length': part.length }).end(part);
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the films have no port');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    urlOf: (container) => `${url}/film.${container}`,
    sizeOf: (container) => films.get(`/film.${container}`)?.length ?? 0,
    takeSentBytes: () => {
      const taken = sentBytes;
      sentBytes = 0;
      return taken;
    },
  };
}
