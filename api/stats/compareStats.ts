import { z } from 'zod';
import { PublishTime } from '../../models/statistics/PublishTime';
import type { MemberPrincipal } from '../auth/Principal';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { StatsDeps } from './deps';
import { changeOf, figuresOf, lastPeriods, sumsOf } from './figures';
import { Days } from './consoleSchema';
import { inTurn } from './figureTurns';

export const compareStats = defineUseCase({
  name: 'compareStats',
  action: 'statistics.read',
  summary: 'The last days against as many before them',
  description:
    'Days are those of UTC; today is the last one, so far. `change` is in percent, and null where the previous figure is 0 ' +
    'or either one is null. Credits are those of the whole workspace.',
  input: z.object({ days: Days }),
  refuses: [],
  run: async (context: Context<MemberPrincipal, StatsDeps>, { days }) => {
    const { tenant } = context.principal;
    const periods = await lastPeriods(days);
    const [sums, now, before] = await Promise.all([
      inTurn(context, async () => sumsOf(tenant, periods)),
      inTurn(context, async () => PublishTime.median(tenant, periods.current)),
      inTurn(context, async () => PublishTime.median(tenant, periods.previous)),
    ]);
    const current = figuresOf(sums.current, now);
    const previous = figuresOf(sums.previous, before);
    return { current, previous, change: changeOf(current, previous) };
  },
});
