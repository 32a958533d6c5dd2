import { setTimeout as delay } from 'node:timers/promises';
import type { FailureCode } from '../../domain/failures/failures';
import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { unfamiliarTriesMax } from '../../domain/stepLimits';
import { withTimeLimit } from '../../lib/timeLimit';
import type { ApiError } from '../http/errors';
import { comeBack, platformRefuses } from './refusals';

/**
 * The time that a caller waits for a platform. A renewal of tokens may take longer. A renewal that this request began
 * is then given up, and the next request that needs the token renews it. A renewal of another request goes on.
 */
const patienceMs = 12_000;
const late = 'The platform did not answer in time. Try again in a moment.';
/** Pauses where the platform names no time: it asks for fewer requests, its daily quota is used up, or it is down. */
const waitMs = { slowDown: 60_000, quota: 3_600_000, unreachable: 5_000 } as const;

/**
 * Asks a platform while the caller waits. The request times out after a while: a change may have been made although
 * this throws 503.
 * @param work may be repeated: it reads before it changes
 * @param gone ends when the caller has gone; for questions alone
 * @throws ApiError 409 when the connection cannot be used, 429 when the platform asks for fewer requests, 503 when it
 *   does not answer, refuses this service or answers nonsense (contract.md §4)
 */
export async function askPlatform<T>(
  work: (signal: AbortSignal) => Promise<T>,
  gone: AbortSignal = new AbortController().signal,
): Promise<T> {
  return withTimeLimit(gone, paced(patienceMs), async (signal) => {
    try {
      return await tried(work, signal);
    } catch (error) {
      if (error instanceof PublishFailure) throw refusalOf(error);
      if (signal.aborted) throw comeBack('UNAVAILABLE', late, waitMs.unreachable);
      throw error;
    }
  });
}

/** Pauses between tries after a refusal in unknown words, which may pass. The last refusal is told (contract.md §2). */
const unfamiliarPausesMs = Array.from({ length: unfamiliarTriesMax - 1 }, (_, nth) => 500 * 2 ** nth);

async function tried<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T> {
  for (const pauseMs of unfamiliarPausesMs) {
    try {
      return await work(signal);
    } catch (error) {
      if (!(error instanceof PublishFailure) || !error.isUnfamiliar) throw error;
    }
    await delay(paced(pauseMs), undefined, { signal });
  }
  return work(signal);
}

/** Failures that only the connection's owner can cure. */
const ownerActs: readonly FailureCode[] = ['TOKEN_EXPIRED', 'TOKEN_MISSING', 'PERMISSION_DENIED'];

function refusalOf(failure: PublishFailure): ApiError {
  const { code, message, rateLimited, retryAfterMs } = failure;
  if (ownerActs.includes(code)) return platformRefuses.error(message);
  if (code === 'QUOTA_EXCEEDED') return comeBack('RATE_LIMITED', message, retryAfterMs ?? waitMs.quota);
  if (rateLimited) return comeBack('RATE_LIMITED', message, retryAfterMs ?? waitMs.slowDown);
  return comeBack('UNAVAILABLE', message, retryAfterMs ?? waitMs.unreachable);
}
