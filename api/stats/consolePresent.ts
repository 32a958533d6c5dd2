import { assignmentStatuses } from '../../domain/assignment';
import type { AssignmentStatus } from '../../domain/assignment';
import type { ConnectionCounts } from '../../models/connections/connectionCounts';
import type { CreditAccount } from '../../models/billing/CreditAccount';
import type { BestPost } from '../../models/assignments/reads/bestPosts';
import type { RecentPost } from '../../models/assignments/reads/recentPosts';
import { presentBillingStatus } from '../billing/present';
import type { Shown } from '../pictures/pictureAddress';
import type { BestPosts, RecentPosts, StatsOverview } from './consoleSchema';

interface Overview extends Omit<StatsOverview, 'assignments' | 'connections' | 'credits'> {
  /** The number of assignments of each status; a status that is left out has none. */
  byStatus: ReadonlyMap<string, number>;
  connections: ConnectionCounts;
  credits: CreditAccount;
}

export function presentStatsOverview({ byStatus, connections, credits, ...figures }: Overview): StatsOverview {
  const of = (status: AssignmentStatus): number => byStatus.get(status) ?? 0;
  const { balance, monthlyCredits, creditsUsedThisCycle: usedThisCycle } = presentBillingStatus(credits);
  return {
    assignments: {
      total: assignmentStatuses.reduce((sum, status) => sum + of(status), 0),
      byStatus: {
        pending: of('pending'),
        uploading: of('uploading'),
        uploaded: of('uploaded'),
        processing: of('processing'),
        published: of('published'),
        failed: of('failed'),
        cancelled: of('cancelled'),
      },
    },
    ...figures,
    connections,
    credits: { balance, monthlyCredits, usedThisCycle },
  };
}

export function presentRecentPosts(posts: readonly Shown<RecentPost>[]): RecentPosts {
  return {
    items: posts.map(({ publishedAt, reading, ...post }) => ({
      ...post,
      publishedAt: publishedAt.toISOString(),
      reading: reading && { ...reading, readAt: reading.readAt.toISOString() },
    })),
  };
}

export function presentBestPosts(posts: readonly Shown<BestPost>[]): BestPosts {
  return {
    items: posts.map(({ publishedAt, readAt, ...post }) => ({
      ...post,
      publishedAt: publishedAt.toISOString(),
      readAt: readAt.toISOString(),
    })),
  };
}
