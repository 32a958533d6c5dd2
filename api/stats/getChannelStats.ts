import type { Connection } from '../../models/Connection';
import type { ChannelStats } from '../../platforms/Platform';
import type { Actor } from '../auth/Actor';
import { getConnection } from '../connections/getConnection';
import type { Context } from '../http/defineRoute';
import { billLiveCall } from './billLiveCall';
import type { Billed } from './billLiveCall';

export interface ChannelStatsFound {
  connection: Connection;
  stats: ChannelStats;
}

/**
 * The counters of a channel as its platform has them now; also of an inactive connection.
 * @throws ApiError 404; what `billLiveCall` throws
 */
export async function getChannelStats(context: Context<Actor>, id: string): Promise<Billed<ChannelStatsFound>> {
  const connection = await getConnection(context, id);
  return billLiveCall(context, {
    operation: 'stats.channel',
    connection,
    ask: async (platform, call) => ({ connection, stats: await platform.stats.channel(call) }),
  });
}
