import { uploadSessionOf } from '../../domain/uploadSession';
import type { MediaSource } from '../../lib/media/MediaSource';
import { remoteMedia } from '../../lib/media/remoteMedia';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import type { SafeFetch } from '../../lib/safeFetch/safeFetch';
import { UploadUse } from '../../models/UploadUse';
import type { ActivityDeps } from '../deps';
import { lookAtSource, openSource, openSourceAt } from './openSource';
import type { OpenSource, Unspliceable } from './openSource';
import { uploadedOrigin } from './uploadedOrigin';

/** Where a medium is read: at an address that its caller has named, or in the file of an upload session. */
export interface MediaOrigin {
  /** Opens the medium at its first byte. @throws PublishFailure */
  open(signal: AbortSignal): Promise<OpenSource>;
  /** Opens it at `offset`, if it is provably what it was when `known` was read. @throws PublishFailure */
  openAt(offset: number, known: SourceIdentity, signal: AbortSignal): Promise<OpenSource | Unspliceable>;
  /** What identifies it now. @throws PublishFailure */
  look(signal: AbortSignal): Promise<SourceIdentity>;
  /** Its parts, as the probe reads them. */
  parts(known: SourceIdentity & { sizeBytes: number }): MediaSource;
}

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
