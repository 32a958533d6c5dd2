import { mediaKinds } from '../../domain/platform';
import { formatOf, signatureBytes } from '../../lib/media/formatOf';
import { readStored } from '../../lib/media/storedMedia';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import { UploadSession } from '../../models/UploadSession';
import type { UploadState } from '../../models/UploadSession';
import { otherContent, uploadOver } from './refusals';

/**
 * Every byte of a file has arrived: looks whether its first ones are what it was said to be, and completes its session.
 * The caller has the lock of the session. Safe to repeat, as after the death of the process that took the last byte.
 * @throws ApiError 415 for other content: the session has then ended; 410 if it has ended before
 */
export async function finishUpload(mediaStore: MediaStore, session: UploadState): Promise<void> {
  const { id, mediaContentType, mediaSizeBytes } = session;
  await mediaStore.finish(id);
  const end = Math.min(signatureBytes, mediaSizeBytes);
  const format = await formatOf(await readStored(mediaStore, id, { start: 0, end }));
  if (format !== null && kindOf(format) === kindOf(mediaContentType)) {
    if (await UploadSession.complete(session)) return;
    throw uploadOver.error();
  }
  const refusal = otherContent.error(format ?? 'of no known media format', mediaContentType);
  await UploadSession.refuse(session, { code: 'MEDIA_INVALID', message: refusal.message });
  await mediaStore.remove(id);
  await UploadSession.noteRemoved(session);
  throw refusal;
}

function kindOf(contentType: string): string | undefined {
  return mediaKinds.find((kind) => contentType.toLowerCase().startsWith(`${kind}/`));
}
