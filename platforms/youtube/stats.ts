import { z } from 'zod';
import type { Channel, ChannelCall, ChannelStats, PostFigures, PostStats } from '../Platform';
import { fetchChannel, findChannels } from './channels';
import type { YouTubeClient } from './http';
import { findVideo, findVideos } from './videos';

export async function fetchChannelStats(client: YouTubeClient, call: ChannelCall): Promise<ChannelStats> {
  return statsOf(await fetchChannel(client, call));
}

/** The counters of channels by their ids. */
export async function fetchManyStats(
  client: YouTubeClient,
  call: ChannelCall,
  ids: readonly string[],
): Promise<Map<string, ChannelStats>> {
  const channels = await findChannels(client, call, ids);
  return new Map(channels.map((channel) => [channel.externalPlatformId, statsOf(channel)]));
}

/** A channel may hide its subscribers. */
function statsOf({ metadata: { subscribers, views, posts } }: Channel): ChannelStats {
  return { subscribers, totalViews: views, totalPosts: posts };
}

/** YouTube sends counters as strings, and leaves out counters that the video does not show. */
const Statistics = z.object({
  viewCount: z.coerce.number().default(0),
  likeCount: z.coerce.number().default(0),
  commentCount: z.coerce.number().default(0),
});

/** YouTube does not count shares. */
export async function fetchPostStats(
  client: YouTubeClient,
  call: ChannelCall,
  platformPostId: string,
): Promise<PostStats | null> {
  const video = await findVideo(client, call, platformPostId, { statistics: Statistics });
  return video ? countersOf(video.statistics) : null;
}

/** The number of videos that `videos.list` tells of at once; the request costs the same for one. */
export const videosAtOnceMax = 50;

/** The same of many videos. Reach and watch time are told by another API, which needs another permission. */
export async function fetchPostFigures(
  client: YouTubeClient,
  call: ChannelCall,
  ids: readonly string[],
): Promise<Map<string, PostFigures>> {
  const videos = await findVideos(client, call, ids, { statistics: Statistics });
  const untold = { reach: null, watchTimeSeconds: null };
  return new Map(Array.from(videos, ([id, { statistics }]) => [id, { ...countersOf(statistics), ...untold }]));
}

function countersOf({ viewCount, likeCount, commentCount }: z.infer<typeof Statistics>): PostStats {
  return { views: viewCount, likes: likeCount, comments: commentCount, shares: 0 };
}
