import { z } from 'zod';
import {
  captionTypes,
  mediaParametersForm,
  mediaSubtypeForm,
  mp4,
  namesOf,
  readMediaType,
} from '../../domain/mediaType';
import { uploadedMediaUrl, uploadSessionsPath, uploadSessionStatuses } from '../../domain/uploadSession';
import { Bytes, nonBlankLine, text, Timestamp } from '../http/fields';
import { exampleIds, UploadSessionId } from '../http/ids';

const fileNameLengthMax = 255;

/** Types have no case, and patterns of JSON Schema no flags. */
const anyCase = (form: string) => form.replaceAll(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
const captionNames = anyCase(captionTypes.flatMap(namesOf).join('|'));

/** Parameters, such as `; codecs=…`, are dropped: the bytes tell them. */
const FileType = text(255)
  .regex(
    new RegExp(`^(?:(?:${anyCase('video|image')})/${mediaSubtypeForm}|(?:${captionNames})${mediaParametersForm})$`),
    `must be the MIME type of a video or an image, such as ${mp4}, or of captions: ${captionTypes.join(' or ')}`,
  )
  .transform((given) => readMediaType(given) ?? given);

export const CreateUploadSessionInput = z.object({
  fileName: nonBlankLine(fileNameLengthMax).meta({ description: 'For people; two sessions may have the same' }),
  mediaContentType: FileType,
  mediaSizeBytes: Bytes.min(1).meta({ description: 'Of the whole file, exactly' }),
});

export const CreateUploadSessionBody = {
  id: 'CreateUploadSessionBody',
  example: { fileName: 'coast-path.mp4', mediaContentType: mp4, mediaSizeBytes: 734_003_200 },
};

/** Why an upload has ended without its file. All but the first are of files that the service downloads. */
export const uploadErrorCodes = [
  'MEDIA_INVALID',
  'MEDIA_TOO_LARGE',
  'MEDIA_DOWNLOAD_FAILED',
  'MEDIA_BLOCKED_ADDRESS',
  'INTERNAL',
] as const;

const baseUrl = 'https://api.example';

const fields = {
  id: UploadSessionId,
  fileName: z.string(),
  uploadUrl: z.string().meta({ format: 'uri', description: 'Speaks tus 1.0.0, with the same credential' }),
  mediaUrl: z.string().meta({
    format: 'uri',
    description: 'The `mediaUrl` of an assignment, once the session is `complete`. It cannot be fetched',
  }),
  mediaContentType: z.string(),
  mediaSizeBytes: Bytes,
  expiresAt: Timestamp.nullable().meta({
    description:
      'Until then it takes bytes. Once `complete`: when the file is removed; null while an assignment needs it',
  }),
};

const example = {
  id: exampleIds.uploadSession,
  fileName: 'coast-path.mp4',
  uploadUrl: `${baseUrl}${uploadSessionsPath}/${exampleIds.uploadSession}`,
  mediaUrl: uploadedMediaUrl(baseUrl, exampleIds.uploadSession),
  mediaContentType: mp4,
  mediaSizeBytes: 734_003_200,
  expiresAt: '2026-12-02T09:00:00.000Z',
};

export const UploadSessionCreated = z
  .strictObject({ ...fields, status: z.literal('open') })
  .meta({ id: 'UploadSessionCreated', example: { ...example, status: 'open' } });
export type UploadSessionCreated = z.infer<typeof UploadSessionCreated>;

export const UploadSession = z
  .strictObject({
    ...fields,
    status: z.enum(uploadSessionStatuses),
    bytesReceived: Bytes.meta({ description: 'Bytes of the file that are stored' }),
    error: z
      .strictObject({ code: z.enum(uploadErrorCodes), message: z.string() })
      .nullable()
      .meta({ description: 'Why the file was refused when it was whole, or could not be downloaded' }),
    createdAt: Timestamp,
  })
  .meta({
    id: 'UploadSession',
    example: {
      ...example,
      status: 'open',
      bytesReceived: 52_428_800,
      error: null,
      createdAt: '2026-12-01T09:00:00.000Z',
    },
  });
export type UploadSession = z.infer<typeof UploadSession>;
