import { pictureFormatFault, pictureSizeFault } from '../../domain/media';
import type { ImageLimits } from '../../domain/media';
import { formatOf, signatureBytes } from '../../domain/mediaFormat';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { FailureWords } from '../../domain/failures/PublishFailure';
import { OutboundError, outboundErrorOf } from '../safeFetch/OutboundError';
import type { OutboundAnswer, SafeFetch } from '../safeFetch/safeFetch';
import type { MediaStore } from '../mediaStore/MediaStore';
import { endingWith, unlessAborted, withTimeLimit } from '../timeLimit';
import { askWhole } from './askSource';
import { discard, identityOf } from './sourceIdentity';
import { isBlocking, isPermanent, makeReadable } from './sourceFaults';
import { streamStored } from './storedMedia';

/** A picture of a format that fits. It is a stream: its bytes come once, and its size is judged while they come. */
export interface Picture {
  /** The media type by its first bytes. */
  readonly contentType: string;
  /** Null: its source does not tell. */
  readonly sizeBytes: number | null;
  /** @throws PublishFailure `MEDIA_TOO_LARGE`, `MEDIA_DOWNLOAD_FAILED` */
  readonly body: AsyncIterable<Uint8Array>;
}

/** The patience with a source of pictures. */
export interface PictureTime {
  signal: AbortSignal;
  /** The longest wait for its answer, and for more of its bytes. Waits of its reader do not count. */
  silenceMs: number;
}

/** The bytes of a picture before they are judged. */
interface PictureSource {
  sizeBytes: number | null;
  chunks: AsyncIterable<Uint8Array>;
}

/** Lets `use` read a picture from an address; no more than the limit is read. @throws PublishFailure, and errors of `use` */
export async function withPictureAt<T>(
  safeFetch: SafeFetch,
  url: string,
  limits: ImageLimits,
  time: PictureTime,
  use: (picture: Picture) => Promise<T>,
): Promise<T> {
  const answer = await ask(safeFetch, url, time);
  try {
    if (answer.status !== 200) throw refusedBy(answer, limits);
    const source = { sizeBytes: identityOf(answer).sizeBytes, chunks: explained(answer.body, time.signal) };
    return await use(await judgePicture(source, limits, time));
  } finally {
    discard(answer);
  }
}

/** The same of the file of an upload session. @throws PublishFailure, Unreadable, and errors of `use` */
export async function withStoredPicture<T>(
  store: MediaStore,
  { id, sizeBytes }: { id: string; sizeBytes: number },
  limits: ImageLimits,
  { signal, silenceMs }: PictureTime,
  use: (picture: Picture) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const time = { signal: stop.signal, silenceMs };
  const read = async (): Promise<T> => {
    const source = { sizeBytes, chunks: streamStored(store, id, stop.signal) };
    return use(await judgePicture(source, limits, time));
  };
  try {
    return await endingWith(signal, stop, read);
  } finally {
    stop.abort();
  }
}

/** A picture by its first bytes. */
async function judgePicture(
  { sizeBytes, chunks }: PictureSource,
  limits: ImageLimits,
  time: PictureTime,
): Promise<Picture> {
  requireSize(sizeBytes ?? 0, limits);
  const rest = inTime(chunks, time)[Symbol.asyncIterator]();
  const head = await readHead(rest);
  const contentType = await formatOf(head);
  const fault = pictureFormatFault(contentType, limits);
  if (contentType === null || fault !== undefined)
    throw refused('MEDIA_INVALID', { seen: `${fault}.`, todo: `Send another ${limits.noun ?? 'picture'}.` });
  return { contentType, sizeBytes, body: within(limits, head, rest) };
}

async function ask(safeFetch: SafeFetch, url: string, { signal, silenceMs }: PictureTime): Promise<OutboundAnswer> {
  const asking = async (limited: AbortSignal) => askWhole(safeFetch, url, { signal: limited });
  try {
    return await withTimeLimit(signal, silenceMs, asking, () => new OutboundError('timeout'));
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error);
  }
}

function refusedBy({ status }: OutboundAnswer, { noun = 'image' }: ImageLimits): PublishFailure {
  const words = { seen: `answered ${status} instead of the ${noun}.`, todo: makeReadable };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: !isPermanent(status) });
}

/** The first bytes, as many as the format needs. */
async function readHead(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const head: Uint8Array[] = [];
  for (let bytes = 0; bytes < signatureBytes;) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    bytes += next.value.length;
  }
  return Buffer.concat(head);
}

async function* within(
  limits: ImageLimits,
  head: Uint8Array,
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let sizeBytes = head.length;
  requireSize(sizeBytes, limits);
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    sizeBytes += next.value.length;
    requireSize(sizeBytes, limits);
    yield next.value;
  }
}

/** The same bytes. A source that is silent for too long is given up. */
async function* inTime(
  chunks: AsyncIterable<Uint8Array>,
  { signal, silenceMs }: PictureTime,
): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  const next = async () =>
    withTimeLimit(
      signal,
      silenceMs,
      async (limited) => unlessAborted(limited, source.next()),
      () => downloadFailed(new OutboundError('timeout')),
    );
  for (let one = await next(); !one.done; one = await next()) yield one.value;
}

async function* explained(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    signal.throwIfAborted();
    throw explain(error);
  }
}

function requireSize(sizeBytes: number, limits: ImageLimits): void {
  if (pictureSizeFault(sizeBytes, limits) === undefined) return;
  // Of a stream, no more is read than is needed to know it.
  const seen = `has more than ${limits.maxFileSizeBytes} bytes.`;
  throw refused('MEDIA_TOO_LARGE', { seen, todo: `Send a smaller ${limits.noun ?? 'picture'}.` });
}

function refused(code: 'MEDIA_TOO_LARGE' | 'MEDIA_INVALID', words: FailureWords): PublishFailure {
  return new PublishFailure(code, words, { transient: false });
}

/** A fault of the source; all else is thrown as it is. */
function explain(error: unknown): unknown {
  const outbound = error instanceof OutboundError ? error : outboundErrorOf(error);
  if (!outbound) return error;
  if (!isBlocking(outbound)) return downloadFailed(outbound);
  const words = { seen: outbound.message, todo: 'Use a public address.' };
  return new PublishFailure('MEDIA_BLOCKED_ADDRESS', words, { transient: false, cause: error });
}

function downloadFailed(cause: OutboundError): PublishFailure {
  const words = { seen: cause.message, todo: makeReadable };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: true, cause });
}
