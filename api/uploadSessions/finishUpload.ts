import { paced } from '../../domain/pace';
import { mediaKinds } from '../../domain/platform';
import { formatOf, signatureBytes } from '../../lib/media/formatOf';
import { readStored } from '../../lib/media/storedMedia';
import { FileMissing, StoreUnreachable } from '../../lib/mediaStore/MediaStore';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import { withTimeLimit } from '../../lib/timeLimit';
import { UploadSession } from '../../models/UploadSession';
import type { UploadState } from '../../models/UploadSession';
import { otherContent, uploadOver } from './refusals';

/** For the first bytes of a file. */
const readMs = 15_000;

/**
 * Every byte of a file has arrived: looks whether its first ones are what it was said to be, and completes its session. Of an
 * image they say the type, by which it is judged from then on: several types are called alike.
 * The caller has the lock of the session. Safe to repeat, as after the death of the process that took the last byte.
 * @throws ApiError 415 for other content: the session has then ended; 410 if it has ended before
 * @throws StoreFull, StoreUnreachable: its next request tries again
 */
export async function finishUpload(mediaStore: MediaStore, session: UploadState): Promise<void> {
  const { id, mediaContentType } = session;
  await makeWhole(mediaStore, id);
  const format = await formatOf(await firstBytes(mediaStore, session));
  if (format !== null && kindOf(format) === kindOf(mediaContentType)) {
    if (await UploadSession.complete(session, kindOf(format) === 'image' ? format : mediaContentType)) return;
    throw uploadOver.error();
  }
  const refusal = otherContent.error(format ?? 'of no known media format', mediaContentType);
  await UploadSession.refuse(session, { code: 'MEDIA_INVALID', message: refusal.message });
  await mediaStore.remove(id);
  await UploadSession.noteRemoved(session);
  throw refusal;
}

/** A file that the store has lost is sent anew: the answer to its next request says that nothing has arrived. */
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

function kindOf(contentType: string): string | undefined {
  return mediaKinds.find((kind) => contentType.toLowerCase().startsWith(`${kind}/`));
}
