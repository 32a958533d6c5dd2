import type { Call } from './Call';

/** A call in the name of a channel that reads. */
export type ChannelCall = Pick<Call, 'accessToken' | 'signal' | 'spend'>;

/** Counters as the platform has them now. Read-only. */
export interface LiveStats {
  channel(call: ChannelCall): Promise<ChannelStats>;
  /** Absent where a platform gives counters of a channel only to the channel's own token. */
  readonly channels?: ManyChannels;
  /** Null if the platform does not have the post (any more). */
  post(call: ChannelCall, platformPostId: string): Promise<PostStats | null>;
  /** Absent where a platform tells of a post no more than `post`. */
  readonly posts?: ManyPosts;
}

/** Figures of posts of the channel that the token speaks for. */
export interface ManyPosts {
  /** The number of posts that one request is about. */
  readonly atOnceMax: number;
  /** The figures by the platform's id of the post. A post that the platform does not have (any more) is left out. */
  read(call: ChannelCall, ids: readonly string[]): Promise<ReadonlyMap<string, PostFigures>>;
}

/** Public counters of channels, many channels in one call. */
export interface ManyChannels {
  readonly atOnceMax: number;
  /** The counters by the platform's id of the channel. A channel that the platform does not have is left out. */
  read(call: ChannelCall, ids: readonly string[]): Promise<ReadonlyMap<string, ChannelStats>>;
}

/** Counters of a channel. Null: the platform does not tell the counter, or not now. An uncounted value is never 0. */
export interface ChannelStats {
  subscribers: number | null;
  totalViews: number | null;
  totalPosts: number | null;
}

/** A counter that the platform lacks is 0. */
export interface PostStats {
  views: number;
  likes: number;
  comments: number;
  shares: number;
}

/** Figures of a post as they are kept over time. Null: the platform does not tell the figure. */
export interface PostFigures extends PostStats {
  /** The people who have seen the post. */
  reach: number | null;
  watchTimeSeconds: number | null;
}
