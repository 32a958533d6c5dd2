import { z } from 'zod';
import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import type { AssignmentError } from '../../../domain/assignment';
import { timelineMax } from '../../../domain/limits';
import type { AssignmentSnapshot } from '../../../domain/assignment/snapshot';
import type { NotedExtra } from '../../../domain/assignment/extras';
import type { FieldErrors, Payload } from '../../../domain/payload/payload';
import { callbackEvents } from '../../../domain/webhook';
import type { CleanupState } from '../Assignment';
import type { FailedTry, Resolution, TimelineEntry } from '../AssignmentEvent';
import { isResolvable } from '../openAttempts';
import { platformColumn } from '../../database/columns';
import { constant, param, sql } from '../../database/fragment';
import { ofTenant } from '../../database/fragments';
import { statement } from '../../database/statement';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';
import { progressOf } from '../Upload';
import type { UploadProgress } from '../Upload';
import { ShownPicture, shownPicture } from '../../pictures/KeptPicture';
import { notedExtras, NotedExtras, readNoted } from '../notedExtras';
import { LengthOfVideo, Transfers, lengthOfVideo, transfers } from './parts';

const fieldErrors = z.custom<FieldErrors>();

const AssignmentRow = z.strictObject({
  id: z.uuid(),
  connectionId: z.uuid(),
  createdBy: z.uuid().nullable(),
  platform: platformColumn,
  type: z.enum(contentTypes),
  status: z.enum(assignmentStatuses),
  generation: z.int(),
  payload: z.custom<Payload>(),
  mediaUrl: z.string().nullable(),
  mediaContentType: z.string().nullable(),
  mediaSizeBytes: z.int().nullable(),
  scheduledAt: z.date().nullable(),
  prepareAheadSeconds: z.int(),
  prepareAgainAt: z.date().nullable(),
  preparationError: z.custom<AssignmentError>().nullable(),
  preparationFailedAt: z.date().nullable(),
  callbackUrl: z.string().nullable(),
  callbackEvents: z.array(z.enum(callbackEvents)),
  callbackStatuses: z.array(z.enum(assignmentStatuses)).nullable(),
  idempotencyKey: z.string().nullable(),
  externalId: z.string().nullable(),
  platformPostId: z.string().nullable(),
  platformUrl: z.string().nullable(),
  publishedAt: z.date().nullable(),
  errors: z.array(z.custom<AssignmentError>()),
  cleanup: z.custom<CleanupState>(),
  removal: z.custom<AssignmentSnapshot['removal']>(),
  isResolvable: z.boolean(),
  pictureVersion: ShownPicture,
  durationSeconds: LengthOfVideo,
  createdAt: z.date(),
  updatedAt: z.date(),
});

const Row = z.strictObject({
  ...AssignmentRow.shape,
  lacksExtras: z.boolean(),
  mediaWarnings: fieldErrors.nullable(),
  timeline: z.array(
    z.strictObject({
      status: z.enum(assignmentStatuses),
      errors: z.array(z.custom<AssignmentError>()),
      at: z.string(),
      failedTries: z.int(),
      latestFailures: z.array(z.custom<FailedTry>()),
      resolution: z.custom<Resolution>().nullable(),
    }),
  ),
  uploads: Transfers,
  extras: NotedExtras,
});

/** A line of the timeline with the tries that failed in that status. */
export interface DetailedEntry extends TimelineEntry {
  failedTries: number;
  /** The newest failures, oldest first. */
  latestFailures: FailedTry[];
  resolution: Resolution | null;
}

export interface AssignmentDetail {
  assignment: z.infer<typeof AssignmentRow>;
  /** The statuses that the assignment has had, oldest first; of very many, the newest. */
  timeline: DetailedEntry[];
  /** The progress of the transfers; only while uploading. */
  progress: UploadProgress | null;
  notedExtras: NotedExtra[];
  /** The live post is still given the extras that its payload asks for. */
  lacksExtras: boolean;
  /** By field, the reasons why the post lacks the present media of its sources. */
  mediaWarnings: FieldErrors;
}

const readDetail = statement(
  'assignments.readDetail',
  Row,
  sql`SELECT a.id, a.connection_id AS "connectionId", a.created_by AS "createdBy", a.platform, a.type, a.status, a.generation,
             a.payload, a.media_url AS "mediaUrl", a.media_content_type AS "mediaContentType",
             a.media_size_bytes AS "mediaSizeBytes", a.scheduled_at AS "scheduledAt",
             a.prepare_ahead_seconds AS "prepareAheadSeconds", a.prepare_again_at AS "prepareAgainAt", a.preparation_error AS "preparationError",
             a.preparation_failed_at AS "preparationFailedAt", a.callback_url AS "callbackUrl",
             a.callback_events AS "callbackEvents", a.callback_statuses AS "callbackStatuses",
             a.idempotency_key AS "idempotencyKey", a.external_id AS "externalId", a.platform_post_id AS "platformPostId",
             a.platform_url AS "platformUrl", a.published_at AS "publishedAt", a.errors, a.cleanup, a.removal, ${isResolvable} AS "isResolvable",
             a.created_at AS "createdAt", a.updated_at AS "updatedAt", a.media_warnings AS "mediaWarnings",
             (SELECT jsonb_agg(jsonb_build_object('status', e.status, 'errors', e.errors, 'at', e.at,
                       'failedTries', e.failed_tries, 'latestFailures', e.latest_failures, 'resolution', e.resolution) ORDER BY e.id)
              FROM (SELECT * FROM assignment_events WHERE assignment_id = a.id
                    ORDER BY generation DESC, id DESC LIMIT ${constant(timelineMax)}) e) AS timeline,
             ${transfers}, ${shownPicture}, ${lengthOfVideo},
             a.owes_extras AS "lacksExtras",
             ${notedExtras} AS extras
      FROM assignments a WHERE a.id = ${param('id', 'uuid')} AND ${ofTenant('a')}`,
);

/** An assignment with its history, all of one moment: one statement reads it. Null for a foreign or unknown id. */
export async function assignmentDetail(tenant: Tenant, id: string): Promise<AssignmentDetail | null> {
  const row = await readDetail.first({ id, ...tenantValues(tenant) });
  if (!row) return null;
  const { timeline, uploads, extras, lacksExtras, mediaWarnings, ...assignment } = row;
  return {
    assignment,
    timeline: timeline.map((entry) => ({ ...entry, at: new Date(entry.at) })),
    progress: assignment.status === 'uploading' ? progressOf(uploads, assignment.mediaSizeBytes) : null,
    notedExtras: readNoted(extras),
    lacksExtras,
    mediaWarnings: mediaWarnings ?? {},
  };
}
