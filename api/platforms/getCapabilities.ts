import type { Platform } from '../../platforms/Platform';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';

/** @throws ApiError 404 for a platform that this build does not have */
export function getCapabilities({ deps }: Context, slug: string): Platform {
  const platform = deps.platforms.get(slug);
  if (!platform) throw notFound('platform');
  return platform;
}
