import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Express, NextFunction, Request, Response } from 'express';
import { ConnectionCut } from './exchange';

/** A port that answers. */
export interface Host {
  readonly url: string;
  /** Ends its connections, busy or not, and closes the port. */
  close(): Promise<void>;
}

/** An application without any habit of Express that a platform would not share. */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing');
  return app;
}

/** Lets `app` answer on a port; 0 picks a free port. Rejects when the port is taken. */
export async function serve(app: Express, address: string, port: number): Promise<Host> {
  app.use(answerLastError);
  // An upload may take hours: no limit to how long a request lasts.
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 30_000 }, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, address, resolve);
  });
  return {
    url: urlOf(address, server.address()),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function urlOf(address: string, bound: AddressInfo | string | null): string {
  if (bound === null || typeof bound === 'string') throw new Error('the server listens on no port');
  const isAny = address === '0.0.0.0' || address === '::';
  return `http://${isAny ? '127.0.0.1' : address}:${bound.port}`;
}

/** Unexpected errors: a connection that has ended needs no answer, any other error is a bug of the sandbox. */
function answerLastError(error: unknown, req: Request, res: Response, _next: NextFunction): void {
  if (error instanceof ConnectionCut || res.headersSent) return void res.destroy();
  process.stderr.write(`sandbox: ${req.method} ${req.path}: ${error instanceof Error ? error.stack : String(error)}\n`);
  res.status(500).json({ error: 'the sandbox has a bug; its log says more' });
}
