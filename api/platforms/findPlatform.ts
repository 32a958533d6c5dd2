import { builtPlatforms, factsOf } from '../../platforms';
import type { Platform } from '../../platforms/Platform';
import type { BaseDeps } from '../deps';
import { noSuchPlatform, platformAway } from './refusals';

/** @throws ApiError 404 for a platform that this build does not have, or that is not offered */
export function findPlatform({ platforms }: Pick<BaseDeps, 'platforms'>, slug: string): Platform {
  const platform = platforms.get(slug);
  if (platform) return platform;
  const built = builtPlatforms().find((one) => one === slug);
  throw built ? platformAway.error(factsOf(built).name) : noSuchPlatform.error();
}
