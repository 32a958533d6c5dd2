import type { Kind, SeenPost } from './Kind';
import { youtubeShort } from './youtubeShort';
import { youtubeVideo } from './youtubeVideo';

export type { Audience, Kind, SeenPost } from './Kind';

/** Every kind of post that this build can publish, one line each. */
export const kinds: readonly Kind[] = [youtubeVideo, youtubeShort];

/** The kind of a job. @throws for one that is not in the table */
export function kindOf({ platform, type }: { platform: string; type: string }): Kind {
  const kind = kinds.find((one) => one.platform === platform && one.type === type);
  if (!kind) throw new Error(`test/kinds has no ${type} of ${platform}`);
  return kind;
}

/** The kind of the nth of many jobs: they take turns. */
export function nthKind(nth: number): Kind {
  return kinds[nth % kinds.length]!;
}

/** All posts in the answer of `GET /_sandbox/state`. */
export function postsOf(state: unknown): SeenPost[] {
  const posts = kinds.flatMap((kind) => kind.postsOf(state));
  return [...new Map(posts.map((post) => [post.id, post])).values()];
}

/** Each call that a fault can strike, once. */
export function allCalls(): Kind['calls'] {
  const calls = kinds.flatMap((kind) => kind.calls);
  return [...new Map(calls.map((call) => [`${call.method} ${call.path}`, call])).values()];
}
