import { z } from 'zod';
import { Count } from '../http/fields';
import { AnswerWithHeaders } from '../http/Route';
import type { RawRequest } from '../http/Route';
import { partMediaType, tusExtensions, tusVersion } from './protocol';
import type { UploadProgress } from './speakTus';

const TusResumable = z.literal(tusVersion).meta({ description: 'The version of the protocol' });
const UploadOffset = Count.meta({ description: 'How many bytes of the file have arrived' });
const UploadExpires = z
  .string()
  .optional()
  .meta({ description: 'Until when the session takes bytes (RFC 9110 §5.6.7)' });

/** Headers of requests and answers of tus 1.0.0, https://tus.io/protocols/resumable-upload. */
export const tusRequest: RawRequest = { headers: z.object({ 'Tus-Resumable': TusResumable }), methodOverride: true };
export const partRequest: RawRequest = {
  headers: z.object({ 'Tus-Resumable': TusResumable, 'Upload-Offset': UploadOffset }),
  bodyMediaType: partMediaType,
  methodOverride: true,
};
/** In each answer, refusals included. */
export const tusHeaders = { 'Tus-Resumable': tusVersion } as const;

const Part = z.object({ 'Upload-Offset': UploadOffset, 'Upload-Expires': UploadExpires });
const Look = Part.extend({ 'Upload-Length': Count.meta({ description: 'Of the whole file' }) });
const Described = z.object({
  'Tus-Version': z.literal(tusVersion).meta({ description: 'The versions that are spoken' }),
  'Tus-Extension': z.literal(tusExtensions).meta({ description: 'The extensions of the protocol that are spoken' }),
  'Tus-Max-Size': Count.meta({ description: 'The most bytes that a file can have: no workspace has room for more' }),
});

export const lookSuccess = { status: 200, schema: z.void(), headers: Look } as const;
export const partSuccess = { status: 204, schema: z.void(), headers: Part } as const;
export const removeSuccess = { status: 204, schema: z.void() } as const;
export const describeSuccess = { status: 204, schema: z.void(), headers: Described } as const;

export function presentLook(progress: UploadProgress) {
  const { mediaSizeBytes } = progress.session;
  return new AnswerWithHeaders(undefined, { ...offsetOf(progress), 'Upload-Length': mediaSizeBytes });
}

export function presentPart(progress: UploadProgress) {
  return new AnswerWithHeaders(undefined, offsetOf(progress));
}

/** A session that this request has completed takes no more bytes: its time is another one by now. */
function offsetOf({ session: { status, mediaSizeBytes, expiresAt }, offsetBytes }: UploadProgress) {
  return {
    'Upload-Offset': offsetBytes,
    ...(status === 'open' &&
      offsetBytes < mediaSizeBytes &&
      expiresAt && { 'Upload-Expires': expiresAt.toUTCString() }),
  };
}
