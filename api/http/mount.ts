import type { Express, Request, RequestHandler } from 'express';
import { createAuthenticators } from '../auth/authenticate';
import type { AppDeps } from '../deps';
import { checkAnswer } from './checkAnswer';
import { AnswerWithHeaders } from './defineRoute';
import type { Call, Route } from './defineRoute';
import { ApiError } from './errors';
import type { ApiResponse } from './exchange';
import { createRateLimit } from './rateLimit';
import { readParts } from './readParts';

/**
 * Serves the routes. What is wrong with a request is found in this order: unknown path (404), method (405),
 * credential (401), rate (429), body and fields (400, 413, 415); the rest is the use case's.
 */
export function mount(app: Express, routes: readonly Route[], deps: AppDeps): void {
  const toCall = createCalls(deps);
  for (const path of new Set(routes.map((route) => route.path))) {
    const atPath = routes.filter((route) => route.path === path);
    const address = app.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
    for (const route of atPath) {
      address[route.method](async (request: Request, response: ApiResponse) => {
        response.locals.route = route;
        const answer = await route.answer(toCall(request, response));
        if (deps.checkResponses) checkAnswer(route, answer);
        send(response, route, answer);
      });
    }
    address.all(refuseMethod(atPath.map((route) => route.method)));
  }
}

/** 405 for every method but those given (RFC 9110 §15.5.6); GET brings HEAD with it. */
export function refuseMethod(methods: readonly string[]): RequestHandler {
  const allow = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()])).join(', ');
  return () => {
    throw new ApiError('METHOD_NOT_ALLOWED', `This path has only ${allow}.`, { headers: { Allow: allow } });
  };
}

function createCalls(deps: AppDeps): (request: Request, response: ApiResponse) => Call {
  const authenticators = createAuthenticators();
  const takeFromRate = createRateLimit(deps.config.rateLimitPerMinute);
  return (request, response) => ({
    deps,
    requestId: response.locals.requestId,
    authenticate: async (kind) => {
      const actor = await authenticators[kind](request);
      if (actor) {
        response.locals.workspaceId = actor.workspaceId;
        response.set(await takeFromRate(actor.workspaceId));
      }
      return actor;
    },
    read: (schemas) => readParts(request, response, schemas),
  });
}

function send(response: ApiResponse, { success }: Route, answer: unknown): void {
  const { body, headers } = answer instanceof AnswerWithHeaders ? answer : { body: answer, headers: {} };
  response.status(success.status);
  for (const [name, value] of Object.entries(headers)) response.set(name, String(value));
  if (body === undefined) response.end();
  else if (success.mediaType) response.type(success.mediaType).send(body);
  else response.json(body);
}
