import type { Request, Router } from 'express';
import type { Clock } from './clock';
import type { MadePost, PastPost } from './pastPosts';
import type { Answer } from './http/sendAnswer';
import type { SettingsStore } from './settings';
import type { StatisticsChange } from './statistics';

/** The body of `POST /_sandbox/channels`. */
export interface ChannelRequest {
  readonly name: string;
  /** Scopes of the grant; the platform's recommended set if left out. */
  readonly scopes?: readonly string[] | undefined;
  /** A channel that exists: it gets one more grant. */
  readonly channelId?: string | undefined;
  /** The tasks of its owner, on a platform that has tasks; all of them if left out. */
  readonly tasks?: readonly string[] | undefined;
  /** The drawn picture of a new channel; left out: the picture that all have. */
  readonly picture?: string | undefined;
}

/** A ready grant: the channel and tokens that a publisher holds after its user has consented. */
export interface ChannelGrant {
  readonly channelId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** A post as the pages show it. Times in milliseconds of the sandbox's clock. */
export interface PostView {
  readonly id: string;
  /** Its public page at the platform, path and query; here the slug goes before it. */
  readonly path: string;
  readonly channelId: string;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly privacy: string;
  readonly uploadStatus: string;
  readonly processingStatus: string;
  /** The reason why the post failed or was rejected. */
  readonly problem: string | undefined;
  readonly createdAtMs: number;
  readonly viewCount: number;
  /** The media of the post; a text has none. */
  readonly media: readonly MediaView[];
}

/** A photo or a film as it was uploaded. */
export interface MediaView {
  readonly id: string;
  readonly file: string;
  /** As the uploader has named it, or as its bytes say. */
  readonly type: string;
}

export interface ChannelView {
  readonly id: string;
  readonly name: string;
}

/** The state that a platform tells in `GET /_sandbox/state`, under its slug; no token is readable in the state. */
export interface PlatformState {
  readonly channels: readonly object[];
  readonly videos: readonly object[];
  /** Of a platform whose photos are objects of their own. */
  readonly photos?: readonly object[];
  readonly posts: readonly object[];
  /** Of a platform that has some, each with its items. */
  readonly playlists?: readonly object[];
  /** Captions of videos. */
  readonly captions?: readonly object[];
  /** Comments on videos and posts. */
  readonly comments?: readonly object[];
  readonly tokens: readonly object[];
  readonly uploadSessions: readonly object[];
  readonly quota: object;
}

/** A platform in the sandbox. */
export interface Platform extends PlatformHosts {
  /** Its name in controls, in the state and in the addresses of pages. */
  readonly slug: string;
  readonly app: PlatformApp;
}

/** The hosts of a platform in one, with all that they remember. */
export interface PlatformHosts {
  /** The paths of the hosts. All platforms are on one port, so no other platform may have one of them. */
  readonly paths: RegExp;
  /** Ends the work that a kill has interrupted, before the first request. */
  recover?(): Promise<void>;
  /** The platform's own API, paths as on its real hosts. */
  readonly router: Router;
  /** The documented errors a fault may name. */
  readonly errors: ReadonlyMap<string, Answer>;
  /** The pages of posts: the path as Express writes it, and the id of the post that a request for it means. */
  readonly postPages: Readonly<Record<string, (req: Request) => string>>;
  /** Makes a channel and a grant for it. Undefined: there is no channel of that id. */
  createChannel(request: ChannelRequest): ChannelGrant | undefined;
  channels(): ChannelView[];
  /** The posts of a channel, newest first. */
  posts(channelId: string): PostView[];
  post(id: string): PostView | undefined;
  /** A photo or film by its own id. */
  media(id: string): MediaView | undefined;
  /** The picture of a film, a channel or a link, by its id; undefined: it has the picture that all have. */
  picture?(id: string): MediaView | undefined;
  /**
   * Makes a post that a channel has had for some time. Undefined: there is no channel of that id.
   * @param film a film for which the first of the post's pictures stands
   */
  makePast?(channelId: string, post: PastPost, film: string): Promise<MadePost | undefined>;
  /** Counts an opening of the post's page, once there is content to see. */
  countView(id: string): void;
  /** Answers with the changed statistics as the platform tells them. Undefined: it has no such channel or post. */
  changeStatistics(change: StatisticsChange): object | undefined;
  state(): PlatformState;
  /** Forgets everything, files included. */
  reset(): Promise<void>;
}

/** The app that publishes, as the platform knows it. */
export interface PlatformApp {
  readonly clientId: string;
  readonly clientSecret: string;
  /** The redirect URIs that a consent may have; empty: any http address of this machine. */
  readonly redirectUris: readonly string[];
}

/** The surroundings of a platform that is opened. */
export interface PlatformPlace {
  /** The folder of the platform's records, which the platform may have to make. */
  readonly folder: string;
  readonly settings: SettingsStore;
  readonly clock: Clock;
}

/** The line of a platform in platforms.ts, under its slug. */
export interface PlatformModule {
  /** The app of the platform, where the options of the sandbox do not give another app. */
  readonly app: PlatformApp;
  open(app: PlatformApp, place: PlatformPlace): PlatformHosts;
}
