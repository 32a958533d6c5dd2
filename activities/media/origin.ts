import { uploadSessionOf } from '../../domain/uploadSession';
import { remoteMedia } from '../../lib/media/remoteMedia';
import type { SafeFetch } from '../../lib/safeFetch/safeFetch';
import { UploadUse } from '../../models/uploads/UploadUse';
import type { ActivityDeps } from '../deps';
import type { MediaOrigin } from '../source/MediaOrigin';
import { lookAtSource, openSource, openSourceAt } from '../source/openSource';
import { uploadedOrigin } from '../source/uploadedOrigin';

/** The origin of a medium of the assignment. A file that was uploaded for it is never asked for over the network. */
export async function originOf(
  { safeFetch, mediaStore }: Pick<ActivityDeps, 'safeFetch' | 'mediaStore'>,
  assignmentId: string,
  mediaUrl: string,
): Promise<MediaOrigin> {
  const uploadSessionId = uploadSessionOf(mediaUrl);
  const upload = uploadSessionId === null ? undefined : await UploadUse.find(assignmentId, uploadSessionId);
  return upload ? uploadedOrigin(mediaStore, upload) : webOrigin(safeFetch, mediaUrl);
}

function webOrigin(safeFetch: SafeFetch, url: string): MediaOrigin {
  return {
    open: async (signal) => openSource(safeFetch, url, signal),
    openAt: async (offset, known, signal) => openSourceAt(safeFetch, url, offset, known, signal),
    look: async (signal) => lookAtSource(safeFetch, url, signal),
    parts: (known) => remoteMedia(safeFetch, url, known),
  };
}
