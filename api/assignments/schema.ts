import { z } from 'zod';
import { assignmentStatuses } from '../../domain/assignment';
import {
  externalIdLengthMax,
  idempotencyKeyLengthMax,
  mediaUrlLengthMax,
  pageSizeMax,
  prepareAheadSecondsMax,
  scheduleAheadDaysMax,
  timelineMax,
} from '../../domain/limits';
import { mediaSubtypeForm, mp4 } from '../../domain/mediaType';
import { removalStates } from '../../domain/assignment/removal';
import { exampleThumbnailUrl, ThumbnailUrl } from '../pictures/schema';
import { Bytes, DateBound, lineOfText, Moment, nonBlankLine, text, Timestamp, webUrl } from '../http/fields';
import { AssignmentId, ConnectionId, exampleIds } from '../http/ids';
import { pageFields, pageOf } from '../http/paging';
import { ContentType, PlatformSlug } from '../platforms/schema';
import { AssignmentError, Extra, FailureCode, Removal } from './post/postSchema';
import { CallbackEvents, CallbackStatuses } from '../webhooks/schema';

export const AssignmentStatus = z.enum(assignmentStatuses).meta({ id: 'AssignmentStatus', example: 'published' });

const IdempotencyKey = nonBlankLine(idempotencyKeyLengthMax).meta({
  description: 'A repeat within 24 hours answers as the first request did, and makes nothing',
});

export const ScheduledAt = Moment.refine(
  (at) => at.getTime() - Date.now() <= scheduleAheadDaysMax * 86_400_000,
  `must be at most ${scheduleAheadDaysMax} days ahead`,
);

export const PrepareAheadSeconds = z
  .int()
  .min(0)
  .max(prepareAheadSecondsMax)
  .meta({
    description:
      'How long before scheduledAt the media are transferred, private; 0: at scheduledAt. Without media it is always 0, ' +
      'where the platform deletes what is not published, less than that allows: for photos at most 72000 (20 hours)',
  });

const MediaType = text(255).regex(
  new RegExp(String.raw`^[\w!#$&^.+-]+/${mediaSubtypeForm}$`),
  `must be a MIME type, such as ${mp4}`,
);

/** Described in full by `openapi/payloads.ts`, from the capabilities. */
export const Payload = z.record(z.string(), z.unknown()).meta({ id: 'Payload' });

/** An optional field may also be null, which means the same as leaving it out (contract.md §13). */
const omittable = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export const CreateAssignmentInput = z.object({
  connectionId: ConnectionId.meta({ description: 'The channel to publish to' }),
  type: ContentType,
  payload: Payload,
  mediaUrl: omittable(webUrl(mediaUrlLengthMax)).meta({
    description: 'Public http(s) address of the media, read when it is published. Needed for all types with media',
  }),
  mediaContentType: omittable(MediaType),
  mediaSizeBytes: omittable(Bytes.min(1)).meta({
    description: 'A hint, for the progress shown before it is known',
  }),
  scheduledAt: omittable(ScheduledAt).meta({
    description: 'When the post goes live, never earlier. With an offset; left out or past: published at once',
  }),
  prepareAheadSeconds: omittable(PrepareAheadSeconds),
  callbackUrl: omittable(webUrl()).meta({ description: 'Gets a signed POST on each change of status' }),
  callbackEvents: omittable(CallbackEvents),
  callbackStatuses: omittable(CallbackStatuses),
  idempotencyKey: omittable(IdempotencyKey),
  externalId: omittable(lineOfText(externalIdLengthMax)).meta({ description: "The caller's own identifier" }),
});
export type CreateAssignmentInput = z.output<typeof CreateAssignmentInput>;

export const AssignmentListInput = z.object({
  status: AssignmentStatus.optional().meta({ description: 'Only those in this status' }),
  platform: PlatformSlug.optional().meta({ description: 'Only those of this platform' }),
  connectionId: ConnectionId.optional().meta({ description: 'Only those of this connection' }),
  externalId: lineOfText(externalIdLengthMax).optional().meta({ description: 'Exact match' }),
  dateFrom: DateBound.optional().meta({
    description: 'Created then or later; a date alone is 00:00 UTC',
  }),
  dateTo: DateBound.optional().meta({ description: 'Created before' }),
  removal: z
    .enum(['none', ...removalStates])
    .optional()
    .meta({ description: 'Only those whose removal of the post is so far; `none`: nobody has asked for it' }),
  ...pageFields(pageSizeMax),
});

const listed = {
  id: AssignmentId,
  status: AssignmentStatus,
  platform: PlatformSlug,
  type: ContentType,
  platformUrl: z
    .string()
    .nullable()
    .meta({ format: 'uri', description: 'Where the post can be seen; null unless published' }),
  thumbnailUrl: ThumbnailUrl,
  publishedAt: Timestamp.nullable(),
  createdAt: Timestamp,
};

const example = {
  id: exampleIds.assignment,
  status: 'published',
  platform: 'youtube',
  type: 'video',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  thumbnailUrl: exampleThumbnailUrl,
  publishedAt: '2026-12-01T09:02:11.000Z',
  createdAt: '2026-11-21T09:00:00.000Z',
};

export const AssignmentListItem = z.strictObject(listed).meta({ id: 'AssignmentListItem', example });

export const AssignmentList = pageOf(AssignmentListItem).meta({
  id: 'AssignmentList',
  example: { items: [example], total: 1, page: 1, limit: 20 },
});
export type AssignmentList = z.infer<typeof AssignmentList>;

/** Extras and newer versions of media that a published post lacks: the field of each, and the reasons. */
export const Warnings = z.record(z.string(), z.array(z.string())).meta({
  description:
    'What the post does not have, with the reason: what its payload asks for beside it, such as a thumbnail, and what its source serves by now',
});

export const UploadProgress = z
  .strictObject({ bytesTransferred: Bytes, bytesTotal: Bytes.nullable() })
  .nullable()
  .meta({ description: 'How far the media is, while uploading; else null' });

const Url = z.string().meta({ format: 'uri' });

export const exampleAssignment = {
  ...example,
  connectionId: exampleIds.connection,
  payload: { title: 'Walking the coast path', privacy: 'public', tags: ['walking', 'coast'], madeForKids: false },
  mediaUrl: 'https://media.example/coast-path.mp4',
  mediaContentType: null,
  mediaSizeBytes: null,
  scheduledAt: '2026-12-01T09:00:00.000Z',
  prepareAheadSeconds: 600,
  preparesAt: null,
  preparation: null,
  callbackUrl: null,
  callbackEvents: [],
  callbackStatuses: null,
  idempotencyKey: 'post-4711',
  externalId: null,
  platformPostId: 'a1B2c3D4e5F',
  errors: [],
  warnings: {},
  extras: [],
  progress: null,
  cleanup: 'none',
  removal: null,
  timeline: [
    { status: 'pending', at: '2026-11-21T09:00:00.000Z', errors: [] },
    { status: 'uploading', at: '2026-12-01T09:00:00.052Z', errors: [] },
    { status: 'uploaded', at: '2026-12-01T09:01:40.000Z', errors: [] },
    { status: 'processing', at: '2026-12-01T09:01:40.020Z', errors: [] },
    { status: 'published', at: '2026-12-01T09:02:11.000Z', errors: [] },
  ],
  updatedAt: '2026-12-01T09:02:11.000Z',
};

export const Assignment = z
  .strictObject({
    ...listed,
    connectionId: ConnectionId,
    payload: Payload,
    mediaUrl: Url.nullable(),
    mediaContentType: z.string().nullable(),
    mediaSizeBytes: Bytes.nullable(),
    scheduledAt: Timestamp.nullable().meta({ description: 'When the post goes live; null: as soon as it can' }),
    prepareAheadSeconds: PrepareAheadSeconds,
    preparesAt: Timestamp.nullable().meta({
      description: 'When the media are transferred; null without scheduledAt, without media, and once it is over',
    }),
    preparation: z
      .strictObject({ code: FailureCode, message: z.string(), at: Timestamp })
      .nullable()
      .meta({ description: 'Why the last preparation before scheduledAt failed; it is tried again. Else null' }),
    callbackUrl: Url.nullable(),
    callbackEvents: CallbackEvents,
    callbackStatuses: CallbackStatuses.nullable(),
    idempotencyKey: z.string().nullable(),
    externalId: z.string().nullable(),
    platformPostId: z.string().nullable().meta({ description: 'Null unless published' }),
    errors: z.array(AssignmentError).meta({ description: 'Empty unless failed' }),
    warnings: Warnings,
    extras: z.array(Extra).meta({ description: 'The additions that the payload asks for, such as a thumbnail' }),
    progress: UploadProgress,
    cleanup: z
      .enum(['none', 'due', 'done', 'failed'])
      .meta({ description: 'Whether something half made is still to be removed from the platform' }),
    removal: Removal.nullable().meta({ description: 'Null unless somebody has asked to take the post down' }),
    timeline: z
      .array(z.strictObject({ status: AssignmentStatus, at: Timestamp, errors: z.array(AssignmentError) }))
      .max(timelineMax)
      .meta({ description: `Every status it had, oldest first; of more than ${timelineMax} entries the newest` }),
    updatedAt: Timestamp,
  })
  .meta({
    id: 'Assignment',
    example: exampleAssignment,
  });
export type Assignment = z.infer<typeof Assignment>;
