import { z } from 'zod';
import { inlineFileBytesMax } from '../../../domain/uploadSession';
import { Bytes, Timestamp } from '../../http/fields';
import { UploadSessionId } from '../../http/ids';
import { CreateUploadSessionInput, uploadErrorCodes } from '../schema';

export const LinkInput = z.object({
  secret: z
    .string()
    .regex(/^[\w-]{43}$/, 'is no upload address')
    .meta({ description: 'Of the address: 256 random bits', example: 'pQ7x0oG2mS9vK4tYw1Zc3rB6uN8jL5hDfE_aI-kVgTs' }),
});

/** Four characters for three bytes. */
const inlineLengthMax = Math.ceil(inlineFileBytesMax / 3) * 4;

export const CreateUploadInput = CreateUploadSessionInput.extend({
  mediaSizeBytes: CreateUploadSessionInput.shape.mediaSizeBytes
    .optional()
    .meta({ description: 'Of the whole file. Left out only with contentBase64' }),
  contentBase64: z
    .base64({ error: 'must be base64, with its padding' })
    .min(1)
    .max(inlineLengthMax, `must be at most ${inlineFileBytesMax} bytes, decoded`)
    .optional()
    .meta({ description: `The file itself, at most ${inlineFileBytesMax} bytes; then no address is needed` }),
});

export const GetUploadInput = z.object({
  uploadId: UploadSessionId,
  waitSeconds: z
    .int()
    .min(0)
    .max(25)
    .default(0)
    .meta({ description: 'How long to wait for the end, if the file is not there yet' }),
});

const mediaUrl = z.string().meta({ description: 'For mediaUrl of create_assignment, once the upload is complete' });

export const ToolUploadCreated = z.strictObject({
  uploadId: UploadSessionId,
  uploadUrl: z
    .string()
    .nullable()
    .meta({ description: 'Takes the file by one PUT, or by tus, without a credential; null: the file is there' }),
  pageUrl: z.string().nullable().meta({ description: 'The page on which the person drops the file' }),
  mediaUrl,
  expiresAt: Timestamp.nullable().meta({ description: 'The end of both addresses, or of the file that is there' }),
  status: z.enum(['open', 'complete']),
});
export type ToolUploadCreated = z.infer<typeof ToolUploadCreated>;

/** The states of a download. Of an upload that a person sends there are two more. */
const importStatuses = ['importing', 'complete', 'failed'] as const;
const error = z
  .strictObject({ code: z.enum(uploadErrorCodes), message: z.string() })
  .nullable()
  .meta({ description: 'Why the file was refused' });

export const ToolUpload = z.strictObject({
  uploadId: UploadSessionId,
  mediaUrl,
  status: z
    .enum(['open', ...importStatuses, 'expired'])
    .meta({ description: 'open waits for bytes, importing is downloaded by the service' }),
  error,
  fileName: z.string(),
  mediaContentType: z.string().nullable(),
  mediaSizeBytes: Bytes.nullable().meta({ description: 'Null while the source has not told it' }),
  bytesReceived: Bytes,
  expiresAt: Timestamp.nullable(),
});
export type ToolUpload = z.infer<typeof ToolUpload>;
