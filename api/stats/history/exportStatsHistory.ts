import { defineUseCase } from '../../useCase';
import { noSuchPost } from '../refusals';
import { historyOf } from './historyOf';
import { StatsHistoryInput } from './schema';

export const exportStatsHistory = defineUseCase({
  name: 'exportStatsHistory',
  action: 'stats.read',
  summary: 'The counters of a published post over time as CSV, oldest first',
  description:
    'The readings that the history has. RFC 4180, with a header line and the fields of a point in their order; a figure that the ' +
    'platform does not tell is empty.',
  input: StatsHistoryInput,
  refuses: [noSuchPost],
  run: async ({ principal: { tenant } }, input) => historyOf(tenant, input),
});
