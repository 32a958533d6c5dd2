import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { parseJson } from '../http/exchange';
import type { Answer } from '../http/exchange';
import { failureFrom, meaningOf } from '../http/meaning';
import type { Meaning } from '../http/meaning';
import { quote } from '../http/quote';
import { readRetryAfter } from '../http/retryAfter';
import { goneSubcode, knownMeaning } from './rules';
import type { Refusal } from './rules';
import { readAppPercent, readRegainMs } from './usage';

/** Offsets come as strings, in some answers as numbers. */
const Offsets = z.object({ start_offset: z.coerce.number(), end_offset: z.coerce.number() });

/** developers.facebook.com/docs/graph-api/guides/error-handling */
const GraphError = z.object({
  message: z.string().default(''),
  type: z.string().default(''),
  code: z.number().optional(),
  error_subcode: z.number().optional(),
  is_transient: z.boolean().default(false),
  error_user_title: z.string().optional(),
  error_user_msg: z.string().optional(),
  /** Of an upload at a wrong offset: the range that is wanted. Some answers carry it as text. */
  error_data: z
    .preprocess((data) => (typeof data === 'string' ? parseJson(data) : data), Offsets)
    .optional()
    .catch(undefined),
  fbtrace_id: z.string().optional(),
});
export type GraphError = z.infer<typeof GraphError>;
const ErrorBody = z.object({ error: GraphError });

/** Facebook's error in the form that all Graph calls share; undefined for an answer without one. */
export function readError({ text }: Answer): z.infer<typeof GraphError> | undefined {
  return ErrorBody.safeParse(parseJson(text)).data?.error;
}

/**
 * The answer says that Facebook has no such object. It also says so of an object that the token may not see.
 * Code 803 is the same for names.
 */
export function saysGone(answer: Answer): boolean {
  const error = readError(answer);
  return (error?.code === 100 && error.error_subcode === goneSubcode) || error?.code === 803;
}

/** The failure for an object that should be changed or published and no longer exists. */
export function gone(id: string): PublishFailure {
  const seen = `Facebook no longer has ${id}; it was probably deleted on the page.`;
  return new PublishFailure(
    'PLATFORM_REJECTED',
    { seen, todo: 'Look at the page, then make another assignment.' },
    { transient: false, isAbsent: true },
  );
}

/** Facebook's text for people, else its text for developers; any of these texts may be there and empty. */
function wordsOf({ error_user_msg: words, error_user_title: title, message }: z.infer<typeof GraphError>): string {
  return [words, title].find((text) => text !== undefined && text.trim() !== '') ?? message;
}

/** The failure that an answer other than success stands for, in Facebook's own words. */
export function failureOf(answer: Answer): PublishFailure {
  const found = readError(answer);
  const error = found ?? GraphError.parse({});
  const { from, asked, status } = answer;
  const refusal: Refusal = {
    from,
    asked,
    status,
    isReadable: found !== undefined,
    code: error.code,
    subcode: error.error_subcode,
    isTransient: error.is_transient,
    words: error.message,
  };
  const meaning = meaningOf(knownMeaning(refusal), refusal);
  const words = quote(wordsOf(error), answer.secrets);
  const where = [
    `HTTP ${status}`,
    ...(error.code === undefined ? [] : [`code ${error.code}`]),
    ...(error.error_subcode === undefined ? [] : [`subcode ${error.error_subcode}`]),
    ...(error.fbtrace_id === undefined ? [] : [`trace ${quote(error.fbtrace_id, answer.secrets)}`]),
  ].join(', ');
  return failureFrom(meaning, { words, where, ...whatToDo(meaning, answer) });
}

/** The time until a limit ends, if Facebook does not say it: its limits count the calls of an hour. */
const limitMs = 3_600_000;

/** A limit whose end is known names it (contract.md §2). */
function whatToDo(
  { advice, transient, rateLimited }: Meaning,
  { headers, at }: Answer,
): { advice: string; retryAfterMs?: number } {
  const namedMs = transient ? (readRegainMs(headers) ?? readRetryAfter(headers['retry-after'])) : undefined;
  if (!rateLimited) return { advice, ...(namedMs !== undefined && { retryAfterMs: namedMs }) };
  const retryAfterMs = namedMs ?? limitMs;
  const until = new Date(at.getTime() + retryAfterMs).toISOString();
  const known = namedMs === undefined ? 'Facebook does not say when it takes calls again' : 'It takes calls again then';
  const percent = readAppPercent(headers);
  const used = percent === undefined ? '' : `This service has used ${percent} % of what all of its pages may ask. `;
  return { advice: `${used}${known}; retry after ${until}.`, retryAfterMs };
}
