import type { ResumableUpload } from '../../../platforms/Upload';
import type { Publisher } from '../../../platforms/Publisher';

/** The upload of videos. @throws Error where the adapter has another kind of upload, which no account can cause */
export function publishableUpload({ publisher }: { readonly publisher: Publisher }): ResumableUpload {
  const { upload } = publisher;
  if (upload?.kind !== 'resumable') throw new Error('the adapter has no resumable upload');
  return upload;
}
