import { z } from 'zod';
import { recentPosts } from '../../models/assignments/reads/recentPosts';
import { withPictures } from '../pictures/pictureAddress';
import { defineUseCase } from '../useCase';
import { PostsLimit } from './schema';

export const listRecentPosts = defineUseCase({
  name: 'listRecentPosts',
  action: 'statistics.read',
  summary: 'What was published last, newest first',
  description: 'With the figures of the last reading of each. Free of charge: no platform is asked.',
  input: z.object({
    limit: PostsLimit,
  }),
  refuses: [],
  run: async ({ deps, principal: { tenant } }, { limit }) => withPictures(deps, await recentPosts(tenant, limit)),
});
