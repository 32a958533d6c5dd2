import { z } from 'zod';
import { readingStates } from '../../../domain/statistics/readings';
import { textInParts } from '../../http/body/parts';
import { Count, DateBound, Timestamp } from '../../http/fields';
import { AssignmentId, ConnectionId, exampleIds } from '../../http/ids';
import { PlatformSlug } from '../../platforms/schema';

export const StatsHistoryInput = z.object({
  assignmentId: AssignmentId,
  dateFrom: DateBound.optional().meta({ description: 'Read then or later; a date alone is 00:00 UTC' }),
  dateTo: DateBound.optional().meta({ description: 'Read before' }),
});

const exampleFigures = { views: 5400, likes: 310, comments: 24, shares: 0, reach: null, watchTimeSeconds: null };
const example = { at: '2026-12-01T10:04:25.000Z', ...exampleFigures };

const Point = z.strictObject({
  at: Timestamp.meta({ description: 'When the platform was asked' }),
  views: Count,
  likes: Count,
  comments: Count,
  shares: Count.meta({ description: '0 on YouTube, which does not count them' }),
  reach: Count.nullable().meta({ description: 'People who have seen it; null where the platform does not tell' }),
  watchTimeSeconds: Count.nullable().meta({ description: 'Null where the platform does not tell' }),
});

export const StatsHistory = z
  .strictObject({
    assignmentId: AssignmentId,
    connectionId: ConnectionId,
    platform: PlatformSlug,
    points: z.array(Point).meta({ description: 'The readings, oldest first; a missed one is left out' }),
    state: z.enum(readingStates).meta({ description: 'Whether readings go on, or why not' }),
  })
  .meta({
    id: 'StatsHistory',
    example: {
      assignmentId: exampleIds.assignment,
      connectionId: exampleIds.connection,
      platform: 'youtube',
      points: [example],
      state: 'active',
    },
  });
export type StatsHistory = z.infer<typeof StatsHistory>;

export const pointFields = Object.keys(Point.shape);

export const StatsHistoryExport = textInParts(
  `${pointFields.join(',')}\r\n${Object.values(example)
    .map((value) => value ?? '')
    .join(',')}\r\n`,
);

export const StatsHistoryExportHeaders = z.object({
  'Content-Disposition': z
    .literal('attachment; filename="post-statistics.csv"')
    .meta({ description: 'Browsers save the answer under this name' }),
});
