import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { ApiError, creditsShort, InsufficientCredits } from './errors';
import { refusalsOf } from './refusalsOf';
import { OAuthError } from './oauthError';
import { AnswerWithHeaders } from './Route';
import type { RouteDescription } from './Route';

/**
 * Proves that an answer is what its route documents, with nothing missing and nothing beside it.
 * @throws Error that says what differs
 */
export function checkAnswer({ operationId, success }: RouteDescription, answer: unknown): void {
  const { body, headers } = answer instanceof AnswerWithHeaders ? answer : { body: answer, headers: undefined };
  checkBody(operationId, success.schema, body);
  if (headers !== undefined && !isDeepStrictEqual(success.headers?.strict().parse(headers), headers)) {
    throw new Error(`${operationId} answers headers that it does not document`);
  }
}

/**
 * Proves that a body is what its schema describes, with nothing missing and nothing beside it.
 * @throws Error that says what differs
 */
export function checkBody(operation: string, schema: z.ZodType, body: unknown): void {
  if (isDeepStrictEqual(schema.parse(body), body)) return;
  throw new Error(`${operation} answers fields that its schema does not have`);
}

/**
 * Proves that a refusal is one that its route documents.
 * @throws Error that says which is missing
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
