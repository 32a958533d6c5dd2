import type { Express, Request } from 'express';
import type { Authenticators } from './authenticate';
import type { BaseDeps } from '../deps';
import { checkAnswer, checkRefusal } from '../http/checkAnswer';
import { wrongMethod } from '../http/methods';
import { EventStream } from '../http/EventStream';
import type { ApiResponse } from '../http/exchange';
import { createRateLimit } from '../http/rateLimit';
import { readParts } from '../http/body/readParts';
import { isParts, sendParts } from '../http/body/parts';
import { streamOf } from '../http/streamOf';
import { AnswerOfDone, EventsAnswer, partsOf, RawResponse } from '../http/Route';
import type { Call, Route, RouteDescription } from '../http/Route';

/**
 * Serves the routes, the first whose path fits. An unknown path (404) and a wrong method (405) are found before a route
 * is asked; the order of the later checks is in `faces/admit.ts` and `faces/serve.ts`.
 * @param authenticators for each kind of credential that the routes name
 * @throws Error for a route that an earlier route hides, or whose credential has no authenticator
 */
export function mount<Deps extends BaseDeps>(
  app: Express,
  routes: readonly Route<Deps>[],
  deps: Deps,
  authenticators: Partial<Authenticators>,
): void {
  for (const { operationId, credential } of routes)
    if (!authenticators[credential])
      throw new Error(`${operationId} needs a credential that is not read: ${credential}`);
  refuseHidden(routes);
  const toCall = createCalls(deps, authenticators);
  for (const path of new Set(routes.map((route) => route.path))) {
    const atPath = routes.filter((route) => route.path === path);
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), async (request: Request, response: ApiResponse) => {
      const method = methodFor(request, atPath);
      const route = atPath.find((route) => methodsOf(route).includes(method));
      if (!route) throw wrongMethod(atPath.flatMap(methodsOf));
      response.locals.route = route;
      response.set({ ...route.answerHeaders });
      await send(response, route, await answer(route, toCall(request, response, route)));
    });
  }
}

async function answer<Deps extends BaseDeps>(route: Route<Deps>, call: Call<Deps>): Promise<unknown> {
  if (!call.deps.checkResponses) return route.answer(call);
  const made = await route.answer(call).catch((error: unknown) => {
    checkRefusal(route, error);
    throw error;
  });
  checkAnswer(route, made);
  return made;
}

/** The method of a request. Only some routes permit an override, since proxies in front judge by the real method. */
function methodFor(request: Request, atPath: readonly RouteDescription[]): string {
  const isOverridden = request.method === 'POST' && atPath.some(({ raw }) => raw?.methodOverride);
  return (isOverridden && request.get('X-HTTP-Method-Override')?.toUpperCase()) || request.method;
}

function methodsOf({ method, answersHead = false }: RouteDescription): string[] {
  return answersHead ? [method.toUpperCase(), 'HEAD'] : [method.toUpperCase()];
}

/** Refuses a route whose requests an earlier route takes, and two equal routes. */
function refuseHidden(routes: readonly RouteDescription[]): void {
  for (const [index, route] of routes.entries()) {
    const hiding = routes
      .slice(0, index)
      .find((earlier) => (earlier.path === route.path ? earlier.method === route.method : covers(earlier, route)));
    if (hiding) throw new Error(`${hiding.operationId} hides ${route.operationId}: ${hiding.path}, ${route.path}`);
  }
}

/** Tells whether this path takes every request to the other path. */
function covers({ path }: RouteDescription, { path: other }: RouteDescription): boolean {
  const [segments, others] = [path.split('/'), other.split('/')];
  return (
    segments.length === others.length &&
    segments.every((segment, index) => segment.startsWith('{') || segment === others[index])
  );
}

function createCalls<Deps extends BaseDeps>(
  deps: Deps,
  authenticators: Partial<Authenticators>,
): (request: Request, response: ApiResponse, route: RouteDescription) => Call<Deps> {
  const takeFromRate = createRateLimit(deps.config.rateLimitPerMinute);
  return (request, response, { method }) => ({
    deps,
    requestId: response.locals.requestId,
    authenticate: async (kind) => {
      const authenticate = authenticators[kind];
      if (!authenticate) throw new Error(`no credential of the kind ${kind} is read`);
      const caller = await authenticate(request);
      if (caller.workspaceId !== undefined) response.locals.workspaceId = caller.workspaceId;
      if (caller.userId !== undefined) response.locals.userId = caller.userId;
      return caller;
    },
    takeFromQuota: async ({ quotaKey }) => {
      if (quotaKey !== null) response.set(await takeFromRate(quotaKey));
    },
    read: (schemas) => readParts(request, response, schemas),
    stream: (raw) => streamOf(request, raw, method.toUpperCase()),
  });
}

async function send(response: ApiResponse, { success }: RouteDescription, answer: unknown): Promise<void> {
  const { body, headers } = partsOf(answer);
  if (body instanceof RawResponse) {
    await body.handle(response.req, response);
    return;
  }
  response.status((answer instanceof AnswerOfDone && success.doneStatus) || success.status);
  for (const [name, value] of Object.entries(headers)) response.set(name, String(value));
  if (body instanceof EventsAnswer) body.follow(() => new EventStream(response));
  else if (body === undefined) response.end();
  else if (isParts(body)) await sendParts(response.type(success.mediaType ?? 'text'), body);
  else if (success.mediaType) response.type(success.mediaType).send(body);
  else response.json(body);
}
