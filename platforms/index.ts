import type { z } from 'zod';
import type { ContentType } from '../domain/assignment';
import type { ContentTypeCapabilities } from '../domain/platform';
import type { Platform, PlatformModule } from './Platform';
import type { Publisher } from './Publisher';
import { facebook } from './facebook/index';
import { youtube } from './youtube/index';

/** Every platform that this build can publish to, in the order of the contract: one folder and one line each. */
export const platformModules = { youtube, facebook };

/** A platform and the content types that it takes. */
export interface PlatformOffer {
  readonly platform: string;
  readonly contentTypes: readonly ContentTypeCapabilities[];
}

/** The platforms and content types of this build. */
export function platformOffers(): PlatformOffer[] {
  const modules: Readonly<Record<string, Pick<PlatformModule, 'contentTypes'>>> = platformModules;
  return Object.entries(modules).map(([platform, { contentTypes }]) => ({ platform, contentTypes }));
}

/** The settings of each platform: its app and hosts. */
export type PlatformSettings = {
  readonly [Slug in keyof typeof platformModules]: z.output<(typeof platformModules)[Slug]['settings']>;
};

/** By slug, in the contract's order. */
export type Platforms = ReadonlyMap<string, Platform>;

export function createPlatforms(settings: PlatformSettings): Platforms {
  const modules: Readonly<Record<string, PlatformModule>> = platformModules;
  const given: Readonly<Record<string, unknown>> = settings;
  return new Map(Object.entries(modules).map(([slug, module]) => [slug, module.create(given[slug])]));
}

/**
 * The platform of a stored connection.
 * @throws Error if this build does not have it, which no request can cause
 */
export function platformFor(platforms: Platforms, slug: string): Platform {
  const platform = platforms.get(slug);
  if (!platform) throw new Error(`this build has no platform "${slug}"`);
  return platform;
}

/**
 * The publisher for a stored job's kind of post.
 * @throws Error if the platform does not have the kind, which no request can cause
 */
export function publisherFor(platform: Platform, type: ContentType): Publisher {
  const publisher = platform.publishers.get(type);
  if (!publisher) throw new Error(`${platform.name} has no kind of post "${type}"`);
  return publisher;
}
