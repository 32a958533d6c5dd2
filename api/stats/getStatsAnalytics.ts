import { z } from 'zod';
import { daysOf, lastDays } from '../../domain/statistics';
import { DailyStatistic } from '../../models/statistics/DailyStatistic';
import { findConnection } from '../connections/getConnection';
import { noSuchConnection } from '../connections/refusals';
import { ConnectionId } from '../http/ids';
import { PlatformSlug } from '../platforms/schema';
import type { MemberPrincipal } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { StatsDeps } from './deps';
import { Days } from './consoleSchema';
import { countsOf } from './figures';
import { inTurn } from './figureTurns';

export const getStatsAnalytics = defineUseCase({
  name: 'getStatsAnalytics',
  action: 'statistics.read',
  summary: 'What happened on each of the last days',
  description:
    'One point for each day of UTC, today being the last one. An event that happens twice to an assignment, such as ' +
    'a failure before and after a retry, counts twice. `creditsUsed` are the credits charged that day: in the whole ' +
    'workspace or, with a filter, for the assignments that fit it.',
  input: z.object({
    days: Days,
    platform: PlatformSlug.optional().meta({ description: 'Only figures of this platform' }),
    connectionId: ConnectionId.optional().meta({ description: 'Only figures of this connection' }),
  }),
  refuses: [noSuchConnection],
  run: async (context: Context<MemberPrincipal, StatsDeps>, { days, ...filter }) => {
    const { tenant } = context.principal;
    if (filter.connectionId !== undefined) await findConnection(tenant, filter.connectionId);
    const range = lastDays(await DailyStatistic.today(), days);
    const byDay = new Map(daysOf(range).map((day) => [day, new Map<string, number>()]));
    const amounts = await inTurn(context, async () => DailyStatistic.amounts(tenant, range, filter));
    for (const { day, measure, amount } of amounts) byDay.get(day)?.set(measure, amount);
    return Array.from(byDay, ([date, sums]) => ({ date, ...countsOf(sums) }));
  },
});
