import { z } from 'zod';
import { statisticsDaysDefault, statisticsDaysMax } from '../../domain/statistics';
import { exampleChannelThumbnailUrl, exampleThumbnailUrl, ThumbnailUrl } from '../pictures/schema';
import { Count, Timestamp } from '../http/fields';
import { AssignmentId, ConnectionId, exampleIds } from '../http/ids';
import { ConnectionShown } from '../assignments/consoleSchema';
import { ContentType, PlatformSlug } from '../platforms/schema';

/** How far back figures go (contract.md §13). */
export const Days = z
  .int()
  .min(1)
  .max(statisticsDaysMax)
  .default(statisticsDaysDefault)
  .meta({ description: 'How many days (UTC), today being the last one' });

const Day = z.iso.date().meta({ example: '2026-12-01' });
const SuccessRate = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .meta({ description: 'The share of published posts in those that were published or failed; null: there are none' });
const MedianSeconds = z.number().min(0).nullable().meta({
  description:
    'From when a post was asked for, or from its scheduled time, until it was live; within 1 s below 10 minutes, within 1 % above',
});

const exampleStatuses = {
  pending: 2,
  uploading: 0,
  uploaded: 1,
  processing: 0,
  published: 36,
  failed: 2,
  cancelled: 1,
};

export const StatsOverview = z
  .strictObject({
    assignments: z.strictObject({
      total: Count,
      byStatus: z.strictObject({
        pending: Count,
        uploading: Count,
        uploaded: Count,
        processing: Count,
        published: Count,
        failed: Count,
        cancelled: Count,
      }),
    }),
    published: z.strictObject({ count: Count, previousCount: Count }),
    successRate: SuccessRate,
    medianSecondsToPublish: MedianSeconds,
    connections: z.strictObject({
      total: Count,
      active: Count,
      needsAttention: Count.meta({ description: 'Active, and its channel has to be connected again' }),
    }),
    credits: z.strictObject({ balance: Count, monthlyCredits: Count, usedThisCycle: Count }),
  })
  .meta({
    id: 'StatsOverview',
    example: {
      assignments: { total: 42, byStatus: exampleStatuses },
      published: { count: 37, previousCount: 30 },
      successRate: 0.9487,
      medianSecondsToPublish: 41.2,
      connections: { total: 3, active: 3, needsAttention: 1 },
      credits: { balance: 120, monthlyCredits: 500, usedThisCycle: 380 },
    },
  });
export type StatsOverview = z.infer<typeof StatsOverview>;

const counts = { created: Count, published: Count, failed: Count, cancelled: Count, creditsUsed: Count };
const exampleCounts = { created: 4, published: 3, failed: 1, cancelled: 0, creditsUsed: 25 };

export const StatsAnalytics = z
  .strictObject({ series: z.array(z.strictObject({ date: Day, ...counts })) })
  .meta({ id: 'StatsAnalytics', example: { series: [{ date: '2026-12-01', ...exampleCounts }] } });
export type StatsAnalytics = z.infer<typeof StatsAnalytics>;

const Figures = z
  .strictObject({ ...counts, successRate: SuccessRate, medianSecondsToPublish: MedianSeconds })
  .meta({ id: 'StatsFigures' });
const Percent = z.number().nullable();
const exampleFigures = { ...exampleCounts, successRate: 0.75, medianSecondsToPublish: 41.2 };

export const StatsComparison = z
  .strictObject({
    current: Figures,
    previous: Figures,
    change: z.strictObject({
      created: Percent,
      published: Percent,
      failed: Percent,
      cancelled: Percent,
      successRate: Percent,
      medianSecondsToPublish: Percent,
      creditsUsed: Percent,
    }),
  })
  .meta({
    id: 'StatsComparison',
    example: {
      current: exampleFigures,
      previous: { ...exampleFigures, created: 2, published: 2, failed: 0, successRate: 1, creditsUsed: 20 },
      change: {
        created: 100,
        published: 50,
        failed: null,
        cancelled: null,
        successRate: -25,
        medianSecondsToPublish: 0,
        creditsUsed: 25,
      },
    },
  });
export type StatsComparison = z.infer<typeof StatsComparison>;

const examplePost = {
  id: exampleIds.assignment,
  title: 'Walking the coast path',
  type: 'video',
  platform: 'youtube',
  connection: { id: exampleIds.connection, name: 'Field Notes', thumbnailUrl: exampleChannelThumbnailUrl },
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  publishedAt: '2026-12-01T09:02:11.000Z',
  thumbnailUrl: exampleThumbnailUrl,
};

const postShown = {
  id: AssignmentId,
  title: z.string().nullable(),
  type: ContentType,
  platform: PlatformSlug,
  connection: ConnectionShown,
  platformUrl: z.string().nullable().meta({ format: 'uri' }),
  publishedAt: Timestamp,
  thumbnailUrl: ThumbnailUrl,
};

const reading = {
  readAt: Timestamp.meta({ description: 'When the platform was asked last' }),
  views: Count,
  likes: Count,
  comments: Count,
  shares: Count,
};
const exampleReading = { readAt: '2026-12-02T09:04:25.000Z', views: 5400, likes: 310, comments: 24, shares: 0 };

export const RecentPosts = z
  .strictObject({
    items: z.array(
      z.strictObject({
        ...postShown,
        reading: z
          .strictObject(reading)
          .nullable()
          .meta({ description: 'Its figures as its platform told them last; null: it was not read yet' }),
      }),
    ),
  })
  .meta({ id: 'RecentPosts', example: { items: [{ ...examplePost, reading: exampleReading }] } });
export type RecentPosts = z.infer<typeof RecentPosts>;

export const BestPosts = z
  .strictObject({
    items: z.array(
      z.strictObject({
        ...postShown,
        ...reading,
      }),
    ),
  })
  .meta({
    id: 'BestPosts',
    example: {
      items: [{ ...examplePost, ...exampleReading }],
    },
  });
export type BestPosts = z.infer<typeof BestPosts>;

export const SubscriberGrowth = z
  .strictObject({
    series: z.array(
      z.strictObject({
        connectionId: ConnectionId,
        name: z.string(),
        platform: PlatformSlug,
        points: z.array(z.strictObject({ date: Day, subscribers: Count.nullable(), totalViews: Count.nullable() })),
      }),
    ),
  })
  .meta({
    id: 'SubscriberGrowth',
    example: {
      series: [
        {
          connectionId: exampleIds.connection,
          name: 'Field Notes',
          platform: 'youtube',
          points: [
            { date: '2026-11-30', subscribers: null, totalViews: null },
            { date: '2026-12-01', subscribers: 1200, totalViews: 98000 },
          ],
        },
      ],
    },
  });
export type SubscriberGrowth = z.infer<typeof SubscriberGrowth>;
