import { z } from 'zod';
import { calendarEdgesMax, calendarItemsMax, calendarTotalMax } from '../../../domain/limits';
import { Count, Moment, momentOfQuery, Timestamp } from '../../http/fields';
import { AssignmentSummary, exampleSummary } from '../consoleSchema';

const perSpanMax = 100;
const form = 'must be times in ISO 8601, none earlier than the one before, with commas between them';

/** Two edges may be one: a zone that moved across the date line has a day without a moment. */
const Edges = z
  .string()
  .transform((text) => text.split(',').map(momentOfQuery))
  .pipe(z.array(Moment, { error: form }).min(2).max(calendarEdgesMax))
  .refine((edges) => edges.slice(1).every((edge, place) => edge >= (edges[place] ?? edge)), form)
  .meta({
    type: 'string',
    description: `The beginning of each span, and the end of the last span, in order: 2 to ${calendarEdgesMax} times in ISO 8601 with an offset, with commas between them`,
    example: '2026-12-01T00:00:00Z,2026-12-02T00:00:00Z',
  });

export const CalendarInput = z
  .object({
    edges: Edges,
    perSpan: z
      .int()
      .min(1)
      .max(perSpanMax)
      .default(3)
      .meta({ description: 'How many assignments of a span are answered' }),
  })
  .refine(({ edges, perSpan }) => (edges.length - 1) * perSpan <= calendarItemsMax, {
    path: ['perSpan'],
    error: `all spans together answer ${calendarItemsMax} assignments at most`,
  });

export const AssignmentCalendar = z
  .strictObject({
    spans: z.array(
      z.strictObject({
        from: Timestamp,
        total: Count.meta({ description: `How many there are, counted to ${calendarTotalMax}` }),
        isTotalExact: z.boolean().meta({ description: 'False: there are more than `total`' }),
        items: z.array(AssignmentSummary).meta({ description: 'The first of them by `scheduledAt`' }),
      }),
    ),
  })
  .meta({
    id: 'AssignmentCalendar',
    example: { spans: [{ from: '2026-12-01T00:00:00.000Z', total: 1, isTotalExact: true, items: [exampleSummary] }] },
  });
export type AssignmentCalendar = z.infer<typeof AssignmentCalendar>;
