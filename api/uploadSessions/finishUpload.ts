import { paced } from '../../domain/pace';
import { captionTypes, mediaKindIn } from '../../domain/mediaType';
import { formatOf, signatureBytes } from '../../domain/mediaFormat';
import type { MediaFacts } from '../../domain/media';
import type { MediaProbe } from '../../lib/media/probe';
import { readStored, storedMedia } from '../../lib/media/storedMedia';
import { FileMissing, StoreUnreachable } from '../../lib/mediaStore/MediaStore';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import { withTimeLimit } from '../../lib/timeLimit';
import { UploadSession } from '../../models/uploads/UploadSession';
import type { UploadState, WholeFile } from '../../models/uploads/UploadSession';
import { otherContent, uploadOver } from './refusals';

/** For the first bytes of a file. */
const readMs = 15_000;

/**
 * Compares the first bytes of a file that has arrived whole with its declared kind, and completes its session. The
 * bytes of an image name the type that counts from then on, since several types have one name. The caller has the lock
 * of the session. Safe to repeat, as after the death of the process that took the last byte.
 * @throws ApiError 415 for other content: the session has then ended; 410 if it has ended before
 * @throws StoreFull, StoreUnreachable: the next request of the upload tries again
 */
export async function finishUpload({ mediaStore, mediaProbe }: Judges, session: UploadState): Promise<void> {
  const { id, mediaContentType } = session;
  await makeWhole(mediaStore, id);
  const found = await judge({ mediaStore, mediaProbe }, session);
  if ('mediaContentType' in found) {
    if (await UploadSession.complete(session, found)) return;
    throw uploadOver.error();
  }
  const refusal = otherContent.error(found.seen, mediaContentType);
  await UploadSession.refuse(session, { code: 'MEDIA_INVALID', message: refusal.message });
  await mediaStore.remove(id);
  await UploadSession.noteRemoved(session);
  throw refusal;
}

interface Judges {
  mediaStore: MediaStore;
  mediaProbe: MediaProbe;
}

/** @returns the facts of a file of the declared kind, or the format that was seen instead */
async function judge(judges: Judges, session: UploadState): Promise<WholeFile | { seen: string }> {
  const { mediaContentType } = session;
  const whole = (contentType: string) => ({ mediaContentType: contentType, durationSeconds: null });
  const format = await formatOf(await firstBytes(judges.mediaStore, session));
  if (format === null) return { seen: 'of no known media format' };
  if (captionTypes.includes(mediaContentType)) return captionTypes.includes(format) ? whole(format) : { seen: format };
  const kind = mediaKindIn(format);
  if (kind === undefined || kind !== mediaKindIn(mediaContentType)) return { seen: format };
  if (kind === 'image') return whole(format);
  const facts = await factsOf(judges, session);
  if (facts?.hasPictures === false) return { seen: `${format} without a video track` };
  return { mediaContentType, durationSeconds: facts?.durationSeconds ?? null };
}

/** The facts of a video. A file that does not tell them is left to its platform. */
async function factsOf({ mediaStore, mediaProbe }: Judges, session: UploadState): Promise<MediaFacts | null> {
  const { id, workspaceId, mediaSizeBytes } = session;
  const source = storedMedia(mediaStore, id, mediaSizeBytes);
  const result = await mediaProbe.probe(source, { withFrameRate: false, workspaceId });
  return result.kind === 'known' ? result.facts : null;
}

/** Finishes a file in the store. After a loss of bytes the client sends the file again, from the first byte. */
async function makeWhole(mediaStore: MediaStore, id: string): Promise<void> {
  try {
    await mediaStore.finish(id);
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
    await mediaStore.remove(id);
    throw new StoreUnreachable('the store has lost bytes of a file', { cause: error });
  }
}

async function firstBytes(mediaStore: MediaStore, { id, mediaSizeBytes }: UploadState): Promise<Uint8Array> {
  const range = { start: 0, end: Math.min(signatureBytes, mediaSizeBytes) };
  try {
    return await withTimeLimit(new AbortController().signal, paced(readMs), async (signal) =>
      readStored(mediaStore, id, range, signal),
    );
  } catch (error) {
    throw new StoreUnreachable('the store does not give a file that is whole', { cause: error });
  }
}
