import { z } from 'zod';

/** A moment in an answer: UTC with milliseconds and `Z`. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ format: 'date-time', example: '2026-12-01T09:00:00.000Z' });

export function timestampOrNull(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

const momentForms = [z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })];
const isNoMoment = 'must be a time in ISO 8601 with an offset, such as 2026-12-01T09:00:00+01:00';

/**
 * A moment that a caller gives: ISO 8601 with `Z` or an offset; seconds may be left out. PostgreSQL's and our text forms
 * need a four-digit year.
 */
export const Moment = z
  .string({ error: isNoMoment })
  .refine((text) => momentForms.some((form) => form.safeParse(text).success), isNoMoment)
  .meta({ format: 'date-time' })
  .transform((text) => new Date(text))
  .refine(hasFourDigitYear, 'must lie between the years 1 and 9999');

/** A bound of a list: a moment, or a date alone, which is its midnight in UTC (contract.md §13). */
export const DateBound = z
  .union([z.iso.date().transform((text) => new Date(text)), Moment], {
    error: 'must be a date, or a time in ISO 8601 with an offset, such as 2026-12-01T09:00:00Z',
  })
  .refine(hasFourDigitYear, 'must lie between the years 1 and 9999');

function hasFourDigitYear(at: Date): boolean {
  return at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999;
}

/** The same reading of a length everywhere: Unicode code points (contract.md §13). */
export function text(lengthMax: number) {
  return z
    .string()
    .min(1)
    .refine((given) => Array.from(given).length <= lengthMax, `must have at most ${lengthMax} characters`)
    .meta({ maxLength: lengthMax });
}

/** Text on one line, such as a caller's own identifier. */
export function lineOfText(lengthMax: number) {
  return text(lengthMax).refine((given) => !/\p{Cc}/u.test(given), 'must not contain control characters');
}

/** A whole number in a query string. */
export function wholeNumber(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,15}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

/** `true` or `false` in a query string. */
export const Flag = z.enum(['true', 'false']).transform((given) => given === 'true');
