import { z } from 'zod';
import { asksForCredits } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { sayCredits, ToolCredits } from '../faces/toolSchema';
import { getChannelStats } from './getChannelStats';
import { getPostStats } from './getPostStats';
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
  }),
];

function creditsOf({ creditsUsed: used, balance }: { creditsUsed: number; balance: number }): ToolCredits {
  return { used, balance };
}
