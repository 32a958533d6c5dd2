import type { PlatformSlug } from '../../../domain/platform';
import type { Platform } from '../../../platforms/Platform';
import type { Platforms } from '../../../platforms';

export interface Withdrawn {
  /** As after a start with its settings. */
  offer: () => void;
  withdraw: () => void;
  stop: () => void;
}

/** The service as it starts where the settings of a platform are missing. */
export function withoutPlatform({ platforms }: { platforms: Platforms }, slug: PlatformSlug): Withdrawn {
  const offered = platforms as Map<PlatformSlug, Platform>;
  const platform = offered.get(slug)!;
  const offer = () => void offered.set(slug, platform);
  const withdraw = () => void offered.delete(slug);
  withdraw();
  return { offer, withdraw, stop: offer };
}
