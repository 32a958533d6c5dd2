import { z } from 'zod';
import { Id } from '../../domain/ids';
import { Timestamp } from '../http/fields';
import { PlatformSlug } from '../platforms/schema';

const FetchedAt = Timestamp.meta({ description: 'When the platform was asked' });
const example = {
  connectionId: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
  platform: 'youtube',
  fetchedAt: '2026-12-01T09:00:00.000Z',
};

/** What a platform does not count is 0. */
export const ChannelStats = z
  .object({
    connectionId: Id,
    platform: PlatformSlug,
    subscribers: z.int().meta({ description: 'Subscribers or followers; 0 where the channel hides them' }),
    totalViews: z.int(),
    totalPosts: z.int(),
    fetchedAt: FetchedAt,
  })
  .meta({ id: 'ChannelStats', example: { ...example, subscribers: 1200, totalViews: 98000, totalPosts: 41 } });
export type ChannelStats = z.infer<typeof ChannelStats>;

export const PostStats = z
  .object({
    postId: Id.meta({ description: 'Id of the assignment that published it' }),
    connectionId: Id,
    platform: PlatformSlug,
    views: z.int(),
    likes: z.int(),
    comments: z.int(),
    shares: z.int().meta({ description: '0 on YouTube, which does not count them' }),
    fetchedAt: FetchedAt,
  })
  .meta({
    id: 'PostStats',
    example: {
      postId: '0198c3f2-9a11-7c42-8d00-1b2c3d4e5f60',
      ...example,
      views: 5400,
      likes: 310,
      comments: 24,
      shares: 0,
    },
  });
export type PostStats = z.infer<typeof PostStats>;
