import type { Cost, Spend } from '../domain/cost';
import type { FailureCode } from '../domain/failures/failures';
import type { FailureWords } from '../domain/failures/PublishFailure';
import type { ImageLimits } from '../domain/media';
import type { Payload } from '../domain/payload/payload';
import type { ContentTypeCapabilities } from '../domain/platform';
import type { Image } from '../lib/media/image';

/**
 * Publishes one kind of post: a content type of a platform (platforms/README.md). Nothing becomes public before
 * `publish`.
 */
export interface Publisher {
  readonly capabilities: ContentTypeCapabilities;

  /** The media of a post, in their order: none for a text, several for a carousel. Pure. */
  mediaUrls(run: { mediaUrl: string | null; payload: Payload }): readonly string[];
  /** Absent where a post of this kind has no media. */
  readonly upload?: ResumableUpload | DirectUpload | UploadByMedia;
  /** The platform keeps prepared objects this long, in milliseconds; null: for good. */
  readonly preparedLifeMs: number | null;

  /**
   * Makes the private draft, or makes it equal to `payload`; what is public stays as it is. Idempotent where the draft has an id already.
   * @returns the id of the draft; null where the uploaded object is what `publish` addresses. Where the draft of `made`
   *   cannot be made equal, it is another one: once that is noted, the caller removes the one before.
   */
  stage(call: Call, made: PlatformObjects, payload: Payload): Promise<string | null>;
  /** Finds a draft whose id was lost with the answer of `stage`; absent where no draft is made, or the media lead to it. */
  readonly lostDrafts?: LostDrafts;
  /** The units that a `look` without patience takes from the daily quota; absent: none. */
  readonly lookCost?: Cost;
  /** Reads the state of the post, compared with `payload`. Read-only, and never a guess. */
  look(call: Call, made: PlatformObjects, payload: Payload): Promise<PostState>;
  /**
   * The irreversible call: gives the post the audience of `payload`. The caller holds a lease.
   * @returns `accepted` where only `look` can tell when the post is live
   */
  publish(call: Call, made: PlatformObjects, payload: Payload): Promise<Post | 'accepted'>;
  /**
   * Makes a published post equal to `payload`, its audience included. Idempotent. Absent where the platform does not let
   * a published post be changed.
   */
  update?(call: Call, platformPostId: string, payload: Payload): Promise<void>;
  /** The extras that a payload may ask for; absent: none. */
  readonly extras?: Extras;
  /**
   * Removes what is not public: draft, objects, unfinished sessions.
   * @returns `public` for a post that others can see, which stays; `unknown` where the platform does not find something
   *   whose id is stored: it may be gone, and it may be left out of an answer for a while
   */
  remove(call: Call, made: PlatformObjects): Promise<Removal>;
}

export interface LostDrafts {
  /** The content by which a draft is known: two payloads that differ in it do not make the same draft. Pure. */
  contentOf(payload: Payload): unknown;
  /** The drafts that this service's app has made of the payload since a moment, on the channel of the call. Read-only. */
  find(call: Call, payload: Payload, since: Date): Promise<FoundDraft[]>;
}

export interface FoundDraft {
  draftId: string;
  /** To the second. */
  madeAt: Date;
}

export type Removal = 'gone' | 'public' | 'unknown';

/**
 * Additions to a post that are no condition of it. If one fails, the post goes live without it, and the assignment has
 * a warning (platforms/README.md).
 */
export interface Extras {
  /** The id that the post has, also while nobody sees it. Pure. */
  idOf(made: PlatformObjects): string;
  readonly picture?: PictureExtra;
  readonly place?: PlaceExtra;
}

export type Extra = PictureExtra | PlaceExtra;

/** A picture of the post, which may be set while nobody sees the post. To set one again replaces it. */
export interface PictureExtra {
  readonly kind: 'picture';
  /** The payload field that has its address. */
  readonly field: string;
  readonly limits: ImageLimits;
  set(call: Call, postId: string, image: Image): Promise<void>;
}

/** A collection of the channel that the post is put into once it is live. */
export interface PlaceExtra {
  readonly kind: 'place';
  /** The payload field that has its id. */
  readonly field: string;
  /** Whether it has the post. Read-only. @throws PublishFailure for one that is not the channel's own */
  has(call: Call, postId: string, placeId: string): Promise<boolean>;
  /** Puts the post into it. Done twice, it may have the post twice: the caller holds a lease and has asked `has`. */
  add(call: Call, postId: string, placeId: string): Promise<void>;
}

/** Credentials and the moment at which to give up, for one call. */
export interface Call {
  accessToken: string;
  /** The platform's id of the channel that the token speaks for. */
  channelId: string;
  /** Takes from the daily quota what a request costs, before it is made. */
  spend: Spend;
  signal: AbortSignal;
  /**
   * The end of the caller's lease, on the clock of `performance.now()`; Infinity for calls that need none. A mutating
   * request is not written after it: the adapter compares in the same tick in which it writes, so that a process that was
   * paused cannot act late. `signal` ends the call at it.
   */
  notAfterMs: number;
  /** `look` may wait this long, so that it can ask together with others; absent: it asks at once. */
  patienceMs?: number;
}

/** The objects that an assignment has made on the platform so far; none of them is public by itself. */
export interface PlatformObjects {
  /** One for each of the media, in their order. */
  items: readonly PlatformObject[];
  draftId: string | null;
}

export interface PlatformObject {
  session: string | null;
  objectId: string | null;
}

export interface Post {
  platformPostId: string;
  platformUrl: string;
}

export type PostState =
  /** The platform is still at it; nobody can publish the post yet. */
  | { kind: 'processing' }
  /** It may be published; it is not. */
  | { kind: 'ready' }
  /** The platform has taken the order to publish it, and is at it; `phase` is what it does now. */
  | { kind: 'goingLive'; phase: 'processing' | 'publishing' }
  | { kind: 'live'; post: Post }
  /** It will never be live as it is; `isLost` where the platform has ended what the assignment has made there. */
  | { kind: 'failed'; code: FailureCode; words: FailureWords; isLost?: boolean }
  /** The platform does not say; `message` for people, with what to do. */
  | { kind: 'unknown'; message: string };

export interface MediaDescription {
  contentType: string;
  /** Null when the source does not say; an adapter that needs it fails with `MEDIA_INVALID`. */
  sizeBytes: number | null;
}

export interface MediaPart extends MediaDescription {
  /** First byte of `body` within the whole. */
  offset: number;
  /** Read under the same signal as the call, so that an abort ends it, too. */
  body: AsyncIterable<Uint8Array>;
}

/** One session makes at most one object; it is the fence against a second one (platforms/README.md). */
export interface ResumableUpload {
  readonly kind: 'resumable';
  /** True: the object of a session has the payload that the session was opened with, and nothing is left to stage. */
  readonly carriesPayload: boolean;
  /** The units that `open` takes from the daily quota; absent: none. */
  readonly openCost?: Cost;
  /** Opens a session for an object that is not public. Nothing exists on the channel until the last byte has arrived. */
  open(call: Call, payload: Payload, media: MediaDescription): Promise<string>;
  /** Asks the session how far it is. Read-only. */
  ask(call: Call, session: string, sizeBytes: number | null): Promise<UploadState>;
  /** Sends everything from `offset` on as one stream, with backpressure. */
  send(call: Call, session: string, part: MediaPart): Promise<UploadState>;
}

/** One request takes the whole object. An answer that is lost leaves an object that nobody sees. */
export interface DirectUpload {
  readonly kind: 'direct';
  /** @returns the id of the object */
  put(call: Call, media: MediaPart): Promise<string>;
}

/** A post of this kind has a photo or a video, which come in different ways; what its first bytes are decides. */
export interface UploadByMedia {
  readonly kind: 'byMedia';
  readonly image: DirectUpload;
  readonly video: ResumableUpload;
}

export type UploadState =
  | { kind: 'open'; nextOffset: number }
  | { kind: 'complete'; objectId: string }
  /** The platform knows the session no more. */
  | { kind: 'gone' }
  /** It does not find the object that the session fills: it may have it all the same (domain/absence.ts). */
  | { kind: 'absent' };
