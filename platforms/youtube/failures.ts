import { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';
import { redactText } from '../../lib/redactText';
import type { Answer } from './answer';
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
  const told = words === '' ? '' : `: "${words}"`;
  const where = reason === '' ? `HTTP ${answer.status}` : `HTTP ${answer.status}, ${reason}`;
  const retryAfterMs = rule.transient ? readRetryAfter(answer.headers['retry-after']) : undefined;
  return new PublishFailure(rule.code, `${rule.happened}${told} (${where}). ${rule.advice}`, {
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

/** No answer came: refused, cut, timed out. `error` is undici's or the socket's. */
export function unreachable(error: unknown): PublishFailure {
  return new PublishFailure('PLATFORM_UNAVAILABLE', `YouTube could not be reached (${codeOf(error)}). Retry later.`, {
    transient: true,
    cause: error,
  });
}

/** The connection failed while media was sent. What has arrived is kept by the session. */
export function interrupted(error: unknown): PublishFailure {
  const message = `The connection to YouTube broke while media was sent (${codeOf(error)}). Retry later.`;
  return new PublishFailure('UPLOAD_FAILED', message, { transient: true, cause: error });
}

/** YouTube has kept what it got and names the time after which it takes more (308 with Retry-After). */
export function heldBack(retryAfterMs: number): PublishFailure {
  const message = 'YouTube asks for a pause before it takes more of the media. Retry later.';
  return new PublishFailure('UPLOAD_FAILED', message, { transient: true, rateLimited: true, retryAfterMs });
}

/** The caller's lease ended before the request could be written, so it was not. */
export function tooLate(): PublishFailure {
  const message = 'There was no time left to make the call to YouTube, so it was not made. Retry later.';
  return new PublishFailure('PLATFORM_UNAVAILABLE', message, { transient: true });
}

/** A success whose body is not what the documentation says. Its outcome counts as unknown, so it is transient. */
export function incomprehensible(expected: string): PublishFailure {
  return new PublishFailure('PLATFORM_UNAVAILABLE', `YouTube answered without ${expected}. Retry later.`, {
    transient: true,
  });
}

const NetworkFault = z.object({ code: z.string() });

/** The machine's name of a network fault, such as `ECONNREFUSED`. */
function codeOf(error: unknown): string {
  return NetworkFault.safeParse(error).data?.code ?? 'unknown fault';
}

/** The platform's words, fit for a message: no markup, one line, no secret of the request, at most 500 characters. */
export function quote(words: string, secrets: readonly string[]): string {
  const plain = words
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const clean = redactText(plain, secrets);
  const characters = Array.from(clean);
  return characters.length > 500 ? `${characters.slice(0, 499).join('')}…` : clean;
}

/** `undefined` for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Every quota begins anew within it, so nothing that is documented asks for a longer wait. */
const retryAfterMsMax = 24 * 3_600_000;

/** RFC 9110 §10.2.3: seconds or a date. In milliseconds, at most a day. */
export function readRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(0, ms), retryAfterMsMax);
}
