import type { ContentType } from '../../domain/assignment';
import type { Payload } from '../../domain/payload/payload';
import type { PlatformSlug } from '../../domain/platform';
import type { Patience } from '../../platforms/http/patience';
import type { Platform } from '../../platforms/Platform';

/** The audience of a post, in the words of the tests; a platform without a middle way takes `unlisted` for `public`. */
export type Audience = 'public' | 'unlisted' | 'private';

/** A call to the platform, as a fault of the sandbox names it. */
export interface OutsideCall {
  method: string;
  /** The beginning of its path; with * for any one segment, the whole path. */
  path: string;
  /** Parameters that its query has. */
  query?: string;
}

/** A post as the sandbox has it. */
export interface SeenPost {
  id: string;
  /** Its text, as far as the platform knows one: an assignment's mark is in it. */
  title: string;
  /** In the platform's own words. */
  audience: string;
  /** True if it has a picture that an assignment has set; of kinds with extras. */
  hasPicture?: boolean;
  /** The collections that it is in, one as often as it is in it; of kinds with extras. */
  places?: string[];
  /** The titles of the collections, one as often as it is in it; and the languages of its captions; of kinds with extras. */
  placeNames?: string[];
  captions?: string[];
  /** The texts of the comments on it; of kinds with extras. */
  comments?: string[];
}

/** All that the tests know of one kind of post: a content type of a platform. */
export interface Kind {
  readonly platform: PlatformSlug;
  readonly type: ContentType;
  /** The variant among several kinds of its type, in words that follow the type; absent for the only one. */
  readonly variant?: string;

  /** The adapter for hosts at `url`. */
  create: (url: string, patience?: Patience) => Platform;

  /**
   * Opens the platform's page at `url` as an owner who allows everything, or all but one permission.
   * @returns where the page leads the owner's browser back to, with a code
   */
  consent: (url: URL, answer: 'everything' | 'too little') => Promise<URL>;
  /** The body of `POST /_sandbox/channels`: a channel and a live grant for it. */
  grantRequest: (name: string) => { platform: PlatformSlug; name: string; scopes?: string[] };
  /** The sandbox's settings for the kind, as `POST /_sandbox/settings` takes them; absent: as they are. */
  readonly settings?: object;
  /**
   * A payload of an assignment; the title stands in the post and in the sandbox's record of effects on the post. A kind
   * that cannot be private is public.
   */
  payload: (title: string, audience: Audience) => Payload;
  /** The field of a payload that is the title; empty where a post has no text. */
  readonly titleField: string;
  /** True if a post may be for the channel alone once it is published. */
  readonly canBePrivate: boolean;
  /** True if the platform is given the payload before `publish`; if not, staging changes nothing there. */
  readonly stagesPayload: boolean;
  /** A payload that differs from any of `payload` in every field that there is, for some people to see. */
  readonly changed: Payload;
  /** The number of a post's media. */
  readonly mediaCount: number;
  /** The field of a payload that names the media; null: a single medium, at the assignment's `mediaUrl`. */
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

  /** The extras that a payload can ask for: a picture, and a place in a collection; absent: none. */
  readonly extras?: {
    /** The fields of the payload. */
    readonly picture: string;
    readonly place: string;
    /** Lists: of places by their names, and of captions. */
    readonly places: string;
    readonly captions: string;
    readonly calls: readonly OutsideCall[];
    /** Makes a collection of the channel. @returns its id */
    makePlace: (url: string, accessToken: string) => Promise<string>;
  };
  /** The field of a payload that asks for a first comment, and the call that makes it; absent: such posts have none. */
  readonly comment?: { readonly field: string; readonly call: OutsideCall };

  /** The posts in the answer of `GET /_sandbox/state`, of all kinds of the platform. */
  postsOf: (state: unknown) => SeenPost[];
  /** The invisible objects of a channel, without posts: unfinished uploads, media of no post. */
  leftOn: (state: unknown, channelId: string) => unknown[];
  /** The post as the platform has it, in the fields of a payload. */
  payloadOf: (state: unknown, postId: string) => Payload | undefined;
  /** The page of a post for people. */
  addressOf: (postId: string) => string;
  /** The audience that a payload asks for, in the platform's own words. */
  audienceOf: (payload: Payload) => unknown;
  /** True if others than the channel see a post of this audience; null: there is no post. */
  isVisible: (audience: string | null) => boolean;
}

/** The calls by which an assignment of the kind, and its channel, reach the platform; faults can strike these calls. */
export interface KindCalls {
  /** The calls that bring the media, in their order; none for a post without media. */
  readonly upload: readonly OutsideCall[];
  /** The call that ends an upload whose last byte has not arrived; null: there is nothing to end. */
  readonly cancelUpload: OutsideCall | null;
  /** The call that makes or changes objects that are still invisible; the same call may publish. */
  readonly stage: OutsideCall;
  readonly publish: OutsideCall;
  /** The call that changes a published post. */
  readonly update: OutsideCall;
  /** The call that reads the state of the post. */
  readonly look: OutsideCall;
  readonly remove: OutsideCall;
  readonly renew: OutsideCall;
  readonly revoke: OutsideCall;
  /** The sandbox's names of errors: of a refusal for good, and of a refused access token. */
  readonly errors: { readonly refused: string; readonly token: string };
}
