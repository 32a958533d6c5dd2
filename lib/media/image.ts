import { pictureFormatFault, pictureSizeFault } from '../../domain/media';
import type { ImageLimits } from '../../domain/media';
import { formatOf } from '../../domain/mediaFormat';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { FailureWords } from '../../domain/failures/PublishFailure';
import { OutboundError, outboundErrorOf } from '../safeFetch/OutboundError';
import type { OutboundAnswer, SafeFetch } from '../safeFetch/safeFetch';
import { askWhole } from './askSource';
import { discard, identityOf } from './sourceIdentity';
import { isBlocking, isPermanent, makeReadable } from './sourceFaults';

/** A picture, whole and judged. */
export interface Image {
  readonly bytes: Buffer;
  /** The media type by its first bytes. */
  readonly contentType: string;
}

/** Reads a picture from an address, never more of it than the limit. */
export async function fetchImage(
  safeFetch: SafeFetch,
  url: string,
  limits: ImageLimits,
  { signal, deadlineMs }: { signal?: AbortSignal; deadlineMs: number },
): Promise<Image> {
  try {
    const answer = await askWhole(safeFetch, url, { deadlineMs, ...(signal && { signal }) });
    return await judgeImage(await readWhole(answer, limits), limits);
  } catch (error) {
    signal?.throwIfAborted();
    throw explain(error);
  }
}

/**
 * A picture by its bytes.
 * @throws PublishFailure `MEDIA_TOO_LARGE`, `MEDIA_INVALID`
 */
export async function judgeImage(bytes: Buffer, limits: ImageLimits): Promise<Image> {
  requireSize(bytes.length, limits);
  const contentType = await formatOf(bytes);
  const fault = pictureFormatFault(contentType, limits);
  if (contentType !== null && fault === undefined) return { bytes, contentType };
  throw refused('MEDIA_INVALID', { seen: `${fault}.`, todo: 'Send another picture.' });
}

async function readWhole(answer: OutboundAnswer, limits: ImageLimits): Promise<Buffer> {
  try {
    if (answer.status !== 200) {
      const words = { seen: `answered ${answer.status} instead of the image.`, todo: makeReadable };
      throw new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: !isPermanent(answer.status) });
    }
    requireSize(identityOf(answer).sizeBytes ?? 0, limits);
    return await collect(answer.body, limits);
  } finally {
    discard(answer);
  }
}

async function collect(body: AsyncIterable<Uint8Array>, limits: ImageLimits): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    requireSize(sizeBytes, limits);
  }
  return Buffer.concat(chunks);
}

function requireSize(sizeBytes: number, limits: ImageLimits): void {
  if (pictureSizeFault(sizeBytes, limits) === undefined) return;
  // Of a stream, no more is read than is needed to know it.
  const seen = `has more than ${limits.maxFileSizeBytes} bytes.`;
  throw refused('MEDIA_TOO_LARGE', { seen, todo: 'Send a smaller picture.' });
}

function refused(code: 'MEDIA_TOO_LARGE' | 'MEDIA_INVALID', words: FailureWords): PublishFailure {
  return new PublishFailure(code, words, { transient: false });
}

/** A fault of the source; all else is thrown as it is. */
function explain(error: unknown): unknown {
  const outbound = error instanceof OutboundError ? error : outboundErrorOf(error);
  if (!outbound) return error;
  const { message: seen } = outbound;
  return isBlocking(outbound)
    ? new PublishFailure(
        'MEDIA_BLOCKED_ADDRESS',
        { seen, todo: 'Use a public address.' },
        { transient: false, cause: error },
      )
    : new PublishFailure('MEDIA_DOWNLOAD_FAILED', { seen, todo: makeReadable }, { transient: true, cause: error });
}
