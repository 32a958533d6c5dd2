import { z } from 'zod';
import { Assignment } from '../../models/assignments/Assignment';
import type { Connection } from '../../models/connections/Connection';
import type { Tenant } from '../../models/database/Tenant';
import type { PostStats } from '../../platforms/Platform';
import { findConnection } from '../connections/getConnection';
import { noSuchConnection } from '../connections/refusals';
import { AssignmentId, ConnectionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { billLiveCall, liveCallRefusals } from './billLiveCall';
import type { BilledAnswer } from './billLiveCall';
import { billingOfLiveCalls } from './getChannelStats';
import { noSuchPost } from './refusals';

export interface PostStatsFound {
  connection: Connection;
  postId: string;
  stats: PostStats;
}

/** The counters of a published post as its platform has them now; also on an inactive connection. */
export const getPostStats = defineUseCase({
  name: 'getPostStats',
  action: 'stats.read',
  summary: 'The counters of a published post, live from its platform',
  description: billingOfLiveCalls,
  input: z.object({
    connectionId: ConnectionId,
    postId: AssignmentId.meta({ description: 'The id of its assignment' }),
  }),
  refuses: [noSuchConnection, noSuchPost, ...liveCallRefusals],
  run: async (context, { connectionId, postId }): Promise<BilledAnswer<PostStatsFound>> => {
    const { tenant } = context.principal;
    const connection = await findConnection(tenant, connectionId);
    const post = await publishedPost(tenant, connectionId, postId);
    return billLiveCall(context, {
      operation: 'stats.post',
      connection,
      ask: async (platform, call) => {
        const stats = await platform.stats.post(call, post);
        if (!stats) throw noSuchPost.error();
        return { connection, postId, stats };
      },
    });
  },
});

async function publishedPost(tenant: Tenant, connectionId: string, id: string): Promise<string> {
  const assignment = await Assignment.ofTenant(tenant, id);
  if (assignment?.connectionId !== connectionId || assignment.status !== 'published') throw noSuchPost.error();
  const { removal } = assignment;
  if (removal?.state === 'done' && removal.mode === 'delete') throw noSuchPost.error();
  if (assignment.platformPostId === null) throw new Error('a published assignment has no post');
  return assignment.platformPostId;
}
