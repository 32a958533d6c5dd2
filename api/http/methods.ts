import type { RequestHandler } from 'express';
import { ApiError } from './errors';

/** 405 (RFC 9110 §15.5.6). HEAD and OPTIONS are wrong methods like others (contract.md §10). */
export function wrongMethod(allowed: readonly string[]): ApiError {
  const allow = allowed.join(', ');
  return new ApiError('METHOD_NOT_ALLOWED', `This path has only ${allow}.`, { headers: { Allow: allow } });
}

/** A handler for all methods that a resource outside of the routes does not have. */
export function refuseMethods(allowed: readonly string[]): RequestHandler {
  return () => {
    throw wrongMethod(allowed);
  };
}
