import type { UploadState } from '../../models/uploads/UploadSession';
import type { TenantContext } from '../useCase';
import type { UploadDeps } from './deps';
import { findUpload } from './findUpload';
import { uploadLocked } from './refusals';

/** A session after a message of the protocol. */
export interface UploadProgress {
  session: UploadState;
  /** The bytes of the file that have arrived. */
  offsetBytes: number;
}

/**
 * Hands a message of tus 1.0.0 about a session of the caller's to the server of the protocol.
 * @throws ApiError 404 and 410 (`findUpload`), 423 while the service downloads the file, and the refusals of that server
 */
export async function speakTus(
  { deps, principal, message }: TenantContext<UploadDeps>,
  input: { uploadSessionId: string },
): Promise<UploadProgress> {
  if (!message) throw new Error('a face without the message of the protocol');
  const session = await findUpload({ principal }, input);
  const request = message();
  // Who asks to end it is let through: the download lets go of its lock.
  if (session.isImporting && request.method !== 'DELETE') throw uploadLocked.error();
  const { headers } = await deps.tus(session, request);
  return { session, offsetBytes: Number(headers.get('upload-offset')) };
}
