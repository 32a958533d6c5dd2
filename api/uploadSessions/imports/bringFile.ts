import { Readable } from 'node:stream';
import type { Sequelize } from 'sequelize';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { formatOf, signatureBytes } from '../../../domain/mediaFormat';
import { captionTypes, mediaKindIn, webPage } from '../../../domain/mediaType';
import { peekable } from '../../../lib/media/peek';
import type { MediaProbe } from '../../../lib/media/probe';
import type { MediaStore } from '../../../lib/mediaStore/MediaStore';
import type { SafeFetch } from '../../../lib/safeFetch/safeFetch';
import { inTransaction } from '../../../models/database/transaction';
import type { UploadImport } from '../../../models/uploads/uploadImports';
import { UploadSession } from '../../../models/uploads/UploadSession';
import type { UploadState } from '../../../models/uploads/UploadSession';
import type { Platforms } from '../../../platforms';
import { finishUpload } from '../finishUpload';
import { largestOfType } from '../largestFile';
import { bytesOfHost, openFile, otherSize } from './openFile';
import { pageWords } from './pageWords';

export interface ImportDeps {
  config: { uploadQuotaBytes: number };
  mediaProbe: MediaProbe;
  mediaStore: MediaStore;
  platforms: Platforms;
  safeFetch: SafeFetch;
  sequelize: Sequelize;
}

/** So much of a page is read for the words about it. */
const pageBytes = 64 * 1024;

/**
 * Downloads a file into its session, from the first byte on, and completes the session. The caller has its lock. A host
 * that does not tell the size of a file is read twice: a store needs the size before the first byte, and a process has no
 * room for a file of any size.
 * @throws PublishFailure; ApiError where `finishUpload` has ended the session; StoreFull, StoreUnreachable
 */
export async function bringFile(deps: ImportDeps, session: UploadImport, signal: AbortSignal): Promise<void> {
  const first = await readBeginning(deps, session, signal);
  try {
    const { mediaContentType, sizeBytesMax } = first;
    const mediaSizeBytes = first.sizeBytes ?? (await countBytes(first.body));
    if (mediaSizeBytes > sizeBytesMax) throw tooLarge(sizeBytesMax);
    const declared = await declare(deps, session, { mediaContentType, mediaSizeBytes });
    const whole = first.sizeBytes === null ? await readBeginning(deps, session, signal) : first;
    try {
      await store(deps, declared, bytesOfHost(whole.body, mediaSizeBytes, otherSize, signal));
    } finally {
      whole.close();
    }
    await finishUpload(deps, declared);
  } finally {
    first.close();
  }
}

/**
 * Opens the file, and judges its first bytes.
 * @throws PublishFailure `MEDIA_INVALID`, `MEDIA_TOO_LARGE`
 */
async function readBeginning({ safeFetch, platforms }: ImportDeps, { sourceUrl }: UploadImport, signal: AbortSignal) {
  const { sizeBytes, body: stream } = await openFile(safeFetch, sourceUrl, signal);
  const close = (): void => void stream.on('error', () => undefined).destroy();
  const { peek, body } = peekable(bytesOfHost(stream, Number.MAX_SAFE_INTEGER, otherSize, signal));
  try {
    const mediaContentType = await formatOf(await peek(signatureBytes));
    if (mediaContentType === webPage) throw notMedia(pageWords(Buffer.from(await peek(pageBytes)).toString('utf8')));
    if (mediaContentType === null || !isMedia(mediaContentType)) {
      const seen = `The file is ${mediaContentType ?? 'of no known media format'}: no video, no picture and no captions.`;
      throw notMedia({ seen, todo: 'Use the address of a video, a picture or captions.' });
    }
    const sizeBytesMax = largestOfType(platforms, mediaContentType);
    if ((sizeBytes ?? 1) > sizeBytesMax) throw tooLarge(sizeBytesMax);
    if (sizeBytes === 0) throw otherSize();
    return { sizeBytes, body: limited(body, sizeBytesMax), mediaContentType, sizeBytesMax, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function* limited(body: AsyncIterable<Uint8Array>, sizeBytesMax: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  for await (const chunk of body) {
    total += chunk.length;
    if (total > sizeBytesMax) throw tooLarge(sizeBytesMax);
    yield chunk;
  }
}

async function countBytes(body: AsyncIterable<Uint8Array>): Promise<number> {
  let total = 0;
  for await (const chunk of body) total += chunk.length;
  return total;
}

/** @throws PublishFailure `MEDIA_TOO_LARGE` where the workspace has no room for the file */
async function declare(
  { sequelize, config: { uploadQuotaBytes } }: ImportDeps,
  session: UploadImport,
  file: Pick<UploadState, 'mediaContentType' | 'mediaSizeBytes'>,
): Promise<UploadState> {
  const declared = await inTransaction(sequelize, 'declareUpload', async (transaction) =>
    UploadSession.declare(session, file, uploadQuotaBytes, transaction),
  );
  if (declared) return declared;
  const seen = `The workspace has no room for the ${file.mediaSizeBytes} bytes of the file.`;
  throw new PublishFailure(
    'MEDIA_TOO_LARGE',
    { seen, todo: 'Remove uploads that no post needs, then import it again.' },
    { transient: false },
  );
}

/** Bytes of a try before go first. */
async function store({ mediaStore }: ImportDeps, session: UploadState, body: AsyncIterable<Uint8Array>): Promise<void> {
  const { id, isBegun, mediaSizeBytes } = session;
  if (isBegun) await mediaStore.remove(id);
  if (!(await UploadSession.begin(session))) throw otherSize();
  await mediaStore.begin(id, mediaSizeBytes);
  const end = await mediaStore.write(id, 0, Readable.from(body, { objectMode: false }));
  if (end !== mediaSizeBytes) throw otherSize();
}

function isMedia(contentType: string): boolean {
  return mediaKindIn(contentType) !== undefined || captionTypes.includes(contentType);
}

function notMedia(words: { seen: string; todo: string }): PublishFailure {
  return new PublishFailure('MEDIA_INVALID', words, { transient: false });
}

function tooLarge(sizeBytesMax: number): PublishFailure {
  const seen = `The file is larger than the ${sizeBytesMax} bytes that any content type takes.`;
  return new PublishFailure('MEDIA_TOO_LARGE', { seen, todo: 'Use a smaller file.' }, { transient: false });
}
