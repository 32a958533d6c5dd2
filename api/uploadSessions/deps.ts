import type { MediaProbe } from '../../lib/media/probe';
import type { MediaStore } from '../../lib/mediaStore/MediaStore';
import type { BaseDeps } from '../deps';
import type { SafeFetch } from '../../lib/safeFetch/safeFetch';
import type { AnswerTus } from './tus';

export interface UploadDeps extends BaseDeps {
  /** The files of upload sessions. */
  mediaStore: MediaStore;
  /** The server of the protocol by which they are sent. */
  tus: AnswerTus;
  /** Judges files that are whole. */
  mediaProbe: MediaProbe;
  /** The way to files that are downloaded. */
  safeFetch: SafeFetch;
  /** Begins the downloads that are due, in this process. Never awaited: other processes find those that are left. */
  importSoon: () => void;
}
