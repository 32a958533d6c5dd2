import type { z } from 'zod';
import type { MemberAction, TenantAction } from '../../domain/permissions';
import type { BaseDeps } from '../deps';
import type { Route } from '../http/Route';
import type { UseCase } from '../useCase';
import type { BindingOptions, NamesIn } from './binding';
import { routeOf } from './routeOf';
import type { HttpFace, Kind } from './routeOf';

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
  /** Anybody; what watches a service may ask it with HEAD (contract.md §10). */
  public: { action: 'public'; path: string };
}

const inHeader = { in: 'headers', name: 'X-Organization-Id' } as const;

const kinds: { readonly [Face in keyof Faces]: Kind } = {
  api: { credential: 'apiKey', refusals: 'json' },
  console: { credential: 'member', organization: inHeader, refusals: 'json' },
  organization: { credential: 'member', organization: inHeader, refusals: 'json' },
  identity: { credential: 'identity', refusals: 'json' },
  admin: { credential: 'platformAdmin', refusals: 'json' },
  browser: { credential: 'ticket', form: true, refusals: 'page' },
  public: { credential: 'public', refusals: 'json', answersHead: true },
};

/** The route of a use case for one kind of caller. */
export function route<
  const Face extends keyof Faces,
  Wanted extends Faces[Face]['action'],
  Input extends z.ZodObject,
  Result,
  Deps extends BaseDeps,
  const Path extends Faces[Face]['path'],
  Body extends z.ZodType,
  const Organization extends NamesIn<Path> = never,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>> = {},
  Headers extends z.ZodObject | undefined = undefined,
>(
  face: Face,
  useCase: UseCase<Wanted, Input, Result, Deps>,
  description: HttpFace<keyof Input['shape'] & string, Path, Params, Result, Body, Headers, Organization> & {
    /** The name in the path of the organization that the request acts in. Without it a header names it. */
    readonly organization?: Face extends 'organization' ? Organization : never;
  },
): Route<Deps> {
  const { path, organization: name } = description;
  const organization: BindingOptions['organization'] =
    name === undefined ? kinds[face].organization : { in: 'params', name };
  const operationId = path.startsWith('/api/v1/console/') ? consoleName(useCase.name) : useCase.name;
  const kind = { ...kinds[face], ...(organization && { organization }) };
  return routeOf<Wanted, Input, Result, Deps, Path, Params, Body, Headers, Organization>(
    useCase,
    description,
    operationId,
    kind,
  );
}

/** The operationId of the console's face of a use case. */
function consoleName(name: string): string {
  return `console${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
