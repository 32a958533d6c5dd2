import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { ApiError, creditsShort, InsufficientCredits } from './errors';
import { refusalsOf } from './refusalsOf';
import { OAuthError } from './oauthError';
import { AnswerOfDone, noHeaders, partsOf } from './Route';
import type { RouteDescription } from './Route';

/**
 * Proves that an answer fits the documentation of its route, with no field missing and no field added.
 * @throws Error that names the difference
 */
export function checkAnswer({ operationId, success }: RouteDescription, answer: unknown): void {
  const { body, headers } = partsOf(answer);
  if (answer instanceof AnswerOfDone && success.doneStatus === undefined)
    throw new Error(`${operationId} answers a status that it does not document`);
  checkBody(operationId, success.schema, body);
  if (headers !== noHeaders && !isDeepStrictEqual(success.headers?.strict().parse(headers), headers)) {
    throw new Error(`${operationId} answers headers that it does not document`);
  }
}

/**
 * Proves that a body fits its schema, with no field missing and no field added.
 * @throws Error that names the difference
 */
export function checkBody(operation: string, schema: z.ZodType, body: unknown): void {
  if (isDeepStrictEqual(schema.parse(body), body)) return;
  throw new Error(`${operation} answers fields that its schema does not have`);
}

/**
 * Proves that a route documents its refusal.
 * @throws Error that names the undocumented refusal
 */
export function checkRefusal(route: RouteDescription, error: unknown): void {
  if (error instanceof OAuthError) return checkOAuthError(route, error);
  if (!(error instanceof ApiError) && !(error instanceof InsufficientCredits)) return;
  const refusal = error instanceof ApiError ? error.refusal : creditsShort;
  if (refusal && refusalsOf(route).includes(refusal)) return;
  throw new Error(`${route.operationId} does not document its refusal: ${error.message}`);
}

function checkOAuthError({ operationId, refusals }: RouteDescription, { refusal, message }: OAuthError): void {
  if (typeof refusals !== 'string' && refusals.errors.includes(refusal)) return;
  throw new Error(`${operationId} does not document its error: ${message}`);
}
