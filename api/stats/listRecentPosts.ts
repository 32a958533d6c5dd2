import { z } from 'zod';
import { recentPostsDefault, recentPostsMax } from '../../domain/statistics';
import { recentPosts } from '../../models/assignments/reads/recentPosts';
import { defineUseCase } from '../useCase';

export const listRecentPosts = defineUseCase({
  name: 'listRecentPosts',
  action: 'statistics.read',
  summary: 'What was published last, newest first',
  description: 'Free of charge: no platform is asked.',
  input: z.object({
    limit: z
      .int()
      .min(1)
      .max(recentPostsMax)
      .default(recentPostsDefault)
      .meta({ description: 'How many posts to show at most' }),
  }),
  refuses: [],
  run: async ({ principal: { tenant } }, { limit }) => recentPosts(tenant, limit),
});
