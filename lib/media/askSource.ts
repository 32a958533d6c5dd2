import type { OutboundAnswer, OutboundRequest, SafeFetch } from '../safeFetch/safeFetch';
import { discard, header, rangeOf } from './sourceIdentity';

/** The limits of a look at a source, all its requests together. */
export type AskOptions = Pick<OutboundRequest, 'signal' | 'deadlineMs' | 'bodyTimeoutMs'>;

/** Statuses with which a source may refuse the form of a request: with `Range`, or without. */
const formRefusals: ReadonlySet<number> = new Set([400, 403, 405, 416]);

/** A 200 that a proxy has changed (RFC 9110 §15.3.4). */
const transformedStatus = 203;

/**
 * Asks a source for its whole media: plainly, and once with `Range` where that is refused as only its absence may be.
 * A partial answer that has every byte is a 200, with the length of the whole (contract.md §2).
 * @throws OutboundError
 */
export async function askWhole(safeFetch: SafeFetch, url: string, options: AskOptions): Promise<OutboundAnswer> {
  const ask = askerOf(safeFetch, url, options);
  const plain = asWhole(await ask({}));
  if (!formRefusals.has(plain.status)) return plain;
  discard(plain);
  const ranged = asWhole(await ask({ range: 'bytes=0-' }));
  if (ranged.status === 200) return ranged;
  discard(ranged);
  return plain;
}

/**
 * Asks a source about its media by a request for one byte; where it refuses that, by a request for the whole media. By
 * GET: an address that is signed for a download often allows no other method.
 * @returns an answer whose body is gone; a 206 means that the source serves parts
 * @throws OutboundError
 */
export async function askFirstByte(safeFetch: SafeFetch, url: string, options: AskOptions): Promise<OutboundAnswer> {
  const beganAtMs = performance.now();
  const first = await askerOf(safeFetch, url, options)({ range: 'bytes=0-0' });
  discard(first);
  const isOdd = first.status === 206 ? rangeOf(first).from !== 0 : formRefusals.has(first.status);
  if (!isOdd) return first;
  const whole = await askWhole(safeFetch, url, within(options, beganAtMs));
  discard(whole);
  return whole;
}

function askerOf(safeFetch: SafeFetch, url: string, options: AskOptions) {
  const beganAtMs = performance.now();
  return async (headers: Record<string, string>): Promise<OutboundAnswer> => {
    const answer = await safeFetch.request(url, { headers, redirects: 'follow', ...within(options, beganAtMs) });
    return answer.status === transformedStatus ? { ...answer, status: 200 } : answer;
  };
}

/** The same limits for the remaining time. */
function within({ deadlineMs, ...others }: AskOptions, beganAtMs: number): AskOptions {
  if (deadlineMs === undefined) return others;
  return { ...others, deadlineMs: Math.max(1, deadlineMs - (performance.now() - beganAtMs)) };
}

function asWhole(answer: OutboundAnswer): OutboundAnswer {
  const { from, to, sizeBytes } = rangeOf(answer);
  if (answer.status !== 206 || sizeBytes === null || from !== 0 || to !== sizeBytes - 1) return answer;
  const length = String(sizeBytes);
  if ((header(answer, 'content-length') ?? length) !== length) return answer;
  return { ...answer, status: 200, headers: { ...answer.headers, 'content-length': length } };
}
