import type { z } from 'zod';
import type { ListedRoute } from '../../api/routes';

/** The routes of people whose answers are JSON. An event stream and a file have a media type, and uploads a protocol (`raw`). */
type Called = Extract<
  ListedRoute,
  {
    readonly useCase: { readonly name: string };
    readonly method: 'get' | 'post' | 'patch' | 'delete';
    readonly path: `/api/v1/${'console' | 'auth' | 'admin'}/${string}`;
    readonly raw?: never;
    readonly success: { readonly schema: z.ZodType; readonly mediaType?: never };
  }
>;

/** The name of a use case that the console may call. */
export type OperationName = Called['useCase']['name'];

type Operation<Name extends OperationName> = Extract<Called, { readonly useCase: { readonly name: Name } }>;

/** The organization that the path names, whatever its name there; all else is in the organization that a header names. */
type Place<Route extends Called> = [NonNullable<Route['organization']>] extends [never]
  ? {}
  : { readonly organizationId: z.ZodString };

/** The fields of an operation's input, before its defaults. */
export type Input<Name extends OperationName> = z.input<
  z.ZodObject<Operation<Name>['useCase']['input']['shape'] & Place<Operation<Name>>>
>;

/** The body of an operation's answer; void: it has none. */
export type Answer<Name extends OperationName> = z.output<Operation<Name>['success']['schema']>;

/** The names of the headers that an operation describes in its answer. */
export type AnswerHeader<Name extends OperationName> = Operation<Name>['success'] extends {
  readonly headers: infer Headers extends z.ZodObject;
}
  ? keyof Headers['shape'] & string
  : never;

export interface CallOptions {
  readonly signal?: AbortSignal;
}

/** The input as an argument. It may be left out if none of its fields is required. */
export type Given<Name extends OperationName> = {} extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/**
 * The API as the console calls it, typed by the table of routes: a renamed route, a missing parameter and a field that is not
 * there do not compile.
 */
export type Api = {
  readonly [Name in OperationName]: (...given: [...Given<Name>, options?: CallOptions]) => Promise<Answer<Name>>;
};

/** The form of an operation's request. */
export interface RequestForm {
  readonly method: string;
  /** As `send` takes it, with fields of the input in braces. */
  readonly path: string;
  /** The header of each field that has one. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The fields of the query. */
  readonly query?: readonly string[];
  /** The fields of the body; absent: there is none. */
  readonly body?: readonly string[];
}
