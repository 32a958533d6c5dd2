import { z } from 'zod';
import { calendarEdgesMax, calendarItemsMax, calendarPerSpanMax, calendarTotalMax } from '../../../domain/limits';
import { Count, Moment, withPlus, momentPart, Timestamp } from '../../http/fields';
import { AssignmentSummary, exampleSummary } from '../consoleSchema';

const Edges = z
  .string()
  .transform((text) => text.split(',').map(withPlus))
  .pipe(
    z
      .array(Moment)
      .min(2, 'must be two times at least, with a comma between them')
      .max(calendarEdgesMax, `must be ${calendarEdgesMax} times at most`),
  )
  .meta({
    type: 'string',
    pattern: `^${momentPart}(?:,${momentPart}){1,${calendarEdgesMax - 1}}$`,
    description: `The beginning of each span, and the end of the last span: 2 to ${calendarEdgesMax} times in ISO 8601 with an offset, with commas between them. A span that does not end after it begins has no assignments`,
    example: '2026-12-01T00:00:00Z,2026-12-02T00:00:00Z',
  });

export const CalendarInput = z.object({
  edges: Edges,
  perSpan: z
    .int()
    .min(1)
    .max(calendarPerSpanMax)
    .default(3)
    .meta({
      description: `How many assignments of a span are answered at most; all spans together answer ${calendarItemsMax}`,
    }),
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
