import { z } from 'zod';
import type { Channel, ChannelCall, ChannelStats, PostStats } from '../Platform';
import { fetchChannel, findChannels } from './channels';
import type { YouTubeClient } from './http';
import { findVideo } from './videos';

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
  if (!video) return null;
  const { viewCount, likeCount, commentCount } = video.statistics;
  return { views: viewCount, likes: likeCount, comments: commentCount, shares: 0 };
}
