import express from 'express';
import type { Express } from 'express';
import type { AppDeps } from './deps';
import { serveDocs } from './docs/serveDocs';
import { answerErrors } from './http/answerErrors';
import { notFound } from './http/errors';
import { mount } from './http/mount';
import { identifyRequest } from './http/requestId';
import { observeRequests } from './http/requestLog';
import { securityHeaders } from './http/securityHeaders';
import { openApiDocument } from './openapi';
import { routes } from './routes';

/** The HTTP API as an Express app. It listens to nothing and starts nothing: see `server.ts` for that. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.disable('etag');
  app.set('query parser', false);

  app.use(identifyRequest, observeRequests(deps), securityHeaders());
  app.use('/api', (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  mount(app, routes, deps);
  serveDocs(app, openApiDocument(routes, deps.config.baseUrl));
  app.use(() => {
    throw notFound('path');
  });
  app.use(answerErrors(deps.logger));
  return app;
}
