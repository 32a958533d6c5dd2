import { z } from 'zod';
import { asksForCredits, reads } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { sayCredits, ToolCredits } from '../faces/toolSchema';
import { getChannelStats } from './getChannelStats';
import { getPostStats } from './getPostStats';
import { getStatsHistory } from './history/getStatsHistory';
import { presentHistory } from './history/present';
import { StatsHistory } from './history/schema';
import { presentChannelStats, presentPostStats } from './present';
import { ChannelStats, PostStats } from './schema';

const ToolChannelStats = z.strictObject({ ...ChannelStats.shape, credits: ToolCredits });
const ToolPostStats = z.strictObject({ ...PostStats.shape, credits: ToolCredits });

export const statsTools = [
  mcpTool(getChannelStats, {
    name: 'get_channel_stats',
    title: 'Get counters of a channel',
    description: 'Asks the platform now for subscribers, views and posts of a channel. Each call costs a credit.',
    hints: asksForCredits,
    schema: ToolChannelStats,
    present: (billed) => ({ ...presentChannelStats(billed).body, credits: creditsOf(billed) }),
    say: ({ subscribers, totalViews, totalPosts, credits }) =>
      `${subscribers} subscribers, ${totalViews} views, ${totalPosts} posts. ${sayCredits(credits)}`,
    next: ({ connectionId }) => ({ tool: 'list_assignments', arguments: { connectionId, status: 'published' } }),
  }),
  mcpTool(getPostStats, {
    name: 'get_post_stats',
    title: 'Get counters of a post',
    description:
      'Asks the platform now for views, likes, comments and shares of a published post. Each call costs a credit.',
    hints: asksForCredits,
    nextSteps: { NOT_FOUND: 'list_assignments has the ids of published posts, list_connections those of channels.' },
    schema: ToolPostStats,
    present: (billed) => ({ ...presentPostStats(billed).body, credits: creditsOf(billed) }),
    say: ({ views, likes, comments, shares, credits }) =>
      `${views} views, ${likes} likes, ${comments} comments, ${shares} shares. ${sayCredits(credits)}`,
    next: ({ postId }) => ({ tool: 'get_stats_history', arguments: { assignmentId: postId } }),
  }),
  mcpTool(getStatsHistory, {
    name: 'get_stats_history',
    title: 'Get counters of a post over time',
    description:
      'Tells how views, likes, comments and shares of a published post have grown since its publication. Free: the numbers were ' +
      'read before, 1, 6 and 24 hours after publication, then daily, later weekly.',
    hints: reads,
    nextSteps: { NOT_FOUND: 'list_assignments has the ids of published posts.' },
    schema: StatsHistory,
    present: presentHistory,
    say: sayHistory,
    next: ({ assignmentId }) => ({ tool: 'get_assignment', arguments: { assignmentId } }),
  }),
];

const stateWords: Readonly<Record<StatsHistory['state'], string>> = {
  active: 'Readings go on.',
  ended: 'Readings have ended.',
  off: 'Readings are off by the settings of the workspace, which an admin changes in the console.',
  quota: 'Readings wait: the daily quota of the platform is kept for publications.',
  access: 'Readings rest: the channel has to be connected again, with its statistics allowed.',
};

/** Of a long history the newest readings: the structured content has all. */
const saidMax = 20;

function sayHistory({ points, state }: StatsHistory): string {
  const lines = points
    .slice(-saidMax)
    .map(
      ({ at, views, likes, comments, shares }) =>
        `${at}: ${views} views, ${likes} likes, ${comments} comments, ${shares} shares`,
    );
  const before = points.length > saidMax ? [`The newest ${saidMax} of ${points.length} readings:`] : [];
  const none = points.length === 0 ? ['No readings yet.'] : [];
  return [...before, ...none, ...lines, stateWords[state]].join('\n');
}

function creditsOf({ creditsUsed: used, balance }: { creditsUsed: number; balance: number }): ToolCredits {
  return { used, balance };
}
