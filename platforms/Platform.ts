import type { ContentType } from '../domain/assignment';
import type { FailureCode } from '../domain/failures';
import type { FieldErrors, Payload } from '../domain/payload';
import type { ContentTypeCapabilities, PlatformSlug } from '../domain/platform';

/**
 * What the service needs of a platform, and all it knows of one. An adapter is one folder with the same file names as
 * the others (capabilities, oauth, upload, publish, stats, failures, http).
 *
 * Promises of every adapter:
 * - It throws `PublishFailure` (domain) and nothing else, but for the abort reason of `call.signal` and an error of
 *   `MediaPart.body`, which it rethrows as they are.
 * - It tries once. Who retries, when and how often is decided by the caller alone.
 * - It never logs and never puts a token or a session URL into a message.
 * - Nothing becomes public before `publish`, which is the last mutating call for a post.
 */
export interface Platform {
  readonly slug: PlatformSlug;
  readonly name: string;
  readonly contentTypes: readonly ContentTypeCapabilities[];
  /** Longest time the platform may process before the job fails with `PROCESSING_TIMEOUT`. */
  readonly processingLimitMs: number;
  /** After a lost answer: how long the platform may take until `reconcile` sees what the lost call did. */
  readonly settleMs: number;

  readonly oauth: ConsentFlow;
  readonly stats: LiveStats;

  /** The platform's own rules for a payload that already fits its field descriptors. Pure. */
  checkPayload(type: ContentType, payload: Payload): FieldErrors;

  /**
   * Exchanges a refresh token. A definite refusal is `TOKEN_EXPIRED`, a refusal of this service's own app `INTERNAL`;
   * everything else is transient.
   */
  refreshTokens(refreshToken: string, signal: AbortSignal): Promise<RenewedTokens>;
  /** The channel that a token speaks for. */
  channel(call: PlatformCall): Promise<Channel>;

  readonly upload: ResumableUpload;

  /** Makes the post's metadata equal to `payload`, privacy left as it is (not public). Idempotent. */
  applyPayload(call: PlatformCall, post: PostRef, payload: Payload): Promise<void>;
  /** Whether the platform has finished processing. Read-only. */
  processing(call: PlatformCall, post: PostRef): Promise<ProcessingState>;
  /** The irreversible call: gives the post the audience of `payload`. The caller has a live lease when it calls. */
  publish(call: PlatformCall, post: PostRef, payload: Payload): Promise<Post>;
  /** After an unknown outcome of `publish`: did it happen? Read-only, and never a guess. */
  reconcile(call: PlatformCall, post: PostRef, payload: Payload): Promise<Reconciled>;
  /**
   * Makes a published post equal to `payload`, its audience included. Idempotent. Absent where the platform does not let
   * a published post be changed.
   */
  update?(call: PlatformCall, post: PostRef, payload: Payload): Promise<void>;
  /**
   * Removes what is not public: the unfinished session, the unpublished post. What is already gone is success.
   * @returns `public` for a post that others can see, which stays
   */
  remove(call: PlatformCall, leftover: Leftover): Promise<'gone' | 'public'>;
}

/** Credentials and the moment at which to give up, for one call. */
export interface PlatformCall {
  accessToken: string;
  signal: AbortSignal;
  /**
   * The end of the caller's lease, on the clock of `performance.now()`. A mutating request is not written after it: the
   * adapter compares in the same tick in which it writes, so that a process that was paused cannot act late.
   */
  notAfterMs?: number;
}

/** How a channel's owner lets the service act for it (RFC 6749 §4.1 with PKCE, RFC 7636). */
export interface ConsentFlow {
  /** Where the owner is asked for every permission that the service needs. Pure. */
  consentUrl(request: ConsentRequest): URL;
  /**
   * Exchanges an authorization code, which works once.
   * @throws PublishFailure `PERMISSION_DENIED` if the owner has left out a permission that the service needs
   */
  exchange(code: AuthorizationCode, signal: AbortSignal): Promise<GrantedTokens>;
  /** The channels that a login can speak for; none is an empty list. Read-only. */
  channels(tokens: GrantedTokens, signal: AbortSignal): Promise<OfferedChannel[]>;
  /**
   * Gives back what was granted (RFC 7009). This may end every grant of the same account, those for its other channels
   * included. A token that the platform does not know (any more) is success.
   */
  revoke(token: string, signal: AbortSignal): Promise<void>;
}

export interface ConsentRequest {
  /** Comes back with the answer, unchanged. */
  state: string;
  /** Where the platform sends the browser afterwards. */
  redirectUri: string;
  codeVerifier: string;
}

export interface AuthorizationCode {
  code: string;
  /** Both as they were in the request for consent. */
  redirectUri: string;
  codeVerifier: string;
}

export interface GrantedTokens {
  accessToken: string;
  /** Null where the platform gave none this time. */
  refreshToken: string | null;
  /** When the access token runs out; null if it does not. */
  expiresAt: Date | null;
  /** The platform's id of the account that has consented: what a revocation ends. Null where it is not told. */
  account: string | null;
}

/** A channel of a login, and the tokens that speak for this channel. */
export interface OfferedChannel {
  channel: Channel;
  tokens: GrantedTokens;
}

/** Counters as the platform has them now. What it does not count is 0. Read-only. */
export interface LiveStats {
  channel(call: PlatformCall): Promise<ChannelStats>;
  /** Null if the platform has the post no more. */
  post(call: PlatformCall, post: PostRef): Promise<PostStats | null>;
}

export interface ChannelStats {
  subscribers: number;
  totalViews: number;
  totalPosts: number;
}

export interface PostStats {
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

export interface RenewedTokens {
  accessToken: string;
  /** Absent where the platform keeps the old one; a stored refresh token is never overwritten by an absent one. */
  refreshToken?: string;
  expiresInSeconds: number;
}

export interface Channel {
  externalPlatformId: string;
  name: string;
  thumbnailUrl: string | null;
  metadata: ChannelMetadata;
}

export interface ChannelMetadata {
  subscribers: number | null;
  views: number | null;
  posts: number | null;
  handle: string | null;
}

export interface PostRef {
  type: ContentType;
  platformPostId: string;
}

export interface Post {
  platformPostId: string;
  platformUrl: string;
}

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

/** One session makes at most one post; it is the fence against a second one (architecture.md §4). */
export interface ResumableUpload {
  /** Opens a session for a post that is not public. Nothing exists on the channel until the last byte has arrived. */
  open(call: PlatformCall, type: ContentType, payload: Payload, media: MediaDescription): Promise<string>;
  /** Asks the session how far it is. Read-only. */
  ask(call: PlatformCall, session: string, sizeBytes: number | null): Promise<UploadState>;
  /** Sends everything from `offset` on as one stream, with backpressure. */
  send(call: PlatformCall, session: string, part: MediaPart): Promise<UploadState>;
}

export type UploadState =
  | { kind: 'open'; nextOffset: number }
  | { kind: 'complete'; platformPostId: string }
  /** The platform knows the session no more. */
  | { kind: 'gone' };

export type ProcessingState =
  { kind: 'processing' } | { kind: 'ready' } | { kind: 'failed'; code: FailureCode; message: string };

export type Reconciled = { kind: 'notHappened' } | { kind: 'happened'; post: Post } | { kind: 'unknown' };

export interface Leftover {
  session: string | null;
  platformPostId: string | null;
}
