import type { ContentType } from '../../domain/assignment';
import type { Payload } from '../../domain/payload';
import type { PlatformSlug } from '../../domain/platform';
import type { Platform } from '../../platforms/Platform';

/** Who is to see a post, in the words of the tests; a platform without a middle way takes `unlisted` for `public`. */
export type Audience = 'public' | 'unlisted' | 'private';

/** A call to the platform, as a fault of the sandbox names it. */
export interface OutsideCall {
  method: string;
  /** What its path begins with; with * for any one segment, the whole path. */
  path: string;
  /** Parameters that its query has. */
  query?: string;
}

/** A post as the sandbox has it. */
export interface SeenPost {
  id: string;
  /** Its text, as far as the platform knows one: a job's mark is in it. */
  title: string;
  /** In the platform's own words. */
  audience: string;
  /** Whether it has a picture that a job has set; of kinds with extras. */
  hasPicture?: boolean;
  /** The collections that it is in, one as often as it is in it; of kinds with extras. */
  places?: string[];
}

/** All that the tests know of one kind of post: a content type of a platform. */
export interface Kind {
  readonly platform: PlatformSlug;
  readonly type: ContentType;
  /** Which of several kinds of its type, in words that follow the type; absent where it is the only one. */
  readonly variant?: string;

  /** The adapter for hosts at `url`. */
  create: (url: string) => Platform;

  /**
   * Opens the platform's page at `url` as an owner who allows everything, or all but one permission.
   * @returns where the page leads the owner's browser back to, with a code
   */
  consent: (url: URL, answer: 'everything' | 'too little') => Promise<URL>;
  /** The body of `POST /_sandbox/channels`: a channel and a live grant for it. */
  grantRequest: (name: string) => { platform: PlatformSlug; name: string };
  /** What the sandbox is set to for the kind, as `POST /_sandbox/settings` takes it; absent: as it is. */
  readonly settings?: object;
  /**
   * A payload of a job; the title stands in the post and in the sandbox's record of what happened to it. A kind that
   * cannot be private is public.
   */
  payload: (title: string, audience: Audience) => Payload;
  /** The field of a payload that is the title; empty where a post has no text. */
  readonly titleField: string;
  /** Whether a post may be for the channel alone once it is published. */
  readonly canBePrivate: boolean;
  /** Whether the platform is told the payload before `publish`; where not, staging changes nothing there. */
  readonly stagesPayload: boolean;
  /** A payload that differs from any of `payload` in every field that there is, for some people to see. */
  readonly changed: Payload;
  /** How many media a post has. */
  readonly mediaCount: number;
  /** The field of a payload that names them; null: the one of a post is at the job's `mediaUrl`. */
  readonly mediaField: string | null;
  /** Bytes that the platform takes for media of this kind. */
  media: (sizeBytes: number) => Buffer;
  readonly mediaType: string;
  /** Media that carry the title, where a post has no text. */
  mark?: (media: Buffer, title: string) => Buffer;
  readonly calls: KindCalls;
  /** A change of a published post that fits its fields and that the platform refuses; null: there is none. */
  readonly refusedUpdate: Payload | null;
  /**
   * A fault that makes the platform answer `publish` and `update` with a private post; null where its answers name no
   * audience.
   */
  readonly keepsPrivate: { on: OutsideCall; do: object } | null;

  /** What a payload can ask for beside the post: a picture, and a place in a collection; absent: nothing. */
  readonly extras?: {
    /** The fields of the payload. */
    readonly picture: string;
    readonly place: string;
    readonly calls: readonly OutsideCall[];
    /** Makes a collection of the channel. @returns its id */
    makePlace: (url: string, accessToken: string) => Promise<string>;
  };

  /** The posts in the answer of `GET /_sandbox/state`, of all kinds of the platform. */
  postsOf: (state: unknown) => SeenPost[];
  /** What the platform has on a channel that nobody sees, but for posts: unfinished uploads, media of no post. */
  leftOn: (state: unknown, channelId: string) => unknown[];
  /** What the platform has of a post, in the fields of a payload. */
  payloadOf: (state: unknown, postId: string) => Payload | undefined;
  /** Where people find a post. */
  addressOf: (postId: string) => string;
  /** The audience that a payload asks for, in the platform's own words. */
  audienceOf: (payload: Payload) => unknown;
  /** Whether anybody but the channel sees a post of this audience; null: there is no post. */
  isVisible: (audience: string | null) => boolean;
}

/** The calls by which a job of the kind, and its channel, reach the platform: what faults can strike. */
export interface KindCalls {
  /** Those that bring the media, in their order; none for a post without media. */
  readonly upload: readonly OutsideCall[];
  /** What ends an upload whose last byte has not arrived; null: there is nothing to end. */
  readonly cancelUpload: OutsideCall | null;
  /** What makes or changes what nobody sees yet; the same call may publish. */
  readonly stage: OutsideCall;
  readonly publish: OutsideCall;
  /** What changes a published post. */
  readonly update: OutsideCall;
  /** What tells how a post stands. */
  readonly look: OutsideCall;
  readonly remove: OutsideCall;
  readonly renew: OutsideCall;
  readonly revoke: OutsideCall;
  /** The sandbox's names of errors: of a refusal for good, and of a refused access token. */
  readonly errors: { readonly refused: string; readonly token: string };
}
