import type { z } from 'zod';
import type { TenantAction } from '../../domain/permissions';
import type { Route } from '../http/Route';
import type { UseCase } from '../useCase';
import type { NamesIn } from './binding';
import { routeOf } from './routeOf';
import type { HttpFace } from './routeOf';

/** A use case for callers with an API key. */
export function apiRoute<
  Wanted extends TenantAction,
  Input extends z.ZodObject,
  Result,
  const Path extends `/api/v1/${string}`,
  Body extends z.ZodType,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>> = {},
  Headers extends z.ZodObject | undefined = undefined,
>(
  useCase: UseCase<Wanted, Input, Result>,
  face: HttpFace<keyof Input['shape'] & string, Path, Params, Result, Body, Headers>,
): Route {
  return routeOf(useCase, face, { credential: 'apiKey', operationId: useCase.name, refusals: 'json' });
}
