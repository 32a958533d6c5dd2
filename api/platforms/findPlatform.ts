import type { Platform } from '../../platforms/Platform';
import type { AppDeps } from '../deps';
import { noSuchPlatform } from './refusals';

/** @throws ApiError 404 for a platform that this build does not have */
export function findPlatform({ platforms }: Pick<AppDeps, 'platforms'>, slug: string): Platform {
  const platform = platforms.get(slug);
  if (!platform) throw noSuchPlatform.error();
  return platform;
}
