import type { z } from 'zod';
import type { Route } from '../http/Route';
import type { UseCase } from '../useCase';
import type { NamesIn } from './binding';
import { consoleName } from './consoleRoute';
import { routeOf } from './routeOf';
import type { HttpFace } from './routeOf';

/** A use case for anybody; what watches a service may ask it with HEAD (contract.md §10). */
export function publicRoute<
  Input extends z.ZodObject,
  Result,
  const Path extends string,
  Body extends z.ZodType,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>> = {},
  Headers extends z.ZodObject | undefined = undefined,
>(
  useCase: UseCase<'public', Input, Result>,
  face: HttpFace<keyof Input['shape'] & string, Path, Params, Result, Body, Headers>,
): Route {
  const answersHead = face.method === 'get';
  const operationId = face.path.startsWith('/api/v1/console/') ? consoleName(useCase.name) : useCase.name;
  return routeOf(useCase, face, { credential: 'public', operationId, refusals: 'json', answersHead });
}
