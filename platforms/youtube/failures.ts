import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { quotaDayAt } from '../../domain/quotaDay';
import { parseJson } from '../http/exchange';
import type { Answer } from '../http/exchange';
import { failureFrom, meaningOf } from '../http/meaning';
import { quote } from '../http/quote';
import { readRetryAfter } from '../http/retryAfter';
import { quotaTimeZone } from './quota';
import { knownMeaning } from './rules';
import type { Refusal, Rule } from './rule';

const ErrorBody = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

/** RFC 6749 §5.2: the token host's form. */
const TokenError = z.object({ error: z.string(), error_description: z.string().optional() });

/** The failure that an answer other than 2xx stands for, in YouTube's own words. */
export function failureOf(answer: Answer): PublishFailure {
  const refusal = readRefusal(answer);
  const { reason, words } = refusal;
  const meaning: Rule = meaningOf(knownMeaning(refusal), refusal);
  const isNamed = reason !== '' && answer.asked === 'data';
  const where = isNamed ? `HTTP ${answer.status}, ${reason}` : `HTTP ${answer.status}`;
  const { code, advice, retryAfterMs } = whatToDo(meaning, answer);
  return failureFrom({ ...meaning, code }, { words, where, advice, retryAfterMs });
}

interface ToDo extends Pick<Rule, 'code' | 'advice'> {
  retryAfterMs?: number;
}

/** A limit whose end is known names the end (contract.md §2). A failure that stays has no end. */
function whatToDo({ code, advice, transient, rateLimited, resetsDaily }: Rule, { headers, at }: Answer): ToDo {
  if (resetsDaily) return { code, ...untilReset(at) };
  const retryAfterMs = transient ? readRetryAfter(headers['retry-after']) : undefined;
  if (retryAfterMs === undefined) return { code, advice };
  if (!rateLimited) return { code, advice, retryAfterMs };
  const until = new Date(at.getTime() + retryAfterMs).toISOString();
  return { code: 'QUOTA_EXCEEDED', advice: `It takes requests again then; retry after ${until}.`, retryAfterMs };
}

function untilReset(now: Date): { advice: string; retryAfterMs: number } {
  const { endsAt } = quotaDayAt(now, quotaTimeZone);
  const advice = `It resets at midnight Pacific time, ${endsAt.toISOString()}; retry after that.`;
  return { advice, retryAfterMs: endsAt.getTime() - now.getTime() };
}

function readRefusal(answer: Answer): Refusal {
  const { from, asked, status, secrets } = answer;
  const { reason, words } = asked === 'tokens' ? readTokenError(answer) : readError(answer);
  const isReadable = reason !== '' || words !== '';
  return { from, asked, status, isReadable, reason: quote(reason, secrets), words: quote(words, secrets) };
}

/**
 * The reason and the words, both empty where the answer says nothing that can be quoted. Older answers name a reason,
 * newer answers a status; the upload host answers in plain text.
 */
function readError({ text, headers }: Answer): Pick<Refusal, 'reason' | 'words'> {
  const error = ErrorBody.safeParse(parseJson(text)).data?.error;
  const isPlainText = !error && String(headers['content-type']).startsWith('text/plain');
  return {
    reason: error?.errors?.[0]?.reason ?? error?.status ?? '',
    words: error?.message ?? (isPlainText ? text : ''),
  };
}

function readTokenError({ text }: Answer): Pick<Refusal, 'reason' | 'words'> {
  const { error = '', error_description: description } = TokenError.safeParse(parseJson(text)).data ?? {};
  return { reason: error, words: [error, description].filter(Boolean).join(': ') };
}

/** YouTube's name for the reason of a refusal; empty where the answer names none. */
export function reasonOf(answer: Answer): string {
  return readRefusal(answer).reason;
}

/** The failure for a 308 with Retry-After: YouTube keeps the received bytes, and asks for a pause before the next. */
export function deferred(retryAfterMs: number): PublishFailure {
  const said = { seen: 'YouTube asks for a pause before it takes more of the media.', todo: 'Retry later.' };
  return new PublishFailure('UPLOAD_FAILED', said, {
    transient: true,
    isRefusal: false,
    rateLimited: true,
    retryAfterMs,
  });
}

/** A video that is seconds old may not be found where something is added to it. */
export function notFoundYet(what: 'playlist' | 'comment' | 'captions'): PublishFailure {
  const seen = `YouTube does not find the video for its ${what} yet.`;
  return new PublishFailure('PLATFORM_UNAVAILABLE', { seen, todo: 'Retry later.' }, { transient: true });
}
