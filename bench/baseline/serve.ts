import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server } from 'node:http';
import { text } from 'node:stream/consumers';

interface Answer {
  readonly status: number;
  readonly body?: object;
}
type Handler = (body: string, headers: IncomingHttpHeaders) => Answer | Promise<Answer>;

/**
 * A plain server that answers in JSON: 404 where there is no handler, 400 where a handler fails.
 * @param handlers by method and path, such as `PUT /run`
 */
export function serve(handlers: Readonly<Record<string, Handler>>): Server {
  return createServer((request, response) => {
    const [path] = (request.url ?? '').split('?');
    const handler = handlers[`${request.method} ${path}`];
    void text(request)
      .then((given) => handler?.(given, request.headers) ?? { status: 404 })
      .catch((error: unknown) => ({ status: 400, body: { error: String(error) } }))
      .then(({ status, body }: Answer) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(body && JSON.stringify(body));
      });
  });
}
