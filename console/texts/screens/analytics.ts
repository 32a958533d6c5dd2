import { count, counted, credits } from '../amounts';

export const texts = {
  title: 'Analytics',
  description: 'How your publishing is going and how your channels grow',
  dateRange: 'Date range',
  lastDays: (days: number) => `Last ${days} days`,
  channelFilter: 'Publishing stats for',
  allChannels: 'All channels',
  /** In place of a number that is not known. */
  unknown: '–',

  figures: {
    published: 'Published',
    failed: 'Failed',
    cancelled: 'Cancelled',
    successRate: 'Success rate',
    medianSecondsToPublish: 'Median time to publish',
    creditsUsed: 'Credits used',
  },
  comparison: (days: number) => `Last ${days} days compared with the ${days} days before`,
  changedFrom: (change: string, previous: string) => `${change} % from ${previous}`,
  previously: (previous: string) => `Previously ${previous}`,

  publishing: {
    title: 'Publishing',
    emptyTitle: 'No activity in this period',
    emptyDescription: 'Choose a longer date range, or publish a post.',
    total: (label: string, amount: number) => `${label}: ${count(amount)}`,
    shortWeek: (days: number) => ` (${counted(days, 'day')})`,
    day: {
      description: (days: number) => `Last ${days} days (UTC), by day`,
      chart: (label: string, total: number) => `${label} by day, ${count(total)} in total. The table has the numbers.`,
      caption: 'Publishing by day',
      column: 'Day',
    },
    week: {
      description: (days: number) => `Last ${days} days (UTC), by week`,
      chart: (label: string, total: number) => `${label} by week, ${count(total)} in total. The table has the numbers.`,
      caption: 'Publishing by week',
      column: 'Week from',
    },
  },

  growth: {
    title: 'Channel growth',
    description: (days: number) => `Audience over the last ${days} days, counted once a day`,
    metric: 'Metric',
    metrics: { subscribers: 'Subscribers', totalViews: 'Views' },
    changes: { subscribers: 'Subscriber change', totalViews: 'View change' },
    emptyTitle: 'No audience numbers yet',
    emptyDescription: 'Subscribers and views of each connected channel are counted once a day.',
    chart: (metric: string, channels: readonly string[]) =>
      `${metric} of ${channels.join(', ')}. The table has the numbers.`,
    chartEmpty: { subscribers: 'No subscriber numbers yet', totalViews: 'No view numbers yet' },
    largest: (shown: number, all: number) =>
      `The chart shows the ${shown} largest of ${all} channels. The table has all of them.`,
    total: (channels: number) => counted(channels, 'channel'),
    notCounted: 'Not counted',
    point: (channel: string, amount: number) => `${channel}: ${count(amount)}`,
  },

  best: {
    title: 'Best posts',
    description: 'As counted at the last reading of each post',
    by: 'Sort by',
    emptyTitle: 'No numbers yet',
    emptyDescription: 'Published posts are counted an hour after publication, then once a day.',
    counted: 'Counted',
    setting: 'Count published posts over time',
  },

  recent: {
    title: 'Recent posts',
    description: (cost: number) => `Live stats come directly from the platform. Each request costs ${credits(cost)}.`,
    emptyTitle: 'No published posts yet',
    emptyDescription: 'Your latest published posts appear here.',
    viewAll: 'View all published posts',
    post: 'Post',
    published: 'Published',
    liveStats: 'Live stats',
    viewPost: 'View post',
    viewPostName: (post: string) => `View post: ${post}`,
    getStats: 'Get stats',
    getStatsName: (post: string, cost: number) => `Get stats for ${post}, ${credits(cost)}`,
    refresh: 'Refresh',
    refreshName: (post: string, cost: number) => `Refresh stats for ${post}, ${credits(cost)}`,
  },
};
