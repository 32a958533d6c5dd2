import type { Readable } from 'node:stream';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { paced } from '../../../domain/pace';
import { askWhole } from '../../../lib/media/askSource';
import { isBlocking, isPermanent } from '../../../lib/media/sourceFaults';
import { discard, identityOf } from '../../../lib/media/sourceIdentity';
import { outboundErrorOf } from '../../../lib/safeFetch/OutboundError';
import type { OutboundAnswer, SafeFetch } from '../../../lib/safeFetch/safeFetch';
import { loginWords } from './pageWords';

/** The longest silence of a host within a file. */
const silenceMs = 60_000;
/** The slowest that a host may be, over each half minute: as for media of a post (contract.md §2). */
const paceMs = 30_000;
const bytesPerSecondMin = 1024;

const checkAddress = 'Make sure that everybody who has the address can download the file, then import it again.';

/** A file of a host. */
interface HostFile {
  /** Null: the host does not tell it. */
  readonly sizeBytes: number | null;
  readonly body: Readable;
}

/**
 * Opens a file at its first byte.
 * @throws PublishFailure `MEDIA_BLOCKED_ADDRESS`, `MEDIA_INVALID` where a log-in is asked for, `MEDIA_DOWNLOAD_FAILED`
 */
export async function openFile(safeFetch: SafeFetch, url: string, signal: AbortSignal): Promise<HostFile> {
  const answer = await askWhole(safeFetch, url, { signal, bodyTimeoutMs: paced(silenceMs) }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw downloadFailure(error);
  });
  if (answer.status === 200) return { sizeBytes: identityOf(answer).sizeBytes, body: answer.body };
  throw refusalOf(answer);
}

function refusalOf(answer: OutboundAnswer): PublishFailure {
  discard(answer);
  const { status } = answer;
  if (status === 401 || status === 403) return new PublishFailure('MEDIA_INVALID', loginWords, { transient: false });
  const words = { seen: `The host answered ${status} instead of the file.`, todo: checkAddress };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: !isPermanent(status) });
}

/** The failure for an error on the way to a host. An error that is not of the network is thrown on. */
function downloadFailure(error: unknown): PublishFailure {
  const outbound = outboundErrorOf(error);
  if (!outbound) throw error;
  if (isBlocking(outbound)) {
    const words = { seen: outbound.message, todo: 'Use a public address.' };
    return new PublishFailure('MEDIA_BLOCKED_ADDRESS', words, { transient: false, cause: error });
  }
  const words = { seen: outbound.message, todo: checkAddress };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: true, cause: error });
}

/**
 * The bytes of a file as they come, up to a limit. The time in which the store holds them back counts for nobody.
 * @throws PublishFailure `MEDIA_DOWNLOAD_FAILED` for a host that is too slow or breaks off; the failure of `tooLarge`
 */
export async function* bytesOfHost(
  body: AsyncIterable<Uint8Array>,
  sizeBytesMax: number,
  tooLarge: () => PublishFailure,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]();
  const pace = { waitedMs: 0, bytes: 0 };
  let total = 0;
  try {
    for (;;) {
      const askedAtMs = performance.now();
      const { done, value } = await iterator.next();
      signal.throwIfAborted();
      if (done) return;
      pace.waitedMs += performance.now() - askedAtMs;
      pace.bytes += value.length;
      requirePace(pace);
      total += value.length;
      if (total > sizeBytesMax) throw tooLarge();
      yield value;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof PublishFailure ? error : downloadFailure(error);
  } finally {
    await iterator.return?.();
  }
}

function requirePace(pace: { waitedMs: number; bytes: number }): void {
  const limitMs = paced(paceMs);
  if (pace.waitedMs < limitMs) return;
  const isSlow = pace.bytes < (bytesPerSecondMin * pace.waitedMs) / 1000;
  pace.waitedMs = 0;
  pace.bytes = 0;
  if (!isSlow) return;
  const words = { seen: 'The host sent less than 1 KiB/s for half a minute.', todo: checkAddress };
  throw new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: true });
}

/** The failure for a file that ends before, or behind, the size that its host has told. */
export function otherSize(): PublishFailure {
  const words = { seen: 'The file has another size than its host has told.', todo: checkAddress };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: true });
}
