import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import type { BaseDeps } from '../deps';
import type { AnswerTus } from './tus';

export interface UploadDeps extends BaseDeps {
  /** The files of upload sessions. */
  mediaStore: MediaStore;
  /** The server of the protocol by which they are sent. */
  tus: AnswerTus;
}
