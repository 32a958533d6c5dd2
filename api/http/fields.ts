import { z } from 'zod';
import { urlLengthMax } from '../../domain/limits';
import { parseUrl } from '../../domain/parseUrl';

/** A number of things. */
export const Count = z.int().min(0);
/** A size; more than 32 bits. */
export const Bytes = Count.meta({ format: 'int64' });

/** A moment in an answer: UTC with milliseconds and `Z`. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({
  format: 'date-time',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
  example: '2026-12-01T09:00:00.000Z',
});

export function timestampOrNull(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

const isNoMoment = 'must be a time in ISO 8601 with an offset, such as 2026-12-01T09:00:00+01:00';
/** A day of the calendar, in the years that there are. */
const day = `(?!0000)${z.regexes.date.source.slice(1, -1)}`;
const minutes = String.raw`(?:[01]\d|2[0-3]):[0-5]\d`;
/** The forms of contract.md §13: `Z` or `±hh:mm`, `±hhmm`, `±hh`; seconds may be left out. */
const momentForm = new RegExp(
  String.raw`^(${day}T${minutes})(:[0-5]\d(?:\.\d+)?)?(?:Z|([+-](?:[01]\d|2[0-3]))(?::?([0-5]\d))?)$`,
);

/** The same form as a part of another one. */
export const momentPart = momentForm.source.slice(1, -1);

/** A moment that a caller gives. PostgreSQL's and our text forms need a four-digit year. */
export const Moment = z
  .string({ error: isNoMoment })
  .regex(momentForm, { error: isNoMoment, abort: true })
  .meta({ format: 'date-time', pattern: momentForm.source })
  .transform((text) => new Date(inFullForm(text)))
  .refine(hasFourDigitYear, 'must lie between the years 1 and 9999');

function inFullForm(text: string): string {
  const [, minutes = '', seconds = ':00', hour, minute = '00'] = momentForm.exec(text) ?? [];
  return `${minutes}${seconds}${hour === undefined ? 'Z' : `${hour}:${minute}`}`;
}

/** The text of a moment, from a query: a `+` that was not encoded comes as a space (contract.md §13). */
export function withPlus(text: string): string {
  return text.replace(/ (?=\d\d(?::?\d\d)?$)/, '+');
}

/** A bound of a list: a moment, or a date alone, which is its midnight in UTC. */
export const DateBound = z
  .string()
  .transform(withPlus)
  .pipe(
    z.union([z.iso.date().transform((text) => new Date(text)), Moment], {
      error: 'must be a date, or a time in ISO 8601 with an offset, such as 2026-12-01T09:00:00Z',
    }),
  )
  .refine(hasFourDigitYear, 'must lie between the years 1 and 9999')
  .meta({
    anyOf: [
      { format: 'date', pattern: `^${day}$` },
      { format: 'date-time', pattern: momentForm.source },
    ],
    example: '2026-12-01',
  });

function hasFourDigitYear(at: Date): boolean {
  return at.getUTCFullYear() >= 1 && at.getUTCFullYear() <= 9999;
}

/** The same reading of a length everywhere: Unicode code points (contract.md §13). */
export function text(lengthMax: number) {
  return z
    .string()
    .min(1, { abort: true })
    .refine((given) => Array.from(given).length <= lengthMax, `must have at most ${lengthMax} characters`)
    .meta({ maxLength: lengthMax });
}

/** `\p{Cc}`, for readers of the documentation whose patterns have no Unicode properties. */
const controls = String.raw`\u0000-\u001f\u007f-\u009f`;
/** Text that can be stored, so far as a pattern tells: half a surrogate pair is no text of JSON at all (RFC 8259 §8.2). */
export const storableForm = String.raw`^[^\u0000]*$`;
/** Text of a payload: line feeds and tabs are its only controls, once CR is LF (contract.md §13). */
export const textForm = String.raw`^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]*$`;
/** The same, with something in it that is no space. */
export const nonBlankTextForm = textForm.replace('^', String.raw`^(?=[\s\S]*\S)`);
/** Text that can be stored, with something in it that is no space. */
export const nonBlankForm = String.raw`^(?=[\s\S]*\S)[^\u0000]*$`;
export const lineForm = new RegExp(`^[^${controls}]*$`);

/** Text on one line, such as a caller's own identifier. */
export function lineOfText(lengthMax: number) {
  return text(lengthMax).regex(lineForm, 'must not contain control characters');
}

/** Text on one line that says something. */
export function nonBlankLine(lengthMax: number) {
  return lineOfText(lengthMax)
    .refine((given) => given.trim() !== '', 'must not be blank')
    .meta({ pattern: String.raw`^(?=[\s\S]*\S)[^${controls}]*$` });
}

/**
 * A URL that a caller gives, judged by its form alone: absolute, http or https, without user name, password, backslash,
 * white space or control character (contract.md §13). Where it leads is judged when it is used.
 */
export function webUrl(lengthMax = urlLengthMax) {
  return text(lengthMax)
    .regex(webUrlForm, { error: isNoWebUrl, abort: true })
    .refine((given) => parseUrl(given) !== undefined, isNoWebUrl)
    .meta({ format: 'uri' });
}

/** The form of a URL that a caller gives. The service encodes letters beyond ASCII (contract.md §13). */
export const webUrlForm = new RegExp(String.raw`^[Hh][Tt][Tt][Pp][Ss]?://(?![^/?#]*@)[^\s\\${controls}]+$`);
const isNoWebUrl =
  'must be an absolute http(s) URL, such as https://example.com/file.mp4, without user name, password, backslash or space';
