import { PublishFailure } from '../../domain/failures/PublishFailure';

/**
 * The failure for the file of an upload session that is gone for good.
 * @param next the owner's next step with another upload
 */
export function fileRemoved(next: string, cause?: unknown): PublishFailure {
  const words = { seen: 'The uploaded file was removed.', todo: `Upload it in another session, and ${next}.` };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, {
    transient: false,
    ...(cause !== undefined && { cause }),
  });
}
