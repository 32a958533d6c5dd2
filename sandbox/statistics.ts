import { z } from 'zod';

const count = z.int().nonnegative();

const ChannelStatisticsChange = z.strictObject({
  channelId: z.string(),
  subscriberCount: count.exactOptional(),
  hiddenSubscriberCount: z.boolean().exactOptional(),
  viewCount: count.exactOptional(),
  videoCount: count.exactOptional(),
});

const VideoStatisticsChange = z.strictObject({
  videoId: z.string(),
  viewCount: count.exactOptional(),
  /** Null: not shown. */
  likeCount: count.nullable().exactOptional(),
  /** Null: comments are disabled. */
  commentCount: count.nullable().exactOptional(),
});

const PostStatisticsChange = z.strictObject({
  postId: z.string(),
  viewCount: count.exactOptional(),
  likeCount: count.exactOptional(),
  commentCount: count.exactOptional(),
  shareCount: count.exactOptional(),
});

/** The body of `POST /_sandbox/statistics`; counters that are left out stay as they are. */
export const StatisticsChange = z.union([ChannelStatisticsChange, VideoStatisticsChange, PostStatisticsChange], {
  error:
    'must be {channelId, subscriberCount?, hiddenSubscriberCount?, viewCount?, videoCount?}, {videoId, viewCount?, likeCount?, commentCount?} or {postId, viewCount?, likeCount?, commentCount?, shareCount?}',
});
export type ChannelStatisticsChange = z.infer<typeof ChannelStatisticsChange>;
export type PostStatisticsChange = z.infer<typeof PostStatisticsChange>;
export type VideoStatisticsChange = z.infer<typeof VideoStatisticsChange>;
export type StatisticsChange = z.infer<typeof StatisticsChange>;
