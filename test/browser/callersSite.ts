import { createServer } from 'node:http';
import { listen, portOf } from '../../lib/internalServer';

export interface CallersSite {
  url: string;
  /** The `Referer` of each request. */
  referers: (string | undefined)[];
  stop: () => Promise<void>;
}

/** The site of a caller of the service, where the browser ends. */
export async function startCallersSite(): Promise<CallersSite> {
  const referers: CallersSite['referers'] = [];
  const server = createServer((request, response) => {
    referers.push(request.headers.referer);
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Caller</title><h1>Back again</h1></html>',
    );
  });
  await listen(server, 0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    referers,
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
