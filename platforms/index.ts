import type { z } from 'zod';
import type { ContentType } from '../domain/assignment';
import { paced } from '../domain/pace';
import { platformSlugs } from '../domain/platform';
import type { ContentTypeCapabilities, PlatformSlug } from '../domain/platform';
import { PublishFailure } from '../domain/failures/PublishFailure';
import type { Platform, PlatformFacts, PlatformModule, PublishingWay } from './Platform';
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

/** The settings of each platform that is offered: its app and hosts. */
export type PlatformSettings = {
  readonly [Slug in keyof typeof platformModules]?: z.output<(typeof platformModules)[Slug]['settings']>;
};

/** The offered platforms, by slug, in the contract's order. */
export type Platforms = ReadonlyMap<string, Platform>;

/** The platforms whose settings are there. */
export function createPlatforms(settings: PlatformSettings): Platforms {
  const modules: Readonly<Record<string, PlatformModule>> = platformModules;
  const given: Readonly<Record<string, unknown>> = settings;
  const offered = Object.entries(modules).filter(([slug]) => given[slug] !== undefined);
  return new Map(offered.map(([slug, module]) => [slug, module.create(given[slug])]));
}

/** The platforms of this build, offered or not. */
export function builtPlatforms(): readonly PlatformSlug[] {
  return platformSlugs.filter((slug) => slug in platformModules);
}

/**
 * Facts of the platform of a stored connection, which may be offered no more.
 * @throws Error if this build does not have it, which no request can cause
 */
export function factsOf(slug: string): PlatformFacts {
  const modules: Readonly<Record<string, PlatformFacts>> = platformModules;
  const facts = modules[slug];
  if (!facts) throw new Error(`this build has no platform "${slug}"`);
  return facts;
}

/** The limits that a platform sets to the life of an assignment; where it is not offered, no call of ours can be under way. */
export function limitsOf(platforms: Platforms, slug: PlatformSlug) {
  const platform = platforms.get(slug);
  const { name, processingLimitMs } = platform ?? factsOf(slug);
  return { platform: name, processingLimitMs, settleMs: paced(platform?.settleMs ?? 0) };
}

/**
 * The platform of a stored connection.
 * @throws PublishFailure `PLATFORM_UNAVAILABLE` if the platform is not offered any more
 */
export function platformFor(platforms: Platforms, slug: string): Platform {
  const platform = platforms.get(slug);
  if (!platform) throw notOffered(slug);
  return platform;
}

/** The failure of a call of a platform whose settings are missing. The platform may be offered again. */
export function notOffered(slug: string): PublishFailure {
  const seen = `${factsOf(slug).name} is not offered by this service at present.`;
  return new PublishFailure(
    'PLATFORM_UNAVAILABLE',
    { seen, todo: 'Retry once it is offered again.' },
    { transient: true, isRefusal: true },
  );
}

/** The way in which posts with two ways go to a channel; null for a platform with one way. @param ofChannel as it is stored */
export function publishingWayOf(platform: Platform | undefined, ofChannel: PublishingWay): PublishingWay | null {
  const { publishing } = platform ?? {};
  return publishing === 'auto' ? ofChannel : (publishing ?? null);
}

/**
 * The publisher for a stored assignment's kind of post.
 * @throws Error if the platform does not have the kind, which no request can cause
 */
export function publisherFor(platform: Platform, type: ContentType): Publisher {
  const publisher = platform.publishers.get(type);
  if (!publisher) throw new Error(`${platform.name} has no kind of post "${type}"`);
  return publisher;
}
