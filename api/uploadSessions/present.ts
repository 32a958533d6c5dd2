import { uploadedMediaUrl } from '../../domain/uploadSession';
import type { UploadState } from '../../models/uploads/UploadSession';
import { timestampOrNull } from '../http/fields';
import { uploadErrorCodes } from './schema';
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
      error: error && { code: codeOf(error.code), message: error.message },
      createdAt: createdAt.toISOString(),
    };
  };
}

/** A file that was sent is refused for its content alone. One that was downloaded may have failed otherwise. */
export function codeOf(code: string): (typeof uploadErrorCodes)[number] {
  return uploadErrorCodes.find((known) => known === code) ?? 'INTERNAL';
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
