import { paced } from '../../domain/pace';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { uploadSessionOf } from '../../domain/uploadSession';
import { fileRemoved } from '../../lib/media/fileRemoved';
import { withPictureAt, withStoredPicture } from '../../lib/media/picture';
import type { Picture, PictureTime } from '../../lib/media/picture';
import { Unreadable } from '../../lib/media/MediaSource';
import { FileMissing } from '../../lib/mediaStore/MediaStore';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import type { SafeFetch } from '../../lib/safeFetch/safeFetch';
import type { ImageLimits } from '../../domain/media';
import { UploadUse } from '../../models/uploads/UploadUse';

/** The longest silence of the source of a file. */
const silenceMs = () => paced(8_000);

export interface FileDeps {
  safeFetch: SafeFetch;
  mediaStore: MediaStore;
}

/** A small file from an address of the payload. A file that was uploaded for the assignment is read from the store alone. */
export async function withFile(
  { safeFetch, mediaStore }: FileDeps,
  assignmentId: string,
  { limits, url }: { limits: ImageLimits; url: string },
  signal: AbortSignal,
  use: (picture: Picture) => Promise<void>,
): Promise<void> {
  const time: PictureTime = { signal, silenceMs: silenceMs() };
  const uploadSessionId = uploadSessionOf(url);
  const upload = uploadSessionId === null ? undefined : await UploadUse.find(assignmentId, uploadSessionId);
  if (!upload) return withPictureAt(safeFetch, url, limits, time, use);
  if (!upload.isThere) throw removed();
  const file = { id: upload.id, sizeBytes: upload.mediaSizeBytes };
  await withStoredPicture(mediaStore, file, limits, time, use).catch(unstored);
}

function removed(cause?: unknown): PublishFailure {
  return fileRemoved('name that one by a PATCH', cause);
}

function unstored(error: unknown): never {
  if (!(error instanceof Unreadable)) throw error;
  if (error.cause instanceof FileMissing) throw removed(error);
  const words = { seen: `The uploaded file could not be read: ${error.message}.`, todo: 'Retry later.' };
  throw new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: true, cause: error });
}
