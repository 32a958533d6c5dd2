import { count, counted, moved, signed } from '../amounts';

type Figure = 'published' | 'failed' | 'cancelled' | 'creditsUsed';

interface Period {
  total: number;
  /** In as many days before; null: not known. */
  before: number | null;
  days: number;
}

interface Audience {
  now: number;
  change: number;
  /** Over as many days before; null: not known. */
  changeBefore: number | null;
  days: number;
}

const happened: Readonly<Record<Figure, (total: number) => string>> = {
  published: (total) => `${counted(total, 'post')} went live`,
  failed: (total) => `${counted(total, 'post')} failed`,
  cancelled: (total) => `${counted(total, 'post was', 'posts were')} cancelled`,
  creditsUsed: (total) => `${counted(total, 'credit was', 'credits were')} used`,
};

function compared(total: number, before: number | null, days: number): string {
  if (before === null) return '';
  if (total === before) return `, as many as in the ${days} days before`;
  return `, ${count(Math.abs(total - before))} ${total > before ? 'more' : 'fewer'} than in the ${days} days before`;
}

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
    /** "31 posts went live in the last 30 days, 6 more than in the 30 days before". */
    answer: (name: Figure, { total, before, days }: Period) =>
      `${happened[name](total)} in the last ${days} days${compared(total, before, days)}`,
    shortWeek: (days: number) => ` (${counted(days, 'day')})`,
    day: {
      description: (days: number) => `Last ${days} days (UTC), by day`,
      chart: (label: string, total: number) => `${label} by day, ${count(total)} in total. The table has the numbers.`,
      caption: 'Publishing by day',
      column: 'Day',
      units: {
        published: 'Posts a day',
        failed: 'Posts a day',
        cancelled: 'Posts a day',
        creditsUsed: 'Credits a day',
      },
    },
    week: {
      description: (days: number) => `Last ${days} days (UTC), by week`,
      chart: (label: string, total: number) => `${label} by week, ${count(total)} in total. The table has the numbers.`,
      caption: 'Publishing by week',
      column: 'Week from',
      units: {
        published: 'Posts a week',
        failed: 'Posts a week',
        cancelled: 'Posts a week',
        creditsUsed: 'Credits a week',
      },
    },
  },

  growth: {
    title: 'Channel growth',
    description: (days: number) => `Audience over the last ${days} days, counted once a day`,
    /** "Subscribers grew by 120 to 12,400 in the last 30 days, after +100 in the 30 days before". */
    answer: (metric: string, { now, change, changeBefore, days }: Audience) =>
      `${metric} ${moved(now, change)} in the last ${days} days` +
      (changeBefore === null ? '' : `, after ${signed(changeBefore)} in the ${days} days before`),
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
    /** "“Walking the coast path” leads with 5,400 views." */
    leader: (post: string, amount: string, figure: string) => `“${post}” leads with ${amount} ${figure.toLowerCase()}.`,
    by: 'Sort by',
    emptyTitle: 'No numbers yet',
    emptyDescription: 'Published posts are counted an hour after publication, then once a day.',
    counted: 'Counted',
    setting: 'Count published posts over time',
  },

  recent: {
    title: 'Recent posts',
    description: 'Newest first, with the numbers of the last reading',
    emptyTitle: 'No published posts yet',
    emptyDescription: 'Your latest published posts appear here.',
    viewAll: 'View all published posts',
    post: 'Post',
    published: 'Published',
    notCounted: 'Not counted yet',
    viewPost: 'View post',
    viewPostName: (post: string) => `View post: ${post}`,
  },
};
