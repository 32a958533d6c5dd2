import { randomUUID } from 'node:crypto';
import type { NextFunction, Request } from 'express';
import type { ApiResponse } from './exchange';

const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives every request an id, the caller's own if it is well-formed, and repeats it in the answer (contract.md §10). */
export function identifyRequest(request: Request, response: ApiResponse, next: NextFunction): void {
  const given = request.get('X-Request-Id');
  response.locals.requestId = given !== undefined && acceptable.test(given) ? given : randomUUID();
  response.set('X-Request-Id', response.locals.requestId);
  next();
}
