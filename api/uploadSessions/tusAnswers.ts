import { z } from 'zod';
import type { UploadState } from '../../models/uploads/UploadSession';
import { Count } from '../http/fields';
import { AnswerWithHeaders } from '../http/Route';
import type { Call, RawRequest } from '../http/Route';
import { partMediaType, tusExtensions, tusVersion } from './protocol';

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

export async function answerLook(session: UploadState, call: Call) {
  const answer = await call.deps.tus(session, call.stream(tusRequest));
  return new AnswerWithHeaders(undefined, { ...offsetOf(answer, session), 'Upload-Length': session.mediaSizeBytes });
}

export async function answerPart(session: UploadState, call: Call) {
  return new AnswerWithHeaders(undefined, offsetOf(await call.deps.tus(session, call.stream(partRequest)), session));
}

export async function answerRemove(session: UploadState, call: Call): Promise<void> {
  await call.deps.tus(session, call.stream(tusRequest));
}

/** A session that this request has completed takes no more bytes: its time is another one by now. */
function offsetOf({ headers }: Response, { status, mediaSizeBytes, expiresAt }: UploadState) {
  const offset = Number(headers.get('upload-offset'));
  return {
    'Upload-Offset': offset,
    ...(status === 'open' && offset < mediaSizeBytes && expiresAt && { 'Upload-Expires': expiresAt.toUTCString() }),
  };
}
