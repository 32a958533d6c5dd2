import { z } from 'zod';
import type { ActorOf, AuthKind } from '../auth/Actor';
import type { AppDeps } from '../deps';
import type { ErrorCode } from './errors';
import { parseInput } from './parseInput';

/** The parts of a request that a route reads, each with its schema. What no schema names is not looked at. */
export type RequestSchemas = {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** A JSON body. A route without this schema, and without `form`, reads none. */
  readonly body?: z.ZodType;
  /** The fields of an HTML form, as a browser sends them. */
  readonly form?: z.ZodObject;
};

/** All of a route but its code: what the documentation and the tests of every route read. */
export interface RouteDescription {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** With parameters in braces, as in OpenAPI. */
  readonly path: string;
  /** The name of the use case, and of its test file. */
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly auth: AuthKind;
  readonly request: RequestSchemas;
  readonly success: Success<z.ZodType, z.ZodObject | undefined>;
  /** What it can refuse beyond what its credential, its body and its fields imply. */
  readonly errors: readonly ErrorCode[];
}

interface Success<Body, Headers> {
  /** 302 sends a browser on; the address is in `headers`. */
  readonly status: 200 | 201 | 202 | 204 | 302;
  /** `z.void()` where there is no body. */
  readonly schema: Body;
  /** Of the body; JSON where it is left out. */
  readonly mediaType?: 'text/html';
  readonly headers?: Headers;
}

/** Whether people see the answers in their browser: refusals are then pages, too. */
export function isForBrowsers({ success }: RouteDescription): boolean {
  return success.status === 302 || success.mediaType === 'text/html';
}

/** What a use case is given beside its input. */
export interface Context<Caller = ActorOf[AuthKind]> {
  readonly deps: AppDeps;
  readonly actor: Caller;
  readonly requestId: string;
}

/** An answer with headers of its own, as `success.headers` of its route describes them. */
export class AnswerWithHeaders<Body, Headers> {
  readonly body: Body;
  readonly headers: Headers;

  constructor(body: Body, headers: Headers) {
    this.body = body;
    this.headers = headers;
  }
}

/** One request, as `mount` hands it to a route. The order in which these are called is the order of the checks. */
export interface Call {
  readonly deps: AppDeps;
  readonly requestId: string;
  authenticate<Kind extends AuthKind>(kind: Kind): Promise<ActorOf[Kind]>;
  /** Reads the parts that have a schema, still unchecked. */
  read(schemas: RequestSchemas): Promise<Record<string, unknown>>;
}

export interface Route extends RouteDescription {
  answer(call: Call): Promise<unknown>;
}

interface RouteDefinition<
  Auth extends AuthKind,
  Schemas extends RequestSchemas,
  Body extends z.ZodType,
  Headers extends z.ZodObject | undefined,
> extends Omit<RouteDescription, 'auth' | 'request' | 'success'> {
  readonly auth: Auth;
  readonly request: Schemas;
  readonly success: Success<Body, Headers>;
  handle(
    context: Context<ActorOf[Auth]>,
    input: z.output<z.ZodObject<Schemas>>,
  ): Promise<Headers extends z.ZodObject ? AnswerWithHeaders<z.input<Body>, z.input<Headers>> : z.input<Body>>;
}

/**
 * A route as data. The compiler ties `handle` to the schemas: it gets what the request's schemas give and must return
 * what the answer's schema takes.
 */
export function defineRoute<
  Auth extends AuthKind,
  Schemas extends RequestSchemas,
  Body extends z.ZodType,
  Headers extends z.ZodObject | undefined = undefined,
>(route: RouteDefinition<Auth, Schemas, Body, Headers>): Route {
  const schema = z.object(route.request);
  return {
    ...route,
    answer: async (call) => {
      const actor = await call.authenticate(route.auth);
      const input = parseInput(schema, await call.read(route.request));
      return route.handle({ deps: call.deps, actor, requestId: call.requestId }, input);
    },
  };
}
