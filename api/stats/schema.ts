import { z } from 'zod';
import { recentPostsDefault, recentPostsMax } from '../../domain/statistics';
import { Count, Timestamp } from '../http/fields';
import { AssignmentId, ConnectionId, exampleIds } from '../http/ids';
import { PlatformSlug } from '../platforms/schema';

const FetchedAt = Timestamp.meta({ description: 'When the platform was asked' });
const example = {
  connectionId: exampleIds.connection,
  platform: 'youtube',
  fetchedAt: '2026-12-01T09:00:00.000Z',
};

export const PostsLimit = z
  .int()
  .min(1)
  .max(recentPostsMax)
  .default(recentPostsDefault)
  .meta({ description: 'How many posts to show at most' });

/** A figure that a platform does not count is 0. */
export const ChannelStats = z
  .strictObject({
    connectionId: ConnectionId,
    platform: PlatformSlug,
    subscribers: Count.meta({ description: 'Subscribers or followers; 0 where the channel hides them' }),
    totalViews: Count,
    totalPosts: Count,
    fetchedAt: FetchedAt,
  })
  .meta({ id: 'ChannelStats', example: { ...example, subscribers: 1200, totalViews: 98000, totalPosts: 41 } });
export type ChannelStats = z.infer<typeof ChannelStats>;

export const PostStats = z
  .strictObject({
    postId: AssignmentId.meta({ description: 'Id of the assignment that published it' }),
    connectionId: ConnectionId,
    platform: PlatformSlug,
    views: Count,
    likes: Count,
    comments: Count,
    shares: Count.meta({ description: '0 on YouTube, which does not count them' }),
    fetchedAt: FetchedAt,
  })
  .meta({
    id: 'PostStats',
    example: {
      postId: exampleIds.assignment,
      ...example,
      views: 5400,
      likes: 310,
      comments: 24,
      shares: 0,
    },
  });
export type PostStats = z.infer<typeof PostStats>;
