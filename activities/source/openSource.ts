import type { Readable } from 'node:stream';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { askFirstByte, askWhole } from '../../lib/media/askSource';
import type { AskOptions } from '../../lib/media/askSource';
import { discard, identityOf, isSame, isSpliceable, rangeOf, validatorOf } from '../../lib/media/sourceIdentity';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import { isBlocking, isPermanent, makeReadable } from '../../lib/media/sourceFaults';
import { OutboundError, outboundErrorOf } from '../../lib/safeFetch/OutboundError';
import type { OutboundAnswer, SafeFetch } from '../../lib/safeFetch/safeFetch';

export interface OpenSource {
  identity: SourceIdentity;
  /** The whole media's size; null when the source does not say. */
  sizeBytes: number | null;
  body: Readable;
}

/** The reason why reading cannot go on in the middle: the media have changed, or cannot be shown to be the same. */
export type Unspliceable = 'changed' | 'notResumable';

/**
 * Opens the media from its first byte.
 * @throws PublishFailure `MEDIA_DOWNLOAD_FAILED` or `MEDIA_BLOCKED_ADDRESS`
 */
export async function openSource(safeFetch: SafeFetch, url: string, signal: AbortSignal): Promise<OpenSource> {
  const answer = await asked(signal, async (options) => askWhole(safeFetch, url, options));
  if (answer.status !== 200) throw refusal(answer);
  const identity = identityOf(answer);
  return { identity, sizeBytes: identity.sizeBytes, body: answer.body };
}

/**
 * Opens the media from `offset` on, but only if it is provably the same as when `known` was read (RFC 9110 §13.1.5,
 * §14.2): otherwise nothing of it may be put behind the bytes that the platform has.
 */
export async function openSourceAt(
  safeFetch: SafeFetch,
  url: string,
  offset: number,
  known: SourceIdentity,
  signal: AbortSignal,
): Promise<OpenSource | Unspliceable> {
  const validator = validatorOf(known);
  if (validator === null) return 'notResumable';
  const headers = { range: `bytes=${offset}-`, 'if-range': validator };
  const answer = await asked(signal, async (options) =>
    safeFetch.request(url, { headers, redirects: 'follow', ...options }),
  );
  if (answer.status === 206) return continued(answer, offset, known);
  const identity = identityOf(answer);
  discard(answer);
  if (answer.status === 416) return 'changed';
  if (answer.status !== 200) throw refusal(answer);
  return isSame(identity, known) ? 'notResumable' : 'changed';
}

/**
 * Asks the source for the identity of its media now; the request asks for one byte.
 * @throws PublishFailure `MEDIA_DOWNLOAD_FAILED` or `MEDIA_BLOCKED_ADDRESS`
 */
export async function lookAtSource(safeFetch: SafeFetch, url: string, signal: AbortSignal): Promise<SourceIdentity> {
  const answer = await asked(signal, async (options) => askFirstByte(safeFetch, url, options));
  if (answer.status !== 200 && answer.status !== 206) throw refusal(answer);
  return identityOf(answer);
}

/** The failure for an error while media are read: the source's fault, and worth another try. */
export function downloadFault(error: unknown): PublishFailure {
  if (error instanceof PublishFailure) return error;
  const outbound = error instanceof OutboundError ? error : outboundErrorOf(error);
  const seen = outbound?.message ?? 'The source stopped before the media was complete.';
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', { seen, todo: makeReadable }, { transient: true, cause: error });
}

async function asked(
  signal: AbortSignal,
  ask: (options: AskOptions) => Promise<OutboundAnswer>,
): Promise<OutboundAnswer> {
  try {
    return await ask({ signal, bodyTimeoutMs: 0 });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof OutboundError && isBlocking(error)) {
      const words = { seen: error.message, todo: 'Use a public address.' };
      throw new PublishFailure('MEDIA_BLOCKED_ADDRESS', words, { transient: false, cause: error });
    }
    throw downloadFault(error);
  }
}

function refusal(answer: OutboundAnswer): PublishFailure {
  discard(answer);
  const words = { seen: `The source answered ${answer.status} instead of the media.`, todo: makeReadable };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: !isPermanent(answer.status) });
}

function continued(answer: OutboundAnswer, offset: number, known: SourceIdentity): OpenSource | Unspliceable {
  const given = identityOf(answer);
  const identity = { ...given, sizeBytes: given.sizeBytes ?? known.sizeBytes };
  if (rangeOf(answer).from === offset && isSpliceable(identity, known))
    return { identity, sizeBytes: identity.sizeBytes, body: answer.body };
  discard(answer);
  return isSame(identity, known) ? 'notResumable' : 'changed';
}
