import { factsOf, notOffered, platformFor } from '../../platforms';
import type { Platform } from '../../platforms/Platform';
import type { BaseDeps } from '../deps';
import { comeBack, platformNotOffered } from './refusals';

type Offered = Pick<BaseDeps, 'platforms'>;

/** An operator has to act: to ask more often is of no use. */
const retryAfterMs = 3_600_000;

/**
 * The platform of a connection, to which something is to be published (contract.md §11).
 * @throws ApiError 409 if it is not offered any more
 */
export function publishingPlatform({ platforms }: Offered, slug: string): Platform {
  if (!platforms.has(slug)) throw platformNotOffered.error(factsOf(slug).name);
  return platformFor(platforms, slug);
}

/**
 * The platform of a connection, which is to be asked something.
 * @throws ApiError 503 if it is not offered any more
 */
export function askedPlatform({ platforms }: Offered, slug: string): Platform {
  if (!platforms.has(slug)) throw comeBack('UNAVAILABLE', notOffered(slug).message, retryAfterMs);
  return platformFor(platforms, slug);
}
