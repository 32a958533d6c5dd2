import { z } from 'zod';
import { countConnections } from '../../models/connectionCounts';
import { CreditAccount } from '../../models/CreditAccount';
import { defineUseCase } from '../useCase';
import { countsOf, figuresOf, readPeriods, statusesOf } from './figures';
import { Days } from './consoleSchema';

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
  run: async ({ principal: { tenant } }, { days }) => {
    const { current, previous } = await readPeriods(tenant, days);
    const { published, successRate, medianSecondsToPublish } = await figuresOf(tenant, current);
    return {
      byStatus: statusesOf(current.sums),
      published: { count: published, previousCount: countsOf(previous.sums).published },
      successRate,
      medianSecondsToPublish,
      connections: await countConnections(tenant),
      credits: await CreditAccount.ofTenant(tenant),
    };
  },
});
