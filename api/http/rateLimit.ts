import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from './refusals';

const windowSeconds = 60;

/**
 * Counts requests in windows of a minute, in this process (contract.md §10).
 * @returns a function that counts one request of `caller` and gives the headers with the rest of the quota; it rejects
 *   with 429 when the quota is used up (draft-ietf-httpapi-ratelimit-headers)
 */
export function createRateLimit(perMinute: number): (caller: string) => Promise<Record<string, string>> {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: windowSeconds });
  const headersOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes) => ({
    'RateLimit-Policy': `"api";q=${perMinute};w=${windowSeconds}`,
    RateLimit: `"api";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`,
  });
  return async (caller) => {
    const taken = await limiter.consume(caller).catch((refused: unknown) => refused);
    if (!(taken instanceof RateLimiterRes)) throw taken;
    if (taken.consumedPoints <= perMinute) return headersOf(taken);
    const retryAfter = String(Math.max(1, Math.ceil(taken.msBeforeNext / 1000)));
    throw tooManyRequests.errorWith({ headers: { ...headersOf(taken), 'Retry-After': retryAfter } }, retryAfter);
  };
}
