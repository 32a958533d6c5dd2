import { z } from 'zod';
import { assignmentStatuses } from '../../domain/assignment';
import { Id } from '../../domain/ids';
import {
  externalIdLengthMax,
  idempotencyKeyLengthMax,
  pageSizeMax,
  prepareAheadSecondsMax,
  scheduleAheadDaysMax,
  urlLengthMax,
} from '../../domain/limits';
import { CreditHeaders } from '../http/creditHeaders';
import { DateBound, lineOfText, Moment, text, Timestamp } from '../http/fields';
import { pageOf, pageQuery } from '../http/paging';
import { ContentType, PlatformSlug } from '../platforms/schema';

export const AssignmentStatus = z.enum(assignmentStatuses).meta({ id: 'AssignmentStatus', example: 'published' });

const IdempotencyKey = text(idempotencyKeyLengthMax)
  .refine((key) => !/\p{C}/u.test(key), 'must have printable characters only')
  .refine((key) => key.trim() !== '', 'must not be blank')
  .meta({ description: 'A repeat within 24 hours answers as the first request did, and makes nothing' });

const dayMs = 86_400_000;
export const ScheduledAt = Moment.refine(
  (at) => at.getTime() - Date.now() <= scheduleAheadDaysMax * dayMs,
  `must be at most ${scheduleAheadDaysMax} days ahead`,
);

export const PrepareAheadSeconds = z.int().min(0).max(prepareAheadSecondsMax).meta({
  description:
    'How long before scheduledAt the media are transferred, private; 0: at scheduledAt. Without media it is always 0',
});

const MediaType = text(255).regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(\s*;.*)?$/, 'must be a MIME type, such as video/mp4');

/** What is optional may also be null, which means the same as leaving it out (contract.md §13). */
const omittable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export const CreateAssignmentBody = z
  .object({
    connectionId: Id.meta({ description: 'The channel to publish to' }),
    type: ContentType,
    payload: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The fields of the type, as the capabilities endpoint lists them; others are ignored' }),
    mediaUrl: omittable(text(urlLengthMax)).meta({
      description: 'Public http(s) address of the media, read when it is published. Needed for all types with media',
    }),
    mediaContentType: omittable(MediaType),
    mediaSizeBytes: omittable(z.int().min(1)).meta({
      description: 'A hint, for the progress shown before it is known',
    }),
    scheduledAt: omittable(ScheduledAt).meta({
      description: 'When the post goes live, never earlier. With an offset; left out or past: published at once',
    }),
    prepareAheadSeconds: omittable(PrepareAheadSeconds),
    callbackUrl: omittable(text(urlLengthMax)).meta({ description: 'Gets a signed POST on each change of status' }),
    idempotencyKey: omittable(IdempotencyKey),
    externalId: omittable(lineOfText(externalIdLengthMax)).meta({ description: "The caller's own identifier" }),
  })
  .meta({
    id: 'CreateAssignmentBody',
    example: {
      connectionId: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
      type: 'video',
      payload: { title: 'Walking the coast path', privacy: 'public', tags: ['walking', 'coast'] },
      mediaUrl: 'https://media.example/coast-path.mp4',
      scheduledAt: '2026-12-01T10:00:00+01:00',
      idempotencyKey: 'post-4711',
    },
  });
export type CreateAssignmentBody = z.output<typeof CreateAssignmentBody>;

export const CreateAssignmentRequestHeaders = z.object({
  'Idempotency-Key': IdempotencyKey.optional().meta({ description: 'The same as `idempotencyKey` of the body' }),
});

export const AssignmentId = Id.meta({ example: '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a' });

export const AssignmentCreated = z
  .object({
    id: AssignmentId,
    status: z.literal('pending'),
    connectionId: Id,
    platform: PlatformSlug,
    type: ContentType,
    scheduledAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({
    id: 'AssignmentCreated',
    example: {
      id: '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a',
      status: 'pending',
      connectionId: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
      platform: 'youtube',
      type: 'video',
      scheduledAt: '2026-12-01T09:00:00.000Z',
      createdAt: '2026-11-21T09:00:00.000Z',
    },
  });
export type AssignmentCreated = z.infer<typeof AssignmentCreated>;

export const AssignmentCreatedHeaders = CreditHeaders.extend({
  'Idempotent-Replayed': z.literal('true').optional().meta({ description: 'This is the answer of an earlier request' }),
  'Idempotency-Mismatch': z.literal('true').optional().meta({ description: 'That request had another body' }),
});
export type AssignmentCreatedHeaders = z.infer<typeof AssignmentCreatedHeaders>;

export const AssignmentListQuery = z.object({
  status: AssignmentStatus.optional(),
  platform: PlatformSlug.optional(),
  connectionId: Id.optional(),
  externalId: lineOfText(externalIdLengthMax).optional().meta({ description: 'Exact match' }),
  dateFrom: DateBound.optional().meta({
    type: 'string',
    description: 'Created then or later; a date alone is 00:00 UTC',
  }),
  dateTo: DateBound.optional().meta({ type: 'string', description: 'Created before' }),
  ...pageQuery(pageSizeMax),
});
export type AssignmentListQuery = z.output<typeof AssignmentListQuery>;

const listed = {
  id: AssignmentId,
  status: AssignmentStatus,
  platform: PlatformSlug,
  type: ContentType,
  platformUrl: z.string().nullable().meta({ description: 'Where the post can be seen; null unless published' }),
  publishedAt: Timestamp.nullable(),
  createdAt: Timestamp,
};

const example = {
  id: '0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a',
  status: 'published',
  platform: 'youtube',
  type: 'video',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  publishedAt: '2026-12-01T09:02:11.000Z',
  createdAt: '2026-11-21T09:00:00.000Z',
};

export const AssignmentList = pageOf(z.object(listed).meta({ id: 'AssignmentListItem' })).meta({
  id: 'AssignmentList',
  example: { items: [example], total: 1, page: 1, limit: 20 },
});
export type AssignmentList = z.infer<typeof AssignmentList>;

const AssignmentError = z
  .object({ code: z.string(), message: z.string() })
  .meta({ id: 'AssignmentError', description: 'Why a job failed; the codes are listed in docs/errors.md' });

export const Assignment = z
  .object({
    ...listed,
    connectionId: Id,
    payload: z.record(z.string(), z.unknown()),
    mediaUrl: z.string().nullable(),
    mediaContentType: z.string().nullable(),
    mediaSizeBytes: z.int().nullable(),
    scheduledAt: Timestamp.nullable().meta({ description: 'When the post goes live; null: as soon as it can' }),
    prepareAheadSeconds: PrepareAheadSeconds,
    preparation: z
      .object({ code: z.string(), message: z.string(), at: Timestamp })
      .nullable()
      .meta({ description: 'Why the last preparation before scheduledAt failed; it is tried again. Else null' }),
    callbackUrl: z.string().nullable(),
    idempotencyKey: z.string().nullable(),
    externalId: z.string().nullable(),
    platformPostId: z.string().nullable().meta({ description: 'Null unless published' }),
    errors: z.array(AssignmentError).meta({ description: 'Empty unless failed' }),
    progress: z
      .object({ bytesTransferred: z.int(), bytesTotal: z.int().nullable() })
      .nullable()
      .meta({ description: 'How far the media is, while uploading; else null' }),
    cleanup: z
      .enum(['none', 'due', 'done', 'failed'])
      .meta({ description: 'Whether something half made is still to be removed from the platform' }),
    timeline: z
      .array(z.object({ status: AssignmentStatus, at: Timestamp, errors: z.array(AssignmentError) }))
      .meta({ description: 'Every status it had, oldest first' }),
    updatedAt: Timestamp,
  })
  .meta({
    id: 'Assignment',
    example: {
      ...example,
      connectionId: '0198c3f2-7d5e-7b1a-9c1d-2f4a6b8c0d1e',
      payload: { title: 'Walking the coast path', privacy: 'public', tags: ['walking', 'coast'], madeForKids: false },
      mediaUrl: 'https://media.example/coast-path.mp4',
      mediaContentType: null,
      mediaSizeBytes: null,
      scheduledAt: '2026-12-01T09:00:00.000Z',
      prepareAheadSeconds: 600,
      preparation: null,
      callbackUrl: null,
      idempotencyKey: 'post-4711',
      externalId: null,
      platformPostId: 'a1B2c3D4e5F',
      errors: [],
      progress: null,
      cleanup: 'none',
      timeline: [
        { status: 'pending', at: '2026-11-21T09:00:00.000Z', errors: [] },
        { status: 'uploading', at: '2026-12-01T09:00:00.052Z', errors: [] },
        { status: 'uploaded', at: '2026-12-01T09:01:40.000Z', errors: [] },
        { status: 'processing', at: '2026-12-01T09:01:40.020Z', errors: [] },
        { status: 'published', at: '2026-12-01T09:02:11.000Z', errors: [] },
      ],
      updatedAt: '2026-12-01T09:02:11.000Z',
    },
  });
export type Assignment = z.infer<typeof Assignment>;
