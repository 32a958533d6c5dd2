import type { ContentType } from '../../domain/assignment';
import type { Payload } from '../../domain/payload';
import type { PlatformSlug } from '../../domain/platform';
import type { Platform } from '../../platforms/Platform';

/** Who is to see a post, in the words of the tests; a platform without a middle way takes `unlisted` for `public`. */
export type Audience = 'public' | 'unlisted' | 'private';

/** A post as the sandbox has it. */
export interface SeenPost {
  id: string;
  title: string;
  /** In the platform's own words. */
  audience: string;
}

/** All that the tests know of one kind of post: a content type of a platform. */
export interface Kind {
  readonly platform: PlatformSlug;
  readonly type: ContentType;

  /** The adapter for hosts at `url`. */
  create: (url: string) => Platform;

  /**
   * Opens the platform's page at `url` as an owner who allows everything, or all but one permission.
   * @returns the code that the owner's browser brings back
   */
  consent: (url: URL, answer: 'everything' | 'too little') => Promise<string>;
  /** The body of `POST /_sandbox/channels`: a channel and a live grant for it. */
  grantRequest: (name: string) => { platform: PlatformSlug; name: string };
  /** A payload of a job; the title stands in the post and in the sandbox's record of what happened to it. */
  payload: (title: string, audience: Audience) => Payload;
  /** A payload that differs from any of `payload` in every field that there is, for some people to see. */
  readonly changed: Payload;
  /** Bytes that the platform takes for media of this kind. */
  media: (sizeBytes: number) => Buffer;
  readonly mediaType: string;
  /** The calls of a job that a fault of the sandbox can strike, those first that change something. */
  readonly calls: readonly { method: string; path: string }[];
  /**
   * A fault that makes the platform answer `publish` and `update` with a private post; null where its answers name no
   * audience.
   */
  readonly keepsPrivate: { on: { method: string; path: string }; do: object } | null;

  /** The posts in the answer of `GET /_sandbox/state`, of all kinds of the platform. */
  postsOf: (state: unknown) => SeenPost[];
  /** What the platform has of a post, in the fields of a payload. */
  payloadOf: (state: unknown, postId: string) => Payload | undefined;
  /** Where people find a post. */
  addressOf: (postId: string) => string;
  titleOf: (payload: Payload) => unknown;
  /** The audience that a payload asks for, in the platform's own words. */
  audienceOf: (payload: Payload) => unknown;
  /** Whether anybody but the channel sees a post of this audience; null: there is no post. */
  isVisible: (audience: string | null) => boolean;
}
