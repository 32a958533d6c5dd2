import type { Payload } from '../../domain/payload/payload';
import { platformModules } from '../../platforms';
import type { Platforms } from '../../platforms';
import type { Patience } from '../../platforms/http/patience';
import { platformModules as sandboxModules } from '../../sandbox/platforms';
import { registerToy } from '../toy/register';
import { toy } from '../toy/sandbox';
import { facebookCarousel } from './facebookCarousel';
import { facebookImage } from './facebookImage';
import { facebookLink } from './facebookLink';
import { facebookReel } from './facebookReel';
import { facebookStory } from './facebookStory';
import { facebookText } from './facebookText';
import { facebookVideo } from './facebookVideo';
import { facebookVideoStory } from './facebookVideoStory';
import type { Kind, SeenPost } from './Kind';
import { toyCarousel } from './toyCarousel';
import { toyReel } from './toyReel';
import { toyText } from './toyText';
import { youtubeShort } from './youtubeShort';
import { youtubeVideo } from './youtubeVideo';

export { allCalls, changingCalls, isCall, nameOf } from './calls';
export type { Audience, Kind, KindCalls, OutsideCall, SeenPost } from './Kind';

/** Every kind of post that this build can publish, and the kinds of the toy platform, one line each. */
export const kinds: readonly Kind[] = [
  youtubeVideo,
  youtubeShort,
  facebookVideo,
  facebookImage,
  facebookLink,
  facebookText,
  facebookReel,
  facebookStory,
  facebookVideoStory,
  facebookCarousel,
  toyText,
  toyReel,
  toyCarousel,
];

/** Kinds whose posts have a text, which a caller may edit. */
export const textKinds = kinds.filter(({ titleField }) => titleField !== '');

registerToy(platformModules);

/** The sandbox's settings before it serves the kinds, as `POST /_sandbox/settings` takes them. */
export const settingsOfKinds: readonly object[] = [...new Set(kinds.flatMap(({ settings }) => settings ?? []))];

/** The platforms of the sandbox for the kinds. */
export const platformsOfKinds = { ...sandboxModules, toy };

/**
 * The adapters of the kinds, at the address of a sandbox. They do not wait for a late effect of a lost call: where
 * nothing of the platform comes late, a test need not wait either.
 */
export function platformsAt(url: string, patience?: Patience): Platforms {
  return new Map(
    oneOfEachPlatform().map(({ create, platform }) => [platform, { ...create(url, patience), settleMs: 0 }]),
  );
}

/** The first kind of an assignment's type: kinds of one type are judged alike. @throws Error for an unknown type */
export function kindOf({ platform, type }: { platform: string; type: string }): Kind {
  const kind = kinds.find((one) => one.platform === platform && one.type === type);
  if (!kind) throw new Error(`test/kinds has no ${type} of ${platform}`);
  return kind;
}

/** A kind in words, which no other has. */
export function wordsFor({ platform, type, variant }: Kind): string {
  return [platform, type, ...(variant === undefined ? [] : [variant])].join(' ');
}

/** The part of a payload that the platform has: all but the addresses of media. */
export function shownOf({ mediaField }: Kind, payload: Payload): Payload {
  return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== mediaField));
}

/** Media of the kind for an assignment of this title. */
export function mediaOf({ media, mark }: Kind, sizeBytes: number, title: string): Buffer {
  const bytes = media(sizeBytes);
  return mark ? mark(bytes, title) : bytes;
}

/** The payload and media of a request for an assignment of the kind. */
export function requestOf(
  kind: Kind,
  payload: Payload,
  urls: readonly string[],
): { type: Kind['type']; payload: Payload; mediaUrl: string | null } {
  const { type, mediaField, mediaCount } = kind;
  if (urls.length !== mediaCount) throw new Error(`a ${type} has ${mediaCount} media`);
  if (mediaField !== null) return { type, payload: { ...payload, [mediaField]: urls }, mediaUrl: null };
  return { type, payload, mediaUrl: urls[0] ?? null };
}

/** The kind of the nth of many assignments: they take turns. */
export function nthKind(nth: number, among: readonly Kind[] = kinds): Kind {
  return among[nth % among.length]!;
}

/** The first kind of each platform. */
export function oneOfEachPlatform(among: readonly Kind[] = kinds): Kind[] {
  return [...new Map(among.toReversed().map((kind) => [kind.platform, kind])).values()].reverse();
}

/** The ids of the platforms' invisible objects, without posts, by the answer of `GET /_sandbox/state`. */
export function leftIdsOf(state: unknown): string[] {
  const { platforms } = state as { platforms: Record<string, { channels: { id: string }[] }> };
  return kinds.flatMap((kind) =>
    (platforms[kind.platform]?.channels ?? []).flatMap(({ id }) =>
      kind.leftOn(state, id).map((left) => (left as { id: string }).id),
    ),
  );
}

/** All posts in the answer of `GET /_sandbox/state`. */
export function postsOf(state: unknown): SeenPost[] {
  const posts = kinds.flatMap((kind) => kind.postsOf(state));
  return [...new Map(posts.map((post) => [post.id, post])).values()];
}
