import type { Readable } from 'node:stream';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { fileRemoved } from '../../lib/media/fileRemoved';
import { isSame } from '../../lib/media/sourceIdentity';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import { storedMedia } from '../../lib/media/storedMedia';
import { FileMissing } from '../../lib/mediaStore/MediaStore';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import { unlessAborted } from '../../lib/timeLimit';
import type { UsedUpload } from '../../models/uploads/UploadUse';
import type { MediaOrigin } from './MediaOrigin';

/** The file of an upload session. It is whole, and it never changes. */
export function uploadedOrigin(store: MediaStore, { id, mediaSizeBytes, isThere }: UsedUpload): MediaOrigin {
  const identity: SourceIdentity = { etag: `"${id}"`, lastModified: null, sizeBytes: mediaSizeBytes };
  const read = async (start: number, signal: AbortSignal): Promise<Readable> => {
    if (!isThere) throw removed();
    return unlessAborted(signal, store.read(id, { start }, signal)).catch((error: unknown) => {
      signal.throwIfAborted();
      return explain(error);
    });
  };
  return {
    open: async (signal) => ({ identity, sizeBytes: mediaSizeBytes, body: await read(0, signal) }),
    openAt: async (offset, known, signal) =>
      isSame(identity, known) ? { identity, sizeBytes: mediaSizeBytes, body: await read(offset, signal) } : 'changed',
    look: async () => identity,
    parts: () => storedMedia(store, id, mediaSizeBytes),
  };
}

function removed(cause?: unknown): PublishFailure {
  return fileRemoved('create another assignment', cause);
}

function explain(error: unknown): never {
  if (error instanceof FileMissing) throw removed(error);
  const words = { seen: 'The store of uploaded files does not answer.', todo: 'Retry later.' };
  throw new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: true, cause: error });
}
