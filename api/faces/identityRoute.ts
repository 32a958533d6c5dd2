import type { z } from 'zod';
import type { Route } from '../http/Route';
import type { UseCase } from '../useCase';
import type { NamesIn } from './binding';
import { routeOf } from './routeOf';
import type { HttpFace } from './routeOf';

/** A use case for a user, whatever organization they are in. */
export function identityRoute<
  Input extends z.ZodObject,
  Result,
  const Path extends `/api/v1/auth/${string}`,
  Body extends z.ZodType,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>> = {},
  Headers extends z.ZodObject | undefined = undefined,
>(
  useCase: UseCase<'identity', Input, Result>,
  face: HttpFace<keyof Input['shape'] & string, Path, Params, Result, Body, Headers>,
): Route {
  return routeOf(useCase, face, { credential: 'identity', operationId: useCase.name, refusals: 'json' });
}
