import type { z } from 'zod';
import type { Action } from '../auth/Principal';
import type { AnswerWithHeaders, CredentialKind, Route, Success } from '../http/Route';
import type { BaseDeps } from '../deps';
import type { UseCase } from '../useCase';
import { bindInput } from './binding';
import type { BindingOptions, FieldsIn, NamesIn } from './binding';
import { serve } from './serve';

/** The result of `present`: a body as the success schema takes it, with headers where the success has some. */
export type Answer<Body extends z.ZodType, Headers extends z.ZodObject | undefined> = Headers extends z.ZodObject
  ? AnswerWithHeaders<z.input<Body>, z.input<Headers>>
  : z.input<Body>;

/**
 * A face of a use case over HTTP, as data. A field that the input does not have, a name in the path that is no field,
 * and a field that is bound twice do not compile. `Organization` is the name in the path, if any, that is no field but
 * says where the request acts.
 */
export interface HttpFace<
  Fields extends string,
  Path extends string,
  Params extends Partial<Record<NamesIn<Path>, Fields>>,
  Result,
  Body extends z.ZodType,
  Headers extends z.ZodObject | undefined,
  Organization extends string = never,
> {
  readonly method: BindingOptions['method'];
  readonly path: Path & (FieldsIn<Path, Params> extends Fields | Organization ? unknown : never);
  readonly params?: Params;
  readonly headers?: Readonly<Record<string, Exclude<Fields, FieldsIn<Path, Params>>>>;
  readonly fixed?: { readonly [Field in Exclude<Fields, FieldsIn<Path, Params>>]?: unknown } & {
    readonly [Field in Extract<Fields, FieldsIn<Path, Params>>]?: never;
  };
  readonly body?: BindingOptions['body'];
  /** The field that names an address for webhooks. */
  readonly callback?: Fields;
  readonly raw?: Route['raw'];
  readonly answerHeaders?: Route['answerHeaders'];
  readonly success: Success<Body, Headers>;
  present(result: Result): Answer<Body, Headers> | Promise<Answer<Body, Headers>>;
}

/** The parts that all faces of a kind share. */
export interface Kind {
  readonly credential: CredentialKind;
  readonly organization?: BindingOptions['organization'];
  readonly form?: boolean;
  readonly refusals: Route['refusals'];
  /** HEAD is answered as GET is. */
  readonly answersHead?: boolean;
}

/** The route of a face: `mount` serves it; the documentation and the tests of every route read it. */
export function routeOf<
  Wanted extends Action,
  Input extends z.ZodObject,
  Result,
  Deps extends BaseDeps,
  const Path extends string,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>>,
  Body extends z.ZodType,
  Headers extends z.ZodObject | undefined,
  Organization extends string = never,
>(
  useCase: UseCase<Wanted, Input, Result, Deps>,
  face: HttpFace<keyof Input['shape'] & string, Path, Params, Result, Body, Headers, Organization>,
  operationId: string,
  { credential, organization, form, refusals, answersHead = false }: Kind,
): Route<Deps> {
  const { method, path, success, params, headers, fixed, body, callback, raw, answerHeaders } = face;
  const binding = bindInput(useCase.input, { method, path, params, headers, fixed, body, organization, form });
  return {
    method,
    path,
    operationId,
    summary: useCase.summary,
    ...(useCase.description !== undefined && { description: useCase.description }),
    credential,
    request: binding.schemas,
    success,
    refuses: useCase.refuses,
    refusals,
    ...(callback !== undefined && { callback }),
    ...(raw !== undefined && { raw }),
    ...(answerHeaders !== undefined && { answerHeaders }),
    ...(answersHead && method === 'get' && { answersHead }),
    answer: async (call) => face.present(await serve(useCase, { credential, binding, raw }, call)),
  };
}
