import type { FeatureName } from '../domain/consent/feature';
import type { Cost } from '../domain/cost';
import type { FailureCode } from '../domain/failures/failures';
import type { FailureWords } from '../domain/failures/PublishFailure';
import type { ImageLimits } from '../domain/media';
import type { Payload } from '../domain/payload/payload';
import type { ContentTypeCapabilities, RemovalMode } from '../domain/platform';
import type { Picture } from '../lib/media/picture';
import type { Call } from './Call';
import type { DirectUpload, ResumableUpload, UploadByMedia } from './Upload';

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
   * Makes the private draft, or makes it equal to `payload`; a public post stays as it is. Idempotent with a draft id.
   * @returns the id of the draft; null where `publish` addresses the uploaded object. If the draft of `made` cannot be
   *   made equal, the id of another draft: once that id is noted, the caller removes the earlier draft.
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
  /** The live post of this kind on the channel by its id, with the audience of `payload`; null: there is none. Read-only. */
  find(call: Call, platformPostId: string, payload: Payload): Promise<Post | null>;
  /**
   * Makes a published post equal to `payload`, its audience included. Idempotent. Absent where the platform does not let
   * a published post be changed.
   */
  update?(call: Call, platformPostId: string, payload: Payload): Promise<void>;
  /**
   * Takes a public post down in one of the modes of `capabilities.removal`. Idempotent. The caller holds a lease. Absent where there is
   * no such mode.
   * @returns `unseen` where the platform does not find the post, which may be gone, or too young to be found
   */
  takeDown?(call: Call, platformPostId: string, mode: RemovalMode): Promise<'done' | 'unseen'>;
  /** The second way to publish: the call that makes the post shows it at once. Absent where no platform refuses drafts of this kind. */
  readonly creation?: PublicCreation;
  /** The extras that a payload may ask for; absent: none. */
  readonly extras?: Extras;
  /**
   * Removes every private object: draft, objects, unfinished sessions.
   * @returns `public` for a post that others can see, which stays; `unknown` where the platform does not find an object
   *   whose id is stored: the object may be gone, or may be left out of an answer for a while
   */
  remove(call: Call, made: PlatformObjects): Promise<Removal>;
}

/**
 * A call that makes a post and shows it at once, for channels on which the platform refuses drafts. A second call makes a second
 * post, so after a lost answer nothing but `outcome` decides (activities/publishing/README.md).
 */
export interface PublicCreation {
  /** The content by which the post is known where no media lead to it; null where media do. Pure. */
  contentOf(payload: Payload): string | null;
  /** The traces of the next call, for `outcome`; the call ends within `leaseMs`. Read-only. */
  traces(call: Call, payload: Payload, leaseMs: number): Promise<CreationTraces>;
  /** The state of a post that no creating call was made for, as far as this service knows. Read-only. */
  look(call: Call, made: PlatformObjects, payload: Payload): Promise<PostState>;
  /**
   * The irreversible call. The caller holds a lease.
   * @param isRepeat the post of an earlier call was not found: a refusal as a duplicate may then mean that post, and is no answer
   * @returns `accepted` where only `outcome` can tell when the post is live
   */
  create(call: Call, made: PlatformObjects, payload: Payload, isRepeat: boolean): Promise<Post | 'accepted'>;
  /** The outcome of a `create` without an answer, as far as the platform shows it. Read-only. */
  outcome(call: Call, made: PlatformObjects, payload: Payload, traces: CreationTraces): Promise<CreationOutcome>;
}

/** Facts noted before a creating call, by which its post is known afterwards. */
export type CreationTraces =
  /** The post shows the media of the assignment. */
  | { by: 'media' }
  /** The post has the content of the call; `from` and `until` by the platform's clock, in ISO 8601; `equalPosts` were there before. */
  | { by: 'content'; from: string; until: string; equalPosts: readonly string[] };

export type CreationOutcome =
  | Extract<PostState, { kind: 'live' | 'failed' | 'unknown' }>
  /** `ifItStays` as in `PostState`. */
  | (Extract<PostState, { kind: 'goingLive' }> & Pick<Extract<PostState, { kind: 'ready' }>, 'ifItStays'>)
  /** The platform has all media of the post, and shows none of them. */
  | { kind: 'absent' }
  /** All posts that the call may have made: a list that was read to its end. */
  | { kind: 'candidates'; posts: readonly PostCandidate[] };

/** A post with the content and the time of a call. `isOurs`: this service's app has made the post. */
export type PostCandidate = Post & { isOurs: boolean };

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
 * a warning (platforms/README.md). `capabilities.extras` names the fields of all of them.
 */
export interface Extras {
  readonly picture?: PictureExtra;
  /** A place in a collection of the channel. */
  readonly place?: Addition;
  /** Places in several collections of the channel. */
  readonly places?: Addition;
  /** A comment of the channel on its own post. */
  readonly comment?: Addition;
  readonly captions?: CaptionsExtra;
}

export type Extra = PictureExtra | Addition | CaptionsExtra;

/** A picture of the post, which may be set while the post is private. A second picture replaces the first. */
export interface PictureExtra {
  readonly kind: 'picture';
  /** The payload field that has the picture's address. */
  readonly field: string;
  readonly limits: ImageLimits;
  /** The id of the post, which the post has even while it is private. Pure. */
  idOf(made: PlatformObjects): string;
  /** Sends the picture as it comes. @throws an error of its body as it is */
  set(call: Call, postId: string, picture: Picture): Promise<void>;
}

/** An addition to a post once it is live; the caller holds a lease. */
export interface Addition {
  readonly kind: 'addition';
  /** The payload field that asks for it, or for a list of them. */
  readonly field: string;
  /** True: once its answer was lost, it is looked for and never made again (contract.md §2). */
  readonly isMadeOnce: boolean;
  /** The feature that the owner of the channel has to allow; absent: none. */
  readonly feature?: FeatureName;
  /** Why a post of the payload takes none; absent: every post does. Pure. */
  obstacle?(payload: Payload): FailureWords | undefined;
  /** The collection that the post is put into: `find` and `add` then take its id as their value. Absent: there is none. */
  readonly collection?: Collection;
  /** The id of the addition that the post has; null: the post shows none. Read-only. @throws PublishFailure for what can never be added */
  find(call: Call, postId: string, value: string): Promise<string | null>;
  /** Makes the addition. A repeat may add it twice: the caller has asked `find`. @returns its id; null where the platform does not tell it */
  add(call: Call, postId: string, value: string): Promise<string | null>;
}

/** Collections of the channel. */
export interface Collection {
  /** The id of a collection; null: the channel has none of that name. Read-only. @throws PublishFailure for another channel's */
  find(call: Call, value: string): Promise<string | null>;
  /** Makes a collection. A repeat makes another one: the caller has asked `find`, and holds a lease for the name. @returns its id */
  make(call: Call, value: string): Promise<string>;
}

/** Captions of a post once it is live: those of one language replace each other. */
export interface CaptionsExtra {
  readonly kind: 'captions';
  /** The payload field that has a list of them. */
  readonly field: string;
  readonly feature?: FeatureName;
  readonly limits: ImageLimits;
  /** The address of the file. Pure. */
  urlOf(value: string): string;
  /** The captions that the post has in the language; null: it has none. Read-only. */
  find(call: Call, postId: string, value: string): Promise<FoundCaptions | null>;
  /**
   * Sends the file as it comes, in place of the captions `earlierId` where there are some. The caller holds a lease.
   * @returns the id of the captions
   * @throws an error of its body as it is
   */
  set(
    call: Call,
    postId: string,
    captions: { value: string; file: Picture; earlierId: string | null },
  ): Promise<string>;
}

/** `isRead`: false where the platform could not make captions of the file. */
export interface FoundCaptions {
  readonly id: string;
  readonly isRead: boolean;
}

/** The objects that an assignment has made on the platform so far; no object is public by itself. */
export interface PlatformObjects {
  /** An object for each of the media, in their order. */
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
  /** The platform still processes the post, which cannot be published yet. */
  | { kind: 'processing' }
  /**
   * The post may be published, and is not public yet. `ifItStays`: why the platform will never show it, if it is still so at
   * the limit of processing after the platform has taken the call to publish.
   */
  | { kind: 'ready'; ifItStays?: { code: FailureCode; words: FailureWords } }
  /** The platform has taken the order to publish the post; `phase` is its present work. */
  | { kind: 'goingLive'; phase: 'processing' | 'publishing' }
  | { kind: 'live'; post: Post }
  /** The post will never be live as it is; `isLost` where the platform has ended the assignment's objects. */
  | { kind: 'failed'; code: FailureCode; words: FailureWords; isLost?: boolean }
  /** The platform does not say; `message` for people, with the next step. */
  | { kind: 'unknown'; message: string };
