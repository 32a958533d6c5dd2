import { z } from 'zod';
import { countConnections } from '../../models/connections/connectionCounts';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { PublishTime } from '../../models/statistics/PublishTime';
import type { MemberPrincipal } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { StatsDeps } from './deps';
import { countsOf, figuresOf, lastPeriods, statusesOf, sumsOf } from './figures';
import { Days } from './consoleSchema';
import { inTurn } from './figureTurns';

export const getStatsOverview = defineUseCase({
  name: 'getStatsOverview',
  action: 'statistics.read',
  summary: 'How the organization stands, and its last days in figures',
  description:
    'Days are those of UTC, today being the last one. `assignments` are those created in these days, by the status ' +
    'that they have now. `published` counts the posts of these days, and of as many days before. Credits are those ' +
    'of the whole workspace.',
  input: z.object({ days: Days }),
  refuses: [],
  run: async (context: Context<MemberPrincipal, StatsDeps>, { days }) => {
    const { tenant } = context.principal;
    const periods = await lastPeriods(days);
    const [{ current, previous }, median, connections, credits] = await Promise.all([
      inTurn(context, async () => sumsOf(tenant, periods)),
      inTurn(context, async () => PublishTime.median(tenant, periods.current)),
      inTurn(context, async () => countConnections(tenant)),
      CreditAccount.ofTenant(tenant),
    ]);
    const { published, successRate, medianSecondsToPublish } = figuresOf(current, median);
    return {
      byStatus: statusesOf(current),
      published: { count: published, previousCount: countsOf(previous).published },
      successRate,
      medianSecondsToPublish,
      connections,
      credits,
    };
  },
});
