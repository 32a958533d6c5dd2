import { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';
import type { FailureCode } from '../../domain/failures';
import type { Answer } from './answer';

/** What an answer of YouTube means. A field that is left out fits everything; the first rule that fits decides. */
interface Rule {
  /** Every status that is no 4xx (5xx, a stray redirect) counts as 500 here. */
  readonly status?: number;
  readonly reasons?: readonly string[];
  readonly words?: RegExp;
  readonly code: FailureCode;
  readonly transient: boolean;
  readonly tokenRefused?: true;
  readonly rateLimited?: true;
  readonly happened: string;
  readonly advice: string;
}

const dailyQuota = {
  code: 'QUOTA_EXCEEDED',
  transient: false,
  rateLimited: true,
  happened: "The service's daily YouTube quota is used up",
  advice: 'It resets at midnight Pacific time; retry after that.',
} as const;

const tooFast = {
  code: 'PLATFORM_UNAVAILABLE',
  transient: true,
  rateLimited: true,
  happened: 'YouTube asks for fewer requests',
  advice: 'Retry later.',
} as const;

/**
 * Sources: the error pages of the YouTube Data API (videos.insert, videos.update, core API errors), and answers recorded
 * in the wild where these are silent: an empty bucket of uploads is a 429 that no wait of minutes cures
 * (googleapis/google-api-python-client#2753), and a channel's own limit is a 400 (porjo/youtubeuploader#212).
 */
const rules: readonly Rule[] = [
  { status: 403, reasons: ['quotaExceeded', 'dailyLimitExceeded'], ...dailyQuota },
  { status: 429, words: /per day/i, ...dailyQuota },
  {
    status: 400,
    reasons: ['uploadLimitExceeded'],
    code: 'QUOTA_EXCEEDED',
    transient: false,
    happened: "The channel has reached YouTube's limit of uploads",
    advice: 'Retry after 24 hours.',
  },
  { status: 429, ...tooFast },
  { status: 403, reasons: ['rateLimitExceeded', 'userRateLimitExceeded'], ...tooFast },
  {
    status: 401,
    reasons: ['youtubeSignupRequired'],
    code: 'PERMISSION_DENIED',
    transient: false,
    happened: 'The Google account has no YouTube channel',
    advice: 'Create a channel on YouTube, then connect it again.',
  },
  {
    status: 401,
    code: 'TOKEN_EXPIRED',
    transient: true,
    tokenRefused: true,
    happened: 'YouTube refused the access token',
    advice: 'If this stays so, connect the channel again.',
  },
  {
    status: 403,
    reasons: ['forbiddenPrivacySetting', 'forbiddenLicenseSetting'],
    code: 'PLATFORM_REJECTED',
    transient: false,
    happened: 'YouTube refused a setting of the post',
    advice: 'Change the post accordingly, then retry.',
  },
  {
    status: 403,
    code: 'PERMISSION_DENIED',
    transient: false,
    happened: 'YouTube does not let us do this on the channel',
    advice: 'Connect the channel again, as its owner, and leave all boxes ticked.',
  },
  {
    status: 408,
    code: 'PLATFORM_UNAVAILABLE',
    transient: true,
    happened: 'YouTube did not get the request in time',
    advice: 'Retry later.',
  },
  {
    status: 500,
    code: 'PLATFORM_UNAVAILABLE',
    transient: true,
    happened: 'YouTube answered with an error of its own',
    advice: 'Retry later.',
  },
];

const refused: Rule = {
  code: 'PLATFORM_REJECTED',
  transient: false,
  happened: 'YouTube refused the request',
  advice: 'Change the post accordingly, then retry.',
};

const ErrorBody = z.object({
  error: z.object({
    message: z.string().optional(),
    status: z.string().optional(),
    errors: z.array(z.object({ reason: z.string().optional() })).optional(),
  }),
});

/** The failure that an answer other than 2xx stands for, in YouTube's own words. */
export function failureOf(answer: Answer): PublishFailure {
  const { reason, words } = readError(answer);
  const rule = rules.find((rule) => fits(rule, answer.status, reason, words)) ?? refused;
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
 * Both are empty where the answer says nothing that can be quoted. Older answers name a reason, newer ones a status; the
 * upload host answers in plain text.
 */
function readError({ text, headers, secrets }: Answer): { reason: string; words: string } {
  const error = ErrorBody.safeParse(parseJson(text)).data?.error;
  const reason = error?.errors?.[0]?.reason ?? error?.status ?? '';
  const plainText = headers['content-type']?.startsWith('text/plain') ? text : '';
  return { reason: quote(reason, secrets), words: quote(error?.message ?? plainText, secrets) };
}

function fits(rule: Rule, status: number, reason: string, words: string): boolean {
  const family = status >= 400 && status < 500 ? status : 500;
  if (rule.status !== undefined && rule.status !== family) return false;
  if (rule.reasons && !rule.reasons.includes(reason)) return false;
  return rule.words === undefined || rule.words.test(words);
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
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), plain);
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

/** RFC 9110 §10.2.3: seconds or a date. */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  if (typeof header !== 'string') return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
