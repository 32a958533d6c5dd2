import { PublishFailure } from '../../domain/failures/PublishFailure';

/**
 * The file of an upload session is gone for good.
 * @param next what its owner is to do with another one
 */
export function fileRemoved(next: string, cause?: unknown): PublishFailure {
  const words = { seen: 'The uploaded file was removed.', todo: `Upload it in another session, and ${next}.` };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, {
    transient: false,
    ...(cause !== undefined && { cause }),
  });
}
