import { defineUseCase } from '../../useCase';
import { noSuchPost } from '../refusals';
import { historyOf } from './historyOf';
import { StatsHistoryInput } from './schema';

const description =
  'Free of charge: no platform is asked. A post is read 1, 6 and 24 hours after `publishedAt`, then daily to its 30th day and ' +
  'weekly to its 365th, with the token of its own connection. A reading that was missed is left out, and never filled in. ' +
  '`state` says whether readings go on: `active`; `ended` with the post or its 365th day; `off` by the settings of the workspace; ' +
  '`quota` while the daily quota of the platform is kept for publications; `access` while the connection is removed, has no valid ' +
  'token or lacks `insights`.';

export const getStatsHistory = defineUseCase({
  name: 'getStatsHistory',
  action: 'stats.read',
  summary: 'The counters of a published post over time',
  description,
  input: StatsHistoryInput,
  refuses: [noSuchPost],
  run: async ({ principal: { tenant } }, input) => historyOf(tenant, input),
});
