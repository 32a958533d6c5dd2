import { z } from 'zod';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import type { FailureCode } from '../../../domain/failures/failures';
import { parseJson } from '../../../platforms/http/exchange';
import type { Answer } from '../../../platforms/http/exchange';
import { quote } from '../../../platforms/http/quote';
import { readRetryAfter } from '../../../platforms/http/retryAfter';

const ErrorBody = z.object({ error: z.object({ message: z.string() }) });

const codes: Record<number, FailureCode> = { 401: 'TOKEN_EXPIRED', 403: 'PERMISSION_DENIED', 429: 'QUOTA_EXCEEDED' };

/** The failure that an answer other than 2xx stands for, in the toy's own words. */
export function failureOf({ status, text, headers, secrets, from }: Answer): PublishFailure {
  const isPassing = status >= 500 || status === 429 || status === 408;
  const words = quote(ErrorBody.safeParse(parseJson(text)).data?.error.message ?? '', secrets);
  const happened = status === 404 ? `${from} no longer has the post` : `${from} refused the request`;
  const retryAfterMs = isPassing ? readRetryAfter(headers['retry-after']) : undefined;
  const code = codes[status] ?? (isPassing ? 'PLATFORM_UNAVAILABLE' : 'PLATFORM_REJECTED');
  const said = { seen: `${happened}: "${words}" (HTTP ${status}).`, todo: 'Do what the toy says.' };
  return new PublishFailure(code, said, {
    transient: isPassing || status === 401,
    tokenRefused: status === 401,
    rateLimited: status === 429,
    isAbsent: status === 404,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  });
}
