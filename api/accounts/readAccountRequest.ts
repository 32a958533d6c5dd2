import type { z } from 'zod';
import type { AccountRequest, Platform } from '../../platforms/Platform';
import type { BaseDeps } from '../deps';
import { invalid } from '../http/errors';
import { findPlatform } from '../platforms/findPlatform';
import { noSuchPlatform } from '../platforms/refusals';
import type { AccountRequestInput } from './schema';

/** A request about an account, and the platform that has signed it. */
export interface SignedRequest extends AccountRequest {
  readonly platform: Platform;
}

/**
 * Reads a request that only the platform can have made.
 * @throws ApiError 404 for a platform without such requests, 400 for a request that it has not signed
 */
export function readAccountRequest(
  deps: Pick<BaseDeps, 'platforms' | 'logger'>,
  { platform: slug, signed_request: text }: z.output<typeof AccountRequestInput>,
): SignedRequest {
  const platform = findPlatform(deps, slug);
  if (!platform.accountRequests) throw noSuchPlatform.error();
  const request = platform.accountRequests.read(text);
  if (request) return { ...request, platform };
  deps.logger.warn(
    { platform: platform.slug },
    'a request about an account was refused: the platform has not signed it',
  );
  throw invalid({ signed_request: ['is not signed by the platform'] });
}
