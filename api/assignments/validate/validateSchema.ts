import { z } from 'zod';
import { Bytes, Count } from '../../http/fields';

/** Field name to messages, as `details` of a 400. */
export const Faults = z.record(z.string(), z.array(z.string()));

const MediaSeen = z
  .strictObject({
    reachable: z.boolean().meta({ description: 'Whether its first byte could be read' }),
    contentType: z.string().nullable().meta({ description: 'As its server says; the bytes decide' }),
    sizeBytes: Bytes.nullable().meta({ description: 'Null when its server does not say' }),
    acceptsRanges: z.boolean().meta({ description: 'If not, an upload that is interrupted begins anew' }),
    format: z
      .string()
      .nullable()
      .meta({ description: 'MIME type that its bytes say. This and all below: null where they do not tell' }),
    durationSeconds: z.number().nullable().meta({ description: 'Of a video' }),
    width: z.number().nullable().meta({ description: 'In pixels, as it is shown: with its rotation' }),
    height: z.number().nullable(),
    rotationDegrees: z.number().nullable().meta({ description: 'How far a player turns the pictures, clockwise' }),
    frameRate: z.number().nullable().meta({ description: 'Of a video: pictures a second' }),
    videoCodec: z.string().nullable().meta({ description: 'Such as `avc`, `hevc`, `vp9`, `av1`' }),
    audioCodec: z.string().nullable().meta({ description: 'Such as `aac`, `opus`; null also where there is no sound' }),
  })
  .meta({ id: 'MediaSeen', description: 'What is behind an address of media now. Looked at only if nothing is wrong' });
export type MediaSeen = z.infer<typeof MediaSeen>;

export const AssignmentValidation = z
  .strictObject({
    valid: z.boolean().meta({ description: 'Whether create would accept the request now' }),
    errors: Faults.meta({
      description: 'Why not, in the words of create; empty if valid. `credits` when they are short',
    }),
    warnings: Faults.meta({ description: 'Faults that create accepts, and by which the post would fail or surprise' }),
    credits: z.strictObject({
      required: Count.nullable().meta({
        description: 'What create would hold; null if the type is unknown, or the platform does not offer it',
      }),
      balance: Count,
    }),
    ignoredPayloadFields: z.array(z.string()).meta({ description: 'Fields that the type does not have' }),
    media: MediaSeen.optional(),
    mediaItems: z.array(MediaSeen).optional().meta({
      description: 'The same of each of `payload.mediaUrls`, in their order; its warnings name the item',
    }),
  })
  .meta({
    id: 'AssignmentValidation',
    example: {
      valid: false,
      errors: { 'payload.title': ['is required'], mediaUrl: ['is required'] },
      warnings: {},
      credits: { required: 10, balance: 480 },
      ignoredPayloadFields: ['titel'],
    },
  });
export type AssignmentValidation = z.infer<typeof AssignmentValidation>;
