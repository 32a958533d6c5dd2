import express from 'express';
import type { Express } from 'express';
import { platformOffers } from '../platforms';
import { serveConsole } from './console/serveConsole';
import type { AppDeps } from './appDeps';
import { serveDocs } from './docs/serveDocs';
import { answerErrors } from './http/answerErrors';
import { compressJson } from './http/compressed';
import { notFound } from './http/errors';
import { createAuthenticators } from './server/authenticate';
import { mount } from './server/mount';
import { identifyRequest } from './http/requestId';
import { observeRequests } from './http/requestLog';
import { securityHeaders } from './http/securityHeaders';
import { traceRequest } from './server/traceRequest';
import { openToClients } from './mcp/oauth/reach';
import { openApiDocument } from './openapi/document';
import { resources, routes } from './routes';
import { tools } from './tools';

const noSuchPath = notFound('path');

/** The HTTP API as an Express app. It listens to nothing and starts nothing: `bin/api.ts` does that. */
export function createApp(deps: AppDeps): Express {
  const app = express();
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.disable('etag');
  app.set('query parser', false);
  app.set('trust proxy', deps.config.trustProxy);

  app.use(identifyRequest, traceRequest, observeRequests(deps), securityHeaders());
  openToClients(app, deps.config);
  app.use(['/api', '/oauth', '/_mcp'], (request, response, next) => {
    response.set('Cache-Control', 'no-store');
    // Express would answer 304 to `If-None-Match: *`, also where the answer is billed (contract.md §13).
    delete request.headers['if-none-match'];
    delete request.headers['if-modified-since'];
    next();
  });
  app.use('/api/v1/console', compressJson);
  mount(app, routes, deps, createAuthenticators(deps));
  const { config, platforms, callerPages: pages } = deps;
  const describe = () => openApiDocument({ baseUrl: config.baseUrl, resources, offers: platformOffers() });
  serveDocs(app, { config, platforms, pages, routes, tools, describe });
  serveConsole(app, deps.consoleFiles, deps.config);
  app.use(() => {
    throw noSuchPath.error();
  });
  app.use(answerErrors(deps.logger));
  return app;
}
