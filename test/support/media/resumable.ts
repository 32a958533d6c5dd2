import type { Publisher } from '../../../platforms/Publisher';
import type { ResumableUpload } from '../../../platforms/Upload';

/** The upload of a kind of post that has sessions. */
export function resumable({ upload }: Publisher): ResumableUpload {
  if (upload?.kind === 'byMedia') return upload.video;
  if (upload?.kind !== 'resumable') throw new Error('This kind of post has no upload sessions.');
  return upload;
}
