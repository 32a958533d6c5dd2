import type { ContentType } from '../domain/assignment';
import { platformSlugs } from '../domain/platform';
import type { ContentTypeCapabilities, PlatformSlug } from '../domain/platform';
import type { Platform } from './Platform';
import type { Publisher } from './Publisher';
import { youtube } from './youtube/index';

/** Every platform that this build can publish to: one folder and one line each. */
const adapters = { youtube };

type RegisteredSlug = keyof typeof adapters;

/** What each platform has to be told of its app and hosts. */
export type PlatformSettings = {
  readonly [Slug in RegisteredSlug]: Parameters<(typeof adapters)[Slug]['create']>[0];
};

type Registry = {
  readonly [Slug in RegisteredSlug]: {
    readonly contentTypes: readonly ContentTypeCapabilities[];
    readonly create: (settings: PlatformSettings[Slug]) => Platform;
  };
};
const registry: Registry = adapters;
const registeredSlugs = platformSlugs.filter(isRegistered);

/** What each platform takes, by slug; needs no settings. */
export const platformCapabilities: Readonly<Record<string, readonly ContentTypeCapabilities[]>> = Object.fromEntries(
  registeredSlugs.map((slug) => [slug, registry[slug].contentTypes]),
);

/** By slug, in the contract's order. */
export type Platforms = ReadonlyMap<string, Platform>;

export function createPlatforms(settings: PlatformSettings): Platforms {
  return new Map(registeredSlugs.map((slug) => [slug, createPlatform(slug, settings[slug])]));
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
 * How a stored job's kind of post is published.
 * @throws Error if the platform does not have the kind, which no request can cause
 */
export function publisherFor(platform: Platform, type: ContentType): Publisher {
  const publisher = platform.publishers.get(type);
  if (!publisher) throw new Error(`${platform.name} has no kind of post "${type}"`);
  return publisher;
}

function createPlatform<Slug extends RegisteredSlug>(slug: Slug, settings: PlatformSettings[Slug]): Platform {
  return registry[slug].create(settings);
}

function isRegistered(slug: PlatformSlug): slug is RegisteredSlug {
  return Object.hasOwn(adapters, slug);
}
