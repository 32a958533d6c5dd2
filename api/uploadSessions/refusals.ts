import { mp4 } from '../../domain/mediaType';
import { uploadSessionsMax } from '../../domain/uploadSession';
import { conflict, notFound, Refusal } from '../http/errors';
import { notOfMediaType } from '../http/refusals';

export const noSuchUpload = notFound('upload session');
export const uploadOver = new Refusal('GONE', () => 'The upload session has ended. Open another one.');
export const uploadInUse = conflict('An assignment refers to the uploaded file and has not ended.');
export const overQuota = new Refusal(
  'PAYLOAD_TOO_LARGE',
  (quotaBytes: number) =>
    `A workspace may have ${quotaBytes} bytes of uploaded files, and ${uploadSessionsMax} of them, open sessions included.`,
  107_374_182_400,
);
export const storeFull = new Refusal(
  'INSUFFICIENT_STORAGE',
  () => 'There is no room for more bytes at the moment. Those that have arrived are kept: go on later.',
);

/** Refusals of requests that are not as the protocol asks (tus 1.0.0). */
export const tusNeeded = new Refusal('PRECONDITION_FAILED', () => 'The header Tus-Resumable must be 1.0.0.');
export const otherOffset = conflict('Upload-Offset is not how many bytes have arrived. Ask with HEAD.');
export const tooManyBytes = new Refusal(
  'PAYLOAD_TOO_LARGE',
  () => 'The bytes are more than the mediaSizeBytes of the upload session.',
);
export const uploadLocked = new Refusal(
  'LOCKED',
  () => 'Another request works on the upload. Ask with HEAD, and go on from there.',
);
export const uploadsBusy = new Refusal(
  'LOCKED',
  () =>
    'The workspace has as many requests to its uploads under way as it may have. Ask with HEAD, and go on from there.',
);
export const otherContent = new Refusal(
  'UNSUPPORTED_MEDIA_TYPE',
  (found: string, said: string) => `The first bytes are ${found}; the upload session is for ${said}. It has ended.`,
  'of no known media format',
  mp4,
);

/** The refusals of bytes that are sent by tus, however the upload was found. */
export const refusalsOfPart = [
  uploadOver,
  tusNeeded,
  notOfMediaType,
  uploadLocked,
  uploadsBusy,
  tooManyBytes,
  otherOffset,
  otherContent,
  storeFull,
] as const;
