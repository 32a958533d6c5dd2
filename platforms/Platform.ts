import type { z } from 'zod';
import type { ContentType } from '../domain/assignment';
import type { FeatureName, PlatformPermissions } from '../domain/consent/feature';
import type { ContentTypeCapabilities, PlatformSlug } from '../domain/platform';
import type { Call } from './Call';
import type { ChannelLists } from './ChannelLists';
import type { ChannelCall, LiveStats } from './LiveStats';
import type { PostPictures } from './PostPictures';
import type { Publisher } from './Publisher';

export type { ChannelCall, ChannelStats, ManyChannels, ManyPosts, PostFigures, PostStats } from './LiveStats';

/** Facts of a platform that hold without its settings. */
export interface PlatformFacts {
  readonly name: string;
  /** Longest time the platform may process before the assignment fails with `PROCESSING_TIMEOUT`. */
  readonly processingLimitMs: number;
  /** The permissions that consents ask for: the base of every connection, and the permissions of each feature. */
  readonly permissions: PlatformPermissions;
  readonly terms: PlatformTerms;
}

/** Words and addresses that a platform wants people to see where they use it. */
export interface PlatformTerms {
  /** The sentence that stands beside the button that publishes; null: the platform asks for none. */
  readonly notice: string | null;
  /** The pages to be linked there, and where channels are connected and shown. */
  readonly links: readonly { readonly title: string; readonly url: string }[];
}

/** A platform without its settings: the line of an adapter in `platforms/index.ts`. */
export interface PlatformModule<Settings = unknown> extends PlatformFacts {
  /**
   * Reads the settings of the adapter from environment variables, which `.env.example` explains. The platform is
   * offered where every setting without a default is there. `SANDBOX_URL` takes the place of all hosts of the platform.
   */
  readonly settings: z.ZodType<Settings>;
  /** The content types that the platform takes, in the order of the contract. */
  readonly contentTypes: readonly ContentTypeCapabilities[];
  create(settings: Settings): Platform;
}

/**
 * A platform as the service sees it. An adapter is one folder with the same file names as the others (settings,
 * capabilities, oauth, failures, http, and one or more of upload and publisher); `http/` has the code that adapters
 * share.
 *
 * Promises of every adapter:
 * - It throws `PublishFailure` (domain) and nothing else, but for the abort reason of `call.signal` and an error of
 *   `MediaPart.body`, which it rethrows as they are.
 * - It tries once. The caller alone decides when and how often to retry.
 * - It never logs and never puts a token or a session URL into a message.
 */
export interface Platform extends PlatformFacts {
  readonly slug: PlatformSlug;
  /** The publisher of each kind of post, by content type, in the order of the contract. */
  readonly publishers: Publishers;
  /** After a lost answer: the longest time until `look` sees the effect of the lost call. */
  readonly settleMs: number;

  /** How posts with two ways are published (`Publisher.creation`); absent: the platform has one way. */
  readonly publishing?: PublishingWay | 'auto';

  /** The daily quota of all callers together; absent: the platform has none. */
  readonly quota?: DailyQuota;

  readonly oauth: ConsentFlow;
  readonly stats: LiveStats;
  /** Absent: the platform shows no pictures of posts. */
  readonly pictures?: PostPictures;
  readonly lists?: ChannelLists;
  /** Absent: the platform does not name the account of a login, so that its owner cannot see the data kept here. */
  readonly accountLogin?: AccountLogin;
  /** Absent: the platform asks nothing for its accounts. */
  readonly accountRequests?: AccountRequests;

  /**
   * Exchanges a refresh token for access to the channel. A definite refusal is `TOKEN_EXPIRED`, a refusal of this service's own app `INTERNAL`;
   * everything else is transient.
   */
  refreshTokens(refreshToken: string, call: RenewalCall): Promise<RenewedTokens>;
  /** The channel that a token speaks for. */
  channel(call: ChannelCall): Promise<Channel>;
}

/** The way of a post: a draft that is published, or one call that makes the post public. `auto`: staged, until the platform refuses drafts. */
export type PublishingWay = 'staged' | 'direct';

export type Publishers = ReadonlyMap<ContentType, Publisher>;

/** A call that brings new tokens for its channel. */
export type RenewalCall = Pick<Call, 'channelId' | 'signal'>;

/** A quota that is full again each midnight. An adapter takes from it by `Call.spend`. */
export interface DailyQuota {
  /** The time zone of that midnight, as an IANA name. */
  readonly timeZone: string;
  /** The quota of each kind of request, by the platform's name for the kind. */
  readonly buckets: Readonly<Record<string, Allowance>>;
  readonly clock: () => Date;
}

export interface Allowance {
  /** The counted thing, in words for people: "uploads". */
  readonly of: string;
  /** All workspaces together, in a day. */
  readonly limit: number;
  /** One workspace, in a day. */
  readonly share: number;
}

/** The consent of a channel's owner to let the service act for it (RFC 6749 §4.1 with PKCE, RFC 7636). */
export interface ConsentFlow {
  /** The page that asks the owner for the base permissions and the permissions of the wanted features. Pure. */
  consentUrl(request: ConsentRequest): URL;
  /**
   * Exchanges an authorization code, which works once.
   * @throws PublishFailure `PERMISSION_DENIED` if the owner has left out a base permission
   */
  exchange(code: AuthorizationCode, signal: AbortSignal): Promise<GrantedTokens>;
  /** The channels that a login can speak for; an empty list for a login without channels. Read-only. */
  channels(tokens: GrantedTokens, call: Pick<Call, 'signal' | 'spend'>): Promise<OfferedChannel[]>;
  /**
   * Revokes a grant (RFC 7009). This may end every grant of the same account, the grants for its other channels
   * included. A token that the platform does not know (any more) is success.
   */
  revoke(token: string, signal: AbortSignal): Promise<void>;
}

export interface ConsentRequest {
  /** The state of the request. The answer has it, unchanged. */
  state: string;
  /** The platform sends the browser to this address afterwards. */
  redirectUri: string;
  codeVerifier: string;
  /** The features whose permissions are asked for, too. */
  features: readonly FeatureName[];
}

export interface AuthorizationCode {
  code: string;
  /** The values of the request for consent. */
  redirectUri: string;
  codeVerifier: string;
  features: readonly FeatureName[];
}

export interface GrantedTokens {
  accessToken: string;
  /** Null where the platform gave no refresh token this time. */
  refreshToken: string | null;
  /** When the access token runs out; null if it does not. */
  expiresAt: Date | null;
  /** When the access ends however often it is renewed, unless the owner consents again; absent or null: never. */
  accessEndsAt?: Date | null;
  /** The permissions that were granted, by the platform's names; of an offered channel, the permissions for the channel. */
  permissions: readonly string[];
  /** The platform's id of the account whose grants a revocation ends; null where the platform names no account. */
  account: string | null;
}

/** A channel of a login, and the tokens that speak for this channel. */
export interface OfferedChannel {
  channel: Channel;
  tokens: GrantedTokens;
  /** The reason why the service could not publish to the channel, in a sentence for its owner; null: it could. */
  obstacle: string | null;
}

/** A login that says whose account it is, and grants nothing. It ends no grant. */
export interface AccountLogin {
  /** The page of the login. Pure. */
  url(request: LoginRequest): URL;
  /**
   * The account of a code of that page, as `GrantedTokens.account` names it. The code works once; its tokens are kept nowhere.
   * @throws PublishFailure for a code that is refused, or a login without a name
   */
  account(code: LoginCode, signal: AbortSignal): Promise<string>;
}

/** A login asks for no feature. */
export type LoginRequest = Omit<ConsentRequest, 'features'>;
export type LoginCode = Omit<AuthorizationCode, 'features'>;

/** Requests that the platform itself sends for one of its accounts. Each is a form whose only field is `signed_request`. */
export interface AccountRequests {
  /** Reads the field. Null: this app's secret has not signed it. Pure. */
  read(signedRequest: string): AccountRequest | null;
}

export interface AccountRequest {
  /** The account, as `GrantedTokens.account` names it. */
  readonly account: string;
  /** When the owner of the account asked for it, by the platform's clock. */
  readonly askedAt: Date;
}

export interface RenewedTokens {
  accessToken: string;
  /** Absent where the platform keeps the old one; a stored refresh token is never overwritten by an absent one. */
  refreshToken?: string;
  /** Null if the access token does not run out. */
  expiresInSeconds: number | null;
  /** As `GrantedTokens` has it. Absent where the platform does not tell: the stored end stays. */
  accessEndsAt?: Date | null;
  /** The permissions that the grant has now. Absent where the platform does not tell: the stored permissions stay. */
  permissions?: readonly string[];
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
