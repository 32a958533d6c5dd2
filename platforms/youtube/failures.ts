import { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';
import { parseJson } from '../http/exchange';
import type { Answer } from '../http/exchange';
import { quote } from '../http/quote';
import { readRetryAfter } from '../http/retryAfter';
import { ruleFor } from './rules';
import type { Refusal } from './rules';

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
  const retryAfterMs = rule.transient ? readRetryAfter(answer.headers['retry-after']) : undefined;
  return new PublishFailure(rule.code, `${rule.happened}${quoted} (${where}). ${rule.advice}`, {
    transient: rule.transient,
    tokenRefused: rule.tokenRefused ?? false,
    rateLimited: rule.rateLimited ?? false,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
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

/** YouTube has kept what it got and names the time after which it takes more (308 with Retry-After). */
export function deferred(retryAfterMs: number): PublishFailure {
  const message = 'YouTube asks for a pause before it takes more of the media. Retry later.';
  return new PublishFailure('UPLOAD_FAILED', message, { transient: true, rateLimited: true, retryAfterMs });
}
