import type { z } from 'zod';
import type { MemberAction } from '../../domain/permissions';
import type { Route } from '../http/Route';
import type { UseCase } from '../useCase';
import type { BindingOptions, NamesIn } from './binding';
import { routeOf } from './routeOf';
import type { HttpFace } from './routeOf';

/** A use case for a member, in the organization that the path or `X-Organization-Id` names. */
export function organizationRoute<
  Wanted extends MemberAction,
  Input extends z.ZodObject,
  Result,
  const Path extends `/api/v1/auth/organizations${string}`,
  Body extends z.ZodType,
  const Organization extends NamesIn<Path> = never,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>> = {},
  Headers extends z.ZodObject | undefined = undefined,
>(
  useCase: UseCase<Wanted, Input, Result>,
  face: HttpFace<keyof Input['shape'] & string, Path, Params, Result, Body, Headers, Organization> & {
    /** The organization's name in the path. Without it the header names it. */
    readonly organization?: Organization;
  },
): Route {
  const { organization: name } = face;
  const organization: BindingOptions['organization'] =
    name === undefined ? { in: 'headers', name: 'X-Organization-Id' } : { in: 'params', name };
  return routeOf<Wanted, Input, Result, Path, Params, Body, Headers, Organization>(useCase, face, {
    credential: 'member',
    operationId: useCase.name,
    organization,
    refusals: 'json',
  });
}
