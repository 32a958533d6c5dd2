import { route } from '../faces/route';
import { CreditHeaders } from '../http/creditHeaders';
import { AnswerWithHeaders } from '../http/Route';
import { compareStats } from './compareStats';
import { presentBestPosts, presentRecentPosts, presentStatsOverview } from './consolePresent';
import {
  BestPosts,
  RecentPosts,
  StatsAnalytics,
  StatsComparison,
  StatsOverview,
  SubscriberGrowth,
} from './consoleSchema';
import { getChannelStats } from './getChannelStats';
import { getPostStats } from './getPostStats';
import { getStatsAnalytics } from './getStatsAnalytics';
import { getStatsOverview } from './getStatsOverview';
import { getSubscriberGrowth } from './getSubscriberGrowth';
import { exportStatsHistory } from './history/exportStatsHistory';
import { getStatsHistory } from './history/getStatsHistory';
import { presentHistory, presentHistoryExport } from './history/present';
import { StatsHistory, StatsHistoryExport, StatsHistoryExportHeaders } from './history/schema';
import { listBestPosts } from './listBestPosts';
import { listRecentPosts } from './listRecentPosts';
import { presentChannelStats, presentPostStats } from './present';
import { ChannelStats, PostStats } from './schema';

const params = { id: 'connectionId' } as const;

const ofChannel = {
  method: 'get',
  params,
  success: { status: 200, schema: ChannelStats, headers: CreditHeaders },
  present: presentChannelStats,
} as const;
const ofPost = {
  method: 'get',
  params,
  success: { status: 200, schema: PostStats, headers: CreditHeaders },
  present: presentPostStats,
} as const;

const history = {
  method: 'get',
  params: { id: 'assignmentId' },
  success: { status: 200, schema: StatsHistory },
  present: presentHistory,
} as const;

export const statsRoutes = [
  route('api', getChannelStats, { path: '/api/v1/connections/{id}/channel-stats', ...ofChannel }),
  route('console', getChannelStats, { path: '/api/v1/console/connections/{id}/channel-stats', ...ofChannel }),
  route('api', getPostStats, { path: '/api/v1/connections/{id}/posts/{postId}/stats', ...ofPost }),
  route('console', getPostStats, { path: '/api/v1/console/connections/{id}/posts/{postId}/stats', ...ofPost }),
  route('api', getStatsHistory, { path: '/api/v1/assignments/{id}/stats/history', ...history }),
  route('console', getStatsHistory, { path: '/api/v1/console/assignments/{id}/stats/history', ...history }),
  route('console', exportStatsHistory, {
    method: 'get',
    path: '/api/v1/console/assignments/{id}/stats/history/export',
    params: history.params,
    success: { status: 200, schema: StatsHistoryExport, mediaType: 'text/csv', headers: StatsHistoryExportHeaders },
    present: (found) =>
      new AnswerWithHeaders(presentHistoryExport(found), {
        'Content-Disposition': 'attachment; filename="post-statistics.csv"',
      }),
  }),
  route('console', getStatsOverview, {
    method: 'get',
    path: '/api/v1/console/stats/overview',
    success: { status: 200, schema: StatsOverview },
    present: presentStatsOverview,
  }),
  route('console', getStatsAnalytics, {
    method: 'get',
    path: '/api/v1/console/stats/analytics',
    success: { status: 200, schema: StatsAnalytics },
    present: (series) => ({ series }),
  }),
  route('console', listRecentPosts, {
    method: 'get',
    path: '/api/v1/console/stats/recent-posts',
    success: { status: 200, schema: RecentPosts },
    present: presentRecentPosts,
  }),
  route('console', listBestPosts, {
    method: 'get',
    path: '/api/v1/console/stats/best-posts',
    success: { status: 200, schema: BestPosts },
    present: presentBestPosts,
  }),
  route('console', getSubscriberGrowth, {
    method: 'get',
    path: '/api/v1/console/stats/subscriber-growth',
    success: { status: 200, schema: SubscriberGrowth },
    present: (series) => ({ series }),
  }),
  route('console', compareStats, {
    method: 'get',
    path: '/api/v1/console/stats/compare',
    success: { status: 200, schema: StatsComparison },
    present: (comparison) => comparison,
  }),
] as const;
