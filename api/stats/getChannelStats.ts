import { z } from 'zod';
import type { Connection } from '../../models/connections/Connection';
import type { ChannelStats } from '../../platforms/Platform';
import { findConnection } from '../connections/getConnection';
import { noSuchConnection } from '../connections/refusals';
import { ConnectionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { billLiveCall, liveCallRefusals } from './billLiveCall';
import type { BilledAnswer } from './billLiveCall';

export interface ChannelStatsFound {
  connection: Connection;
  stats: ChannelStats;
}

export const billingOfLiveCalls =
  'Asks the platform at once and costs credits of the PLATFORM tier; a call that fails costs nothing. Answers 429 with ' +
  '`Retry-After` when the platform asks for fewer requests, and 503 when it cannot be reached.';

/** The counters of a channel as its platform has them now; also of an inactive connection. */
export const getChannelStats = defineUseCase({
  name: 'getChannelStats',
  action: 'stats.read',
  summary: 'The counters of a channel, live from its platform',
  description: billingOfLiveCalls,
  input: z.object({ connectionId: ConnectionId }),
  refuses: [noSuchConnection, ...liveCallRefusals],
  run: async (context, { connectionId }): Promise<BilledAnswer<ChannelStatsFound>> => {
    const connection = await findConnection(context.principal.tenant, connectionId);
    return billLiveCall(context, {
      operation: 'stats.channel',
      connection,
      ask: async (platform, call) => ({ connection, stats: await platform.stats.channel(call) }),
    });
  },
});
