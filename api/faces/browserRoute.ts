import type { z } from 'zod';
import type { Route } from '../http/Route';
import type { UseCase } from '../useCase';
import type { NamesIn } from './binding';
import { routeOf } from './routeOf';
import type { HttpFace } from './routeOf';

/** A use case for a browser on its way through a consent: answers and refusals are pages and redirects, bodies are forms. */
export function browserRoute<
  Input extends z.ZodObject,
  Result,
  const Path extends string,
  Body extends z.ZodType,
  const Params extends Partial<Record<NamesIn<Path>, keyof Input['shape'] & string>> = {},
  Headers extends z.ZodObject | undefined = undefined,
>(
  useCase: UseCase<'ticket', Input, Result>,
  face: HttpFace<keyof Input['shape'] & string, Path, Params, Result, Body, Headers>,
): Route {
  return routeOf(useCase, face, {
    credential: 'ticket',
    operationId: useCase.name,
    form: true,
    refusals: 'page',
  });
}
