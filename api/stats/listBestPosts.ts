import { z } from 'zod';
import { rawFigures } from '../../domain/statistics/readings';
import { bestPosts } from '../../models/assignments/reads/bestPosts';
import type { MemberPrincipal } from '../auth/Principal';
import { withPictures } from '../pictures/pictureAddress';
import { defineUseCase } from '../useCase';
import { PostsLimit } from './schema';
import type { Context } from '../useCase';
import type { StatsDeps } from './deps';
import { inTurn } from './figureTurns';

export const listBestPosts = defineUseCase({
  name: 'listBestPosts',
  action: 'statistics.read',
  summary: 'The posts with the most views, likes, comments or shares',
  description:
    'By one figure as their platforms told it at their last reading (`readAt`). Posts that are gone, or were not read yet, are left ' +
    'out. Free of charge: no platform is asked.',
  input: z.object({
    by: z.enum(rawFigures).default('views').meta({ description: 'The figure by which posts are sorted' }),
    limit: PostsLimit,
  }),
  refuses: [],
  run: async (context: Context<MemberPrincipal, StatsDeps>, { by, limit }) =>
    withPictures(context.deps, await inTurn(context, async () => bestPosts(context.principal.tenant, by, limit))),
});
