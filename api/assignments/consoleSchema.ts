import { z } from 'zod';
import { removalModes } from '../../domain/platform';
import { latestFailuresMax, shownDeliveriesMax, timelineMax } from '../../domain/limits';
import type { AssignmentSearch } from '../../models/assignments/reads/assignmentSearch';
import { ChannelThumbnailUrl, exampleChannelThumbnailUrl, exampleThumbnailUrl } from '../pictures/schema';
import { Count, DateBound, lineOfText, Timestamp } from '../http/fields';
import { exampleIds, ConnectionId, UserId } from '../http/ids';
import { pageOf } from '../http/paging';
import { EventsAnswer } from '../http/Route';
import { ContentType } from '../platforms/schema';
import { WebhookDelivery } from '../webhooks/schema';
import { Assignment, AssignmentListInput, AssignmentListItem, exampleAssignment, UploadProgress } from './schema';
import { AssignmentError, Removal } from './post/postSchema';

const searchLengthMax = 255;

const sortNames = ['createdAt', '-createdAt', 'scheduledAt', '-scheduledAt', 'publishedAt', '-publishedAt'] as const;
const sorts = {
  createdAt: { key: 'createdAt', direction: 'ASC' },
  '-createdAt': { key: 'createdAt', direction: 'DESC' },
  scheduledAt: { key: 'scheduledAt', direction: 'ASC' },
  '-scheduledAt': { key: 'scheduledAt', direction: 'DESC' },
  publishedAt: { key: 'publishedAt', direction: 'ASC' },
  '-publishedAt': { key: 'publishedAt', direction: 'DESC' },
} as const satisfies Record<(typeof sortNames)[number], AssignmentSearch['sort']>;
const Sort = z
  .enum(sortNames)
  .default('-createdAt')
  .meta({ description: 'With `-`: the latest first' })
  .transform((name) => sorts[name]);

const { page, limit, ...filters } = AssignmentListInput.shape;

export const AssignmentSearchInput = z.object({
  ...filters,
  type: ContentType.optional().meta({ description: 'Only those of this type' }),
  search: lineOfText(searchLengthMax).optional().meta({
    description: 'Part of the title or of the external id, in any case',
  }),
  scheduledFrom: DateBound.optional().meta({ description: 'Scheduled for then or later; a date alone is 00:00 UTC' }),
  scheduledTo: DateBound.optional().meta({ description: 'Scheduled for before' }),
  sort: Sort,
  page,
  limit,
});

export const ConnectionShown = z.strictObject({
  id: ConnectionId,
  name: z.string(),
  thumbnailUrl: ChannelThumbnailUrl,
});

export const exampleSummary = {
  id: exampleIds.assignment,
  status: 'published',
  platform: 'youtube',
  type: 'video',
  platformUrl: 'https://www.youtube.com/watch?v=a1B2c3D4e5F',
  thumbnailUrl: exampleThumbnailUrl,
  publishedAt: '2026-12-01T09:02:11.000Z',
  createdAt: '2026-11-21T09:00:00.000Z',
  title: 'Walking the coast path',
  scheduledAt: '2026-12-01T09:00:00.000Z',
  connection: { id: exampleIds.connection, name: 'Field Notes', thumbnailUrl: exampleChannelThumbnailUrl },
  errors: [],
  progress: null,
  removal: null,
  durationSeconds: 95.4,
};

const DurationSeconds = z.number().nullable().meta({
  description: 'The length of its video, once its file was read; null: not known (yet), or no video',
});

export const AssignmentSummary = AssignmentListItem.extend({
  title: z.string().nullable().meta({ description: 'Or the first 255 characters of the message or the description' }),
  scheduledAt: Timestamp.nullable(),
  connection: ConnectionShown,
  errors: z.array(AssignmentError).meta({ description: 'Empty unless failed' }),
  progress: UploadProgress,
  removal: Removal.pick({ mode: true, status: true })
    .nullable()
    .meta({ description: 'Null unless somebody has asked to take the post down' }),
  durationSeconds: DurationSeconds,
}).meta({ id: 'AssignmentSummary', example: exampleSummary });

export const AssignmentSearchPage = pageOf(AssignmentSummary)
  .extend({
    total: Count.meta({ description: 'How many there are on all pages, counted to 10 000' }),
    isTotalExact: z.boolean().meta({ description: 'False: there are more than `total`' }),
  })
  .meta({
    id: 'AssignmentSearchPage',
    example: { items: [exampleSummary], total: 1, isTotalExact: true, page: 1, limit: 20 },
  });
export type AssignmentSearchPage = z.infer<typeof AssignmentSearchPage>;

const FailedTries = z
  .strictObject({
    count: Count,
    latest: z.array(AssignmentError.extend({ at: Timestamp })).max(latestFailuresMax),
  })
  .meta({
    description: `The tries of platform steps that failed in this status: how many, and the newest ${latestFailuresMax}, oldest first`,
  });

const Resolution = z
  .strictObject({
    outcome: z.enum(['published', 'notPublished']),
    by: z.string().nullable().meta({ description: 'The name of the user; null: the API key' }),
    at: Timestamp,
  })
  .nullable()
  .meta({ description: 'What somebody has said of the open outcome; null: nobody has' });

const InspectedEntry = Assignment.shape.timeline.element.extend({ failedTries: FailedTries, resolution: Resolution });

const failedTry = {
  code: 'MEDIA_DOWNLOAD_FAILED',
  message: 'https://media.example/coast-path.mp4 answered 503.',
  at: '2026-12-01T09:00:02.000Z',
} as const;

export const InspectedAssignment = Assignment.extend({
  durationSeconds: DurationSeconds,
  timeline: z
    .array(InspectedEntry)
    .max(timelineMax)
    .meta({ description: 'Every status it had, oldest first, with the tries that failed meanwhile' }),
  createdBy: z
    .strictObject({ id: UserId, name: z.string() })
    .nullable()
    .meta({ description: 'The user who has asked for it; null: the API key or an assistant' }),
  deliveries: z
    .array(WebhookDelivery)
    .max(shownDeliveriesMax)
    .meta({ description: `Of its webhooks, newest first; at most ${shownDeliveriesMax}` }),
  credits: z.strictObject({
    held: Count.meta({ description: 'Held until it has ended' }),
    charged: Count.meta({ description: 'What it has cost' }),
  }),
  removalModes: z
    .array(z.enum(removalModes))
    .meta({ description: 'How a published post of this type can be taken down; empty: not at all' }),
  isUpdatable: z.boolean().meta({ description: 'Whether its platform lets a published post of this type be changed' }),
  isResolvable: z.boolean().meta({ description: 'Whether a call that may have published it has no known outcome' }),
  isPaused: z.boolean().meta({ description: 'Whether its preparation has failed and waits to be tried again' }),
  temporal: z
    .strictObject({
      workflowId: z.string(),
      runId: z.string().nullable().meta({ description: 'Null: not started yet, removed, or Temporal did not answer' }),
      url: z.string().nullable().meta({ format: 'uri', description: 'For administrators of this installation alone' }),
      runsUrl: z
        .string()
        .nullable()
        .meta({ format: 'uri', description: 'All its workflows, those of its webhooks included; for the same' }),
    })
    .meta({ description: 'The workflow that publishes it' }),
}).meta({
  id: 'InspectedAssignment',
  example: {
    ...exampleAssignment,
    durationSeconds: 95.4,
    timeline: exampleAssignment.timeline.map((entry) => ({
      ...entry,
      failedTries: entry.status === 'uploading' ? { count: 1, latest: [failedTry] } : { count: 0, latest: [] },
      resolution: null,
    })),
    createdBy: { id: exampleIds.user, name: 'Ada' },
    deliveries: [],
    credits: { held: 0, charged: 10 },
    removalModes: ['delete', 'private'],
    isUpdatable: true,
    isResolvable: false,
    isPaused: false,
    temporal: { workflowId: `assignment/${exampleIds.assignment}/1`, runId: exampleIds.run, url: null, runsUrl: null },
  },
});
export type InspectedAssignment = z.infer<typeof InspectedAssignment>;

const isEvents = (given: unknown): boolean => given instanceof EventsAnswer || typeof given === 'string';

/** The events of a stream as text, or the answer that sends them bit by bit. */
export const AssignmentEvents = z.custom<EventsAnswer | string>(isEvents).meta({
  id: 'AssignmentEvents',
  type: 'string',
  description:
    'Each `status` has `{status, at, errors}`, each `progress` `{bytesTransferred, bytesTotal}`, each `removal` `{removal}`, as in the ' +
    'assignment. Comments keep the stream open.',
  example: [
    'retry:2000\n',
    'event:status\nid:4711\ndata:{"status":"uploading","at":"2026-12-01T09:00:01.000Z","errors":[]}\n',
    'event:progress\ndata:{"bytesTransferred":1048576,"bytesTotal":73400320}\n\n',
  ].join('\n'),
});
