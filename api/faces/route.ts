import type { z } from 'zod';
import type { MemberAction, TenantAction } from '../../domain/permissions';
import type { BaseDeps } from '../deps';
import type { CredentialKind, Presented, RawRequest, Route, Success } from '../http/Route';
import type { UseCase } from '../useCase';
import { bindInput } from './binding';
import type { BindingOptions, FieldsIn, NamesIn, Sources } from './binding';
import { networkKey } from './networkKey';
import { serve } from './serve';
import type { RouteBinding } from './serve';

/** The faces of a use case over HTTP: the callers of each, and the paths. */
interface Faces {
  /** Callers with an API key. */
  api: { action: TenantAction; path: `/api/v1/${string}` };
  /** Users, in the organization that `X-Organization-Id` names (contract.md §1, §8). */
  console: { action: TenantAction | MemberAction; path: `/api/v1/console/${string}` };
  /** Members, in the organization that the path or `X-Organization-Id` names. */
  organization: { action: MemberAction; path: `/api/v1/auth/organizations${string}` };
  /** A user, whatever organization they are in. */
  identity: { action: 'identity'; path: `/api/v1/auth/${string}` };
  /** An administrator of this installation. */
  admin: { action: 'platformAdmin'; path: `/api/v1/admin/${string}` };
  /** A browser on its way through a consent: answers and refusals are pages and redirects, bodies are forms. */
  browser: { action: 'ticket'; path: string };
  /** Servers of a platform: they send forms, and are counted by their network. */
  platform: { action: 'public'; path: `/api/v1/oauth/${string}` };
  /** People in a browser without an account here: pages, redirects and forms, counted by their network. */
  page: { action: 'public'; path: `/api/v1/${'oauth' | 'uploads'}/${string}` };
  /** Callers without a credential. A monitor may use HEAD (contract.md §10). */
  public: { action: 'public'; path: string };
}

/** The parts that all faces of a kind share. */
interface Kind {
  readonly credential: CredentialKind;
  readonly organization?: BindingOptions['organization'];
  readonly form?: boolean;
  readonly refusals: Route['refusals'];
  /** HEAD is answered as GET is. */
  readonly answersHead?: boolean;
  /** The name under which callers are counted, where their credential has none. */
  readonly quotaKeyOf?: RouteBinding['quotaKeyOf'];
}

const inHeader = { in: 'headers', name: 'X-Organization-Id' } as const;

const kinds: { readonly [Face in keyof Faces]: Kind } = {
  api: { credential: 'apiKey', refusals: 'json' },
  console: { credential: 'member', organization: inHeader, refusals: 'json' },
  organization: { credential: 'member', organization: inHeader, refusals: 'json' },
  identity: { credential: 'identity', refusals: 'json' },
  admin: { credential: 'platformAdmin', refusals: 'json' },
  browser: { credential: 'ticket', form: true, refusals: 'page' },
  platform: { credential: 'public', form: true, refusals: 'json', quotaKeyOf: networkKey },
  page: { credential: 'public', form: true, refusals: 'page', quotaKeyOf: networkKey },
  public: { credential: 'public', refusals: 'json', answersHead: true },
};

/**
 * A face of a use case over HTTP, as data. A field that the input does not have, a name in the path that is no field,
 * and a field that is bound twice do not compile. `Organization` is an optional name in the path that is no field: it
 * names the organization in which the request acts.
 */
interface Description<
  Fields extends string,
  Method extends BindingOptions['method'],
  Path extends string,
  Params extends Partial<Record<NamesIn<Path>, Fields>>,
  Result,
  Answered extends Success,
  Raw extends RawRequest,
  Organization extends string,
> {
  readonly method: Method;
  readonly path: Path & (FieldsIn<Path, Params> extends Fields | Organization ? unknown : never);
  readonly params?: Params;
  readonly headers?: Readonly<Record<string, Exclude<Fields, FieldsIn<Path, Params>>>>;
  readonly fixed?: { readonly [Field in Exclude<Fields, FieldsIn<Path, Params>>]?: unknown } & {
    readonly [Field in Extract<Fields, FieldsIn<Path, Params>>]?: never;
  };
  readonly body?: BindingOptions['body'];
  /** The field that names an address for webhooks. */
  readonly callback?: Fields;
  readonly raw?: Raw;
  readonly answerHeaders?: Route['answerHeaders'];
  readonly success: Answered;
  present(result: Result): Presented<Answered> | Promise<Presented<Answered>>;
}

/**
 * The route of a use case. Its type has every fact that a caller needs: a client is typed by it (console/http/Api.ts).
 * TypeScript takes it for any `Route` in a list that does not end in `as const`.
 */
export interface UseCaseRoute<
  Deps extends BaseDeps = BaseDeps,
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Method extends BindingOptions['method'] = BindingOptions['method'],
  Path extends string = string,
  Answered extends Success = Success,
  Raw extends RawRequest = RawRequest,
  Organization extends string = string,
> extends Route<Deps> {
  readonly useCase: { readonly name: Name; readonly input: Input };
  readonly method: Method;
  readonly path: Path;
  readonly success: Answered;
  readonly raw?: Raw;
  /** The name in the path of the organization that the request acts in. */
  readonly organization?: Organization;
  readonly sources: Sources;
}

/** The route of a use case for one kind of caller. `mount` serves it; the documentation and the tests of every route read it. */
export function route<
  const Face extends keyof Faces,
  Wanted extends Faces[Face]['action'],
  Input extends z.ZodObject,
  Result,
  Deps extends BaseDeps,
  Name extends string,
  const Method extends BindingOptions['method'],
  const Path extends Faces[Face]['path'],
  Answered extends Success,
  const Organization extends NamesIn<Path> = never,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>> = {},
  Raw extends RawRequest = never,
>(
  face: Face,
  useCase: UseCase<Wanted, Input, Result, Deps, Name>,
  description: Description<keyof Input['shape'] & string, Method, Path, Params, Result, Answered, Raw, Organization> & {
    /** The name in the path of the organization that the request acts in. Without it a header names it. */
    readonly organization?: Face extends 'organization' ? Organization : never;
  },
): UseCaseRoute<Deps, Name, Input, Method, Path, Answered, Raw, Organization> {
  const { method, path, success, params, headers, fixed, body, callback, raw, answerHeaders } = description;
  const { credential, form, refusals, answersHead = false, organization: place, quotaKeyOf } = kinds[face];
  const { organization: name } = description;
  const organization = name === undefined ? place : ({ in: 'params', name } as const);
  const binding = bindInput(useCase.input, { method, path, params, headers, fixed, body, organization, form });
  return {
    useCase,
    method,
    path,
    operationId: path.startsWith('/api/v1/console/') ? consoleName(useCase.name) : useCase.name,
    summary: useCase.summary,
    ...(useCase.description !== undefined && { description: useCase.description }),
    credential,
    request: binding.schemas,
    sources: binding.sources,
    success,
    refuses: useCase.refuses,
    refusals,
    ...(name !== undefined && { organization: name }),
    ...(callback !== undefined && { callback }),
    ...(raw !== undefined && { raw }),
    ...(answerHeaders !== undefined && { answerHeaders }),
    ...(answersHead && method === 'get' && { answersHead }),
    answer: async (call) => description.present(await serve(useCase, { credential, binding, raw, quotaKeyOf }, call)),
  };
}

/** The operationId of the console's face of a use case. */
function consoleName(name: string): string {
  return `console${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
