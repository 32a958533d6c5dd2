import { uploadedMediaUrl } from '../../domain/uploadSession';
import type { UploadState } from '../../models/uploads/UploadSession';
import { timestampOrNull } from '../http/fields';
import type { UploadSession, UploadSessionCreated } from './schema';

/** A session, and where the service is. */
export interface UploadFound {
  session: UploadState;
  baseUrl: string;
}

/** @param path of the face's sessions: each face has an `uploadUrl` of its own */
export function presentCreatedAt(path: string) {
  return (found: UploadFound): UploadSessionCreated => ({ ...addressesOf(found, path), status: 'open' });
}

export function presentUploadAt(path: string) {
  return (found: UploadFound & { bytesReceived: number }): UploadSession => {
    const { status, error, createdAt } = found.session;
    return {
      ...addressesOf(found, path),
      status,
      bytesReceived: found.bytesReceived,
      error: error && { code: 'MEDIA_INVALID', message: error.message },
      createdAt: createdAt.toISOString(),
    };
  };
}

function addressesOf({ session, baseUrl }: UploadFound, path: string) {
  const { id, fileName, mediaContentType, mediaSizeBytes, expiresAt } = session;
  return {
    id,
    fileName,
    uploadUrl: `${baseUrl}${path}/${id}`,
    mediaUrl: uploadedMediaUrl(baseUrl, id),
    mediaContentType,
    mediaSizeBytes,
    expiresAt: timestampOrNull(expiresAt),
  };
}
