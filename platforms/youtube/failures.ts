import { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';
import { quotaDayAt } from '../../domain/quotaDay';
import { parseJson } from '../http/exchange';
import type { Answer } from '../http/exchange';
import { quote } from '../http/quote';
import { readRetryAfter } from '../http/retryAfter';
import { quotaTimeZone } from './quota';
import { ruleFor } from './rules';
import type { Refusal, Rule } from './rules';

const ErrorBody = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

/** The failure that an answer other than 2xx stands for, in YouTube's own words. */
export function failureOf(answer: Answer): PublishFailure {
  const { reason, words, isPlainText } = readError(answer);
  const rule = ruleFor({ status: answer.status, reason, words, isPlainText });
  const quoted = words === '' ? '' : `: "${words}"`;
  const where = reason === '' ? `HTTP ${answer.status}` : `HTTP ${answer.status}, ${reason}`;
  const { code, advice, retryAfterMs } = whatToDo(rule, answer);
  return new PublishFailure(code, `${rule.happened}${quoted} (${where}). ${advice}`, {
    transient: rule.transient,
    tokenRefused: rule.tokenRefused ?? false,
    rateLimited: rule.rateLimited ?? false,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}

interface ToDo extends Pick<Rule, 'code' | 'advice'> {
  retryAfterMs?: number;
}

/** A limit whose end is known names it (contract.md §2). A failure that stays has no end. */
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

/**
 * `reason` and `words` are empty where the answer says nothing that can be quoted. Older answers name a reason, newer
 * ones a status; the upload host answers in plain text.
 */
function readError({ text, headers, secrets }: Answer): Omit<Refusal, 'status'> {
  const error = ErrorBody.safeParse(parseJson(text)).data?.error;
  const reason = error?.errors?.[0]?.reason ?? error?.status ?? '';
  const isPlainText = !error && String(headers['content-type']).startsWith('text/plain');
  const words = error?.message ?? (isPlainText ? text : '');
  return { reason: quote(reason, secrets), words: quote(words, secrets), isPlainText };
}

/** YouTube's name for why it refused; empty where the answer names none. */
export function reasonOf(answer: Answer): string {
  return readError(answer).reason;
}

/** YouTube has kept what it got and names the time after which it takes more (308 with Retry-After). */
export function deferred(retryAfterMs: number): PublishFailure {
  const message = 'YouTube asks for a pause before it takes more of the media. Retry later.';
  return new PublishFailure('UPLOAD_FAILED', message, {
    transient: true,
    isRefusal: false,
    rateLimited: true,
    retryAfterMs,
  });
}
