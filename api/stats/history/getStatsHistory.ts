import { featuresIn } from '../../../domain/consent/feature';
import { readingStateOf } from '../../../domain/statistics/readings';
import type { ReadingState } from '../../../domain/statistics/readings';
import { PostReading } from '../../../models/readings/PostReading';
import type { ReadingPoint } from '../../../models/readings/PostReading';
import { findReadPost } from '../../../models/readings/postHistory';
import type { ReadPostFound } from '../../../models/readings/postHistory';
import type { Tenant } from '../../../models/database/Tenant';
import { factsOf } from '../../../platforms';
import { defineUseCase } from '../../useCase';
import { noSuchPost } from '../refusals';
import { StatsHistoryInput } from './schema';

export interface StatsHistoryFound extends Pick<ReadPostFound, 'assignmentId' | 'connectionId' | 'platform'> {
  readonly points: readonly ReadingPoint[];
  readonly state: ReadingState;
}

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

interface HistoryAsked {
  assignmentId: string;
  dateFrom?: Date | undefined;
  dateTo?: Date | undefined;
}

/** Longer than the readings of a post go on, so that no other months are looked at. */
const readMs = 367 * 86_400_000;

async function historyOf(tenant: Tenant, { assignmentId, dateFrom, dateTo }: HistoryAsked): Promise<StatsHistoryFound> {
  const post = await findReadPost(tenant, assignmentId);
  if (!post) throw noSuchPost.error();
  const { connectionId, platform, publishedAt } = post;
  const begin = publishedAt ?? new Date(0);
  const range = { from: latest(begin, dateFrom), to: earliest(new Date(begin.getTime() + readMs), dateTo) };
  const points = range.from < range.to ? await PostReading.ofPost(assignmentId, range) : [];
  const state = readingStateOf({ ...post, hasAccess: hasAccess(post) });
  return { assignmentId, connectionId, platform, points, state };
}

function hasAccess({ platform, hasToken, permissions }: ReadPostFound): boolean {
  return hasToken && featuresIn(factsOf(platform).permissions, permissions).insights !== 'missing';
}

const latest = (one: Date, other = one): Date => (one < other ? other : one);
const earliest = (one: Date, other = one): Date => (one < other ? one : other);
