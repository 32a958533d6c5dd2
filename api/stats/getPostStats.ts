import { Assignment } from '../../models/Assignment';
import type { Connection } from '../../models/Connection';
import type { PostStats } from '../../platforms/Platform';
import type { Actor } from '../auth/Actor';
import { getConnection } from '../connections/getConnection';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';
import { billLiveCall } from './billLiveCall';
import type { Billed } from './billLiveCall';

export interface PostStatsFound {
  connection: Connection;
  postId: string;
  stats: PostStats;
}

/**
 * The counters of a published post as its platform has them now; also on an inactive connection.
 * @param postId the id of its assignment
 * @throws ApiError 404 for an unknown connection, and for a post of another connection, that is not published, or that
 *   the platform has no more; what `billLiveCall` throws
 */
export async function getPostStats(
  context: Context<Actor>,
  connectionId: string,
  postId: string,
): Promise<Billed<PostStatsFound>> {
  const connection = await getConnection(context, connectionId);
  const post = await publishedPost(context, connectionId, postId);
  return billLiveCall(context, {
    operation: 'stats.post',
    connection,
    ask: async (platform, call) => {
      const stats = await platform.stats.post(call, post);
      if (!stats) throw notFound('post');
      return { connection, postId, stats };
    },
  });
}

async function publishedPost({ actor }: Context<Actor>, connectionId: string, id: string): Promise<string> {
  const assignment = await Assignment.ofWorkspace(actor.workspaceId, id);
  if (assignment?.connectionId !== connectionId || assignment.status !== 'published') throw notFound('post');
  if (assignment.platformPostId === null) throw new Error('a published assignment has no post');
  return assignment.platformPostId;
}
