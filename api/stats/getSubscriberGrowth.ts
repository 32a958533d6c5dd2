import { z } from 'zod';
import { daysOf, lastDays } from '../../domain/statistics';
import { ChannelSnapshot } from '../../models/statistics/ChannelSnapshot';
import { DailyStatistic } from '../../models/statistics/DailyStatistic';
import { findConnection } from '../connections/getConnection';
import { noSuchConnection } from '../connections/refusals';
import { ConnectionId } from '../http/ids';
import type { MemberPrincipal } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { StatsDeps } from './deps';
import { Days } from './consoleSchema';
import { inTurn } from './figureTurns';

export const getSubscriberGrowth = defineUseCase({
  name: 'getSubscriberGrowth',
  action: 'statistics.read',
  summary: 'The subscribers and views of each channel, day by day',
  description:
    'From a snapshot that is taken once a day (UTC). A day without one, such as before the channel was connected, has null ' +
    'for both, and so has a number that the platform did not tell that day, such as hidden subscribers. A platform may ' +
    'tell the views of the last two years only.',
  input: z.object({
    connectionId: ConnectionId.optional().meta({ description: 'Only this connection' }),
    days: Days,
  }),
  refuses: [noSuchConnection],
  run: async (context: Context<MemberPrincipal, StatsDeps>, { connectionId, days }) => {
    const { tenant } = context.principal;
    if (connectionId !== undefined) await findConnection(tenant, connectionId);
    const range = lastDays(await DailyStatistic.today(), days);
    const dates = daysOf(range);
    const channels = await inTurn(context, async () => ChannelSnapshot.growth(tenant, range, connectionId));
    return channels.map(({ places, subscribers, totalViews, ...channel }) => {
      const points = dates.map((date): GrowthPoint => ({ date, subscribers: null, totalViews: null }));
      for (const [nth, place] of places.entries()) {
        const point = points[place];
        if (point) Object.assign(point, { subscribers: subscribers[nth], totalViews: totalViews[nth] });
      }
      return { ...channel, points };
    });
  },
});

/** Null: a gap. */
interface GrowthPoint {
  date: string;
  subscribers: number | null;
  totalViews: number | null;
}
