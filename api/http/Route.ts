import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { jpeg } from '../../domain/mediaType';
import type { FieldErrors } from '../../domain/payload/payload';
import type { Principal } from '../auth/Principal';
import type { BaseDeps } from '../deps';
import type { AnyRefusal } from './errors';
import type { EventStream } from './EventStream';
import type { AnyOAuthRefusal } from './oauthError';

/** The kinds of credential, each with routes of its own: any other kind is refused there with 401 (contract.md §1). */
export type CredentialKind = Principal['kind'];

/** The parts of a request that a route reads, each with its schema. The route ignores parts without a schema. */
export type RequestSchemas = {
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  /** A JSON body. A route without this schema, and without `form`, reads no body. */
  readonly body?: z.ZodObject;
  /** A request without a body is one with an empty object. */
  readonly isBodyOptional?: boolean;
  /** The fields of an HTML form, as a browser sends them. */
  readonly form?: z.ZodObject;
};

export interface Success {
  /** 302 sends a browser on; the address is in `headers`. */
  readonly status: 200 | 201 | 202 | 204 | 302;
  /** The status of an `AnswerOfDone`. */
  readonly doneStatus?: 200;
  /** `z.void()` where there is no body. */
  readonly schema: z.ZodType;
  /** The media type of the body; JSON if left out. */
  readonly mediaType?: 'text/html' | 'text/csv' | 'text/event-stream' | typeof jpeg;
  readonly headers?: z.ZodObject;
}

/** Parts of a request that a route reads by itself, since it speaks another protocol. The protocol's server judges them. */
export interface RawRequest {
  readonly headers: z.ZodObject;
  /** The media type of a body that is read as a stream; absent: the request has no body. */
  readonly bodyMediaType?: string;
  /** The body's schema in the documentation; bytes if left out. */
  readonly bodySchema?: z.ZodType;
  /** A POST to its path that names a method in `X-HTTP-Method-Override` is a request of that method (tus 1.0.0). */
  readonly methodOverride?: true;
}

/** The refusals of an OAuth endpoint for programs. */
export interface OAuthRefusals {
  /** The error for a body that cannot be read. */
  readonly oauth: 'invalid_request' | 'invalid_client_metadata';
  /** Its own errors. */
  readonly errors: readonly AnyOAuthRefusal[];
}

/** The result of `present`: a body as the success schema takes it, with headers where the success has some. */
export type Presented<Of extends Success> = Of extends { readonly headers: infer Headers extends z.ZodObject }
  ? AnswerWithHeaders<z.input<Of['schema']>, z.input<Headers>>
  : Of extends { readonly doneStatus: 200 }
    ? z.input<Of['schema']> | AnswerOfDone<z.input<Of['schema']>>
    : z.input<Of['schema']>;

/** All of a route but its code: the documentation and the tests of every route read it. */
export interface RouteDescription {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';
  /** With parameters in braces, as in OpenAPI. */
  readonly path: string;
  /** Unique; the name of the use case, behind the name of the face where it has several. */
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly credential: CredentialKind;
  readonly request: RequestSchemas;
  readonly raw?: RawRequest;
  /** Headers of all its answers, refusals included. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  readonly success: Success;
  /** The refusals that its credential, its body and its fields do not imply. */
  readonly refuses: readonly AnyRefusal[];
  /**
   * The form of a refusal: an error of the API, a page for people, or an error of OAuth. `jsonRpc`: an error of the
   * API, and within the protocol an error of JSON-RPC.
   */
  readonly refusals: 'json' | 'page' | 'jsonRpc' | OAuthRefusals;
  /** The page that a route of 302 shows first to some, with 200, in words for the documentation. */
  readonly nextPage?: string;
  /** The field of the body that names an address to which the route lets webhooks be sent. */
  readonly callback?: string;
  /** HEAD is a wrong method unless this is set (contract.md §10). */
  readonly answersHead?: boolean;
}

/** The parts of a request as they came: strings, but for a JSON body. */
export interface RawParts {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Undefined for a route that reads no body. */
  readonly body?: unknown;
  /** Faults that are known already: a parameter that is repeated or empty. */
  readonly faults: FieldErrors;
}

/** A caller whose credential is valid. */
export interface Authenticated {
  /** The caller whose requests are counted together; null: not counted. */
  readonly quotaKey: string | null;
  /** For the log, where the credential names one. */
  readonly workspaceId?: string;
  /** For the log, where the credential is that of a user. */
  readonly userId?: string;
  /**
   * The principal, in the organization that the request names, if any.
   * @throws ApiError 404 for an organization that the caller is no member of
   */
  principal(organizationId: string | undefined): Promise<Principal>;
}

/** One request, as `mount` hands it to a route. */
export interface Call<Deps extends BaseDeps = BaseDeps> {
  readonly deps: Deps;
  readonly requestId: string;
  /** @throws ApiError 401 */
  authenticate(kind: CredentialKind): Promise<Authenticated>;
  /** @throws ApiError 429 */
  takeFromQuota(caller: Authenticated): Promise<void>;
  /**
   * Reads the parts that have a schema, still unchecked.
   * @throws ApiError 400 for a missing body, 415 for a body of another kind; the errors of the body's parser
   */
  read(schemas: RequestSchemas): Promise<RawParts>;
  /** The request with only the headers that `raw` names, and with its body as a stream. To be read once. */
  stream(raw: RawRequest): globalThis.Request;
}

/** A route with its code. @template Deps the dependencies of its code */
export interface Route<Deps extends BaseDeps = BaseDeps> extends RouteDescription {
  readonly answer: (call: Call<Deps>) => Promise<unknown>;
}

/** The routes of one resource, under the name by which the documentation groups them. */
export interface Resource<Of extends RouteDescription = RouteDescription> {
  readonly name: string;
  readonly description: string;
  readonly routes: readonly Of[];
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

/** The answer where nothing is left to do: with `doneStatus` of its route. */
export class AnswerOfDone<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** An answer that a library gives, status and headers included. */
export class RawResponse {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;

  constructor(handle: RawResponse['handle']) {
    this.handle = handle;
  }
}

/** An answer that goes on: its maker sends the events, or refuses before it has opened the stream. */
export class EventsAnswer {
  readonly follow: (open: () => EventStream) => void;

  constructor(follow: (open: () => EventStream) => void) {
    this.follow = follow;
  }
}

export const noHeaders: Readonly<Record<string, unknown>> = {};

/** The body of an answer, and its headers where it has some. */
export function partsOf(answer: unknown): { body: unknown; headers: object } {
  if (answer instanceof AnswerWithHeaders) return answer;
  return { body: answer instanceof AnswerOfDone ? answer.body : answer, headers: noHeaders };
}
