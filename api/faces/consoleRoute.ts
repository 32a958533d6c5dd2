import type { z } from 'zod';
import type { MemberAction, TenantAction } from '../../domain/permissions';
import type { Route } from '../http/Route';
import type { UseCase } from '../useCase';
import type { NamesIn } from './binding';
import { routeOf } from './routeOf';
import type { HttpFace } from './routeOf';

/** The operationId of the console's face of a use case. */
export function consoleName(name: string): string {
  return `console${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** A use case for users, in the organization that `X-Organization-Id` names (contract.md §1, §8). */
export function consoleRoute<
  Wanted extends TenantAction | MemberAction,
  Input extends z.ZodObject,
  Result,
  const Path extends `/api/v1/console/${string}`,
  Body extends z.ZodType,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>> = {},
  Headers extends z.ZodObject | undefined = undefined,
>(
  useCase: UseCase<Wanted, Input, Result>,
  face: HttpFace<keyof Input['shape'] & string, Path, Params, Result, Body, Headers>,
): Route {
  return routeOf(useCase, face, {
    credential: 'member',
    operationId: consoleName(useCase.name),
    organization: { in: 'headers', name: 'X-Organization-Id' },
    refusals: 'json',
  });
}
