import { z } from 'zod';
import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import type { AssignmentSnapshot, Reason } from '../../../domain/assignment/snapshot';
import type { Payload } from '../../../domain/payload/payload';
import { callbackEvents } from '../../../domain/webhook';
import { notedExtras, NotedExtras } from '../notedExtras';
import type { SourceIdentity } from '../../../lib/media/sourceIdentity';
import { attemptThatBlocks, hasAbsentPost, mayHaveLostDraft } from '../openAttempts';
import type { BlockingAttempt } from '../openAttempts';
import { platformColumn } from '../../database/columns';
import { sql } from '../../database/fragment';
import type { Fragment } from '../../database/fragment';
import { isAmong, isTheOnly, milliseconds } from '../../database/fragments';
import { statement } from '../../database/statement';

const time = z.number();
const payload = z.custom<Payload>();
const source = z.custom<SourceIdentity>();

/** One of the media, with its spare newer or older version. Sessions are encrypted, times in milliseconds. */
const NotedMedium = z.strictObject({
  item: z.int(),
  session: z.string().nullable(),
  objectId: z.string().nullable(),
  /** The identity of the source that was sent; null: no byte was sent yet. */
  source: source.nullable(),
  madeAt: time,
  storedAt: time,
  spareSession: z.string().nullable(),
  spareObjectId: z.string().nullable(),
  spareMadeAt: time.nullable(),
});
export type NotedMedium = z.infer<typeof NotedMedium>;

/** Facts that the rules of an assignment's life do not read, but its steps and the consequences of a change do. */
const Facts = z.strictObject({
  assignmentId: z.uuid(),
  workspaceId: z.uuid(),
  connectionId: z.uuid(),
  platform: platformColumn,
  type: z.enum(contentTypes),
  payload,
  mediaUrl: z.string().nullable(),
  callbackUrl: z.string().nullable(),
  callbackEvents: z.array(z.enum(callbackEvents)),
  /** Null where the caller has not asked to hear of them. */
  notedExtras: NotedExtras.nullable(),
  callbackStatuses: z.array(z.enum(assignmentStatuses)).nullable(),
  platformPostId: z.string().nullable(),
  platformUrl: z.string().nullable(),
  /** When the post went live. */
  publishedAt: time.nullable(),
  /** The sessions and objects that the platform has for the media, in the order of the media. */
  media: z.array(NotedMedium),
  /** The platform's draft; null: unknown. */
  draftId: z.string().nullable(),
  /** The payload that the platform was given last; null: unknown. */
  staged: payload.nullable(),
  /** Drafts that another draft has replaced and that are not removed yet. */
  replaced: z.array(z.string()),
  /** The call to stage or to publish that has happened or may have. */
  earlier: z.custom<BlockingAttempt>().nullable(),
  /** An earlier call may have made a draft that no row names (models/publishing/lostStages.ts). */
  hasLostStage: z.boolean(),
  /** The post of an earlier creating call was not found. */
  hasAbsentPost: z.boolean(),
  /** The way of the channel where its platform lets it change. */
  publishing: z.enum(['staged', 'direct']),
  /** The platform's id of the channel. */
  externalPlatformId: z.string(),
});
export type Facts = z.infer<typeof Facts>;

const Row = z.strictObject({
  ...Facts.shape,
  status: z.enum(assignmentStatuses),
  generation: z.int(),
  version: z.int(),
  cleanup: z.custom<AssignmentSnapshot['cleanup']>(),
  removal: z.custom<AssignmentSnapshot['removal']>(),
  lacksExtras: z.boolean(),
  preparedAt: time.nullable(),
  dueAt: time.nullable(),
  endedAt: time.nullable(),
  error: z.custom<Reason>().nullable(),
  channel: z.custom<AssignmentSnapshot['channel']>(),
  tries: z.custom<AssignmentSnapshot['tries']>(),
  refusals: z.custom<AssignmentSnapshot['refusals']>(),
  busy: z.custom<AssignmentSnapshot['busy']>(),
  now: time,
  createdAt: time,
  prepareAheadSeconds: z.int(),
  hasMedia: z.boolean(),
  transfer: z.custom<AssignmentSnapshot['media']>(),
  draft: z.custom<AssignmentSnapshot['draft']>(),
  pause: z.strictObject({
    until: time.nullable(),
    error: z.custom<Reason>().nullable(),
    failedAt: time.nullable(),
    count: z.int(),
  }),
});
export type Row = z.infer<typeof Row>;

/** Loads assignments in the order of their ids. @param isAsked the condition for each assignment `a` */
const loading = <Binds>(
  isAsked: Fragment<Binds>,
) => sql`SELECT a.id AS "assignmentId", a.workspace_id AS "workspaceId", a.connection_id AS "connectionId", a.platform, a.type,
    a.payload, a.media_url AS "mediaUrl", a.callback_url AS "callbackUrl",
    a.callback_events AS "callbackEvents", a.callback_statuses AS "callbackStatuses",
    CASE WHEN 'extras' = ANY(a.callback_events) THEN ${notedExtras} END AS "notedExtras",
    a.platform_post_id AS "platformPostId", a.platform_url AS "platformUrl", ${milliseconds(sql`a.published_at`)} AS "publishedAt",
    a.status, a.generation, a.version, a.cleanup, a.removal, a.owes_extras AS "lacksExtras", a.errors->0 AS error,
    ${milliseconds(sql`clock_timestamp()`)} AS now, ${milliseconds(sql`a.scheduled_at`)} AS "dueAt", ${milliseconds(sql`a.created_at`)} AS "createdAt",
    a.prepare_ahead_seconds AS "prepareAheadSeconds", ${milliseconds(sql`a.prepared_at`)} AS "preparedAt",
    CASE WHEN a.status IN ('published', 'failed', 'cancelled') THEN (
      SELECT ${milliseconds(sql`max(e.at)`)} FROM assignment_events e WHERE e.assignment_id = a.id AND e.status = a.status) END AS "endedAt",
    a.media_url IS NOT NULL OR jsonb_exists(a.payload, 'mediaUrls') AS "hasMedia",
    jsonb_build_object(
      'state', CASE WHEN u.made = 0 THEN 'none' WHEN u.whole = u.items THEN 'whole' ELSE 'begun' END,
      'madeAt', coalesce(u.made_at, CASE WHEN d.draft_id IS NOT NULL THEN ${milliseconds(sql`d.made_at`)} END),
      'isDue', a.is_media_due, 'absentSince', ${milliseconds(sql`a.absent_since`)}, 'isOutdated', a.is_outdated,
      'isSecond', a.is_prepared_anew, 'isReplaced', a.is_replaced) AS transfer,
    u.media,
    jsonb_build_object(
      'isMade', d.draft_id IS NOT NULL, 'madeAt', CASE WHEN d.draft_id IS NOT NULL THEN ${milliseconds(sql`d.made_at`)} END,
      'payload', CASE WHEN d.assignment_id IS NULL THEN 'none' WHEN d.payload = a.payload THEN 'same' ELSE 'other' END,
      'hasReplaced', coalesce(d.replaced <> '{}', false) OR u.spares > 0) AS draft,
    d.draft_id AS "draftId", d.payload AS staged, coalesce(d.replaced, '{}') AS replaced,
    ${attemptThatBlocks} AS earlier, ${mayHaveLostDraft} AS "hasLostStage", ${hasAbsentPost} AS "hasAbsentPost", c.publishing, c.external_platform_id AS "externalPlatformId",
    jsonb_build_object('until', ${milliseconds(sql`a.prepare_again_at`)}, 'error', a.preparation_error,
      'failedAt', ${milliseconds(sql`a.preparation_failed_at`)}, 'count', a.preparations_failed) AS pause,
    a.tries, a.refusals, a.busy,
    jsonb_build_object('isActive', c.is_active, 'token', c.token_status) AS channel
  FROM assignments a JOIN connections c ON c.id = a.connection_id LEFT JOIN drafts d ON d.assignment_id = a.id
    CROSS JOIN LATERAL (
      SELECT count(*) AS items, count(coalesce(session, object_id)) AS made, count(object_id) AS whole,
             count(coalesce(spare_session, spare_object_id)) AS spares,
             ${milliseconds(sql`max(made_at) FILTER (WHERE coalesce(session, object_id) IS NOT NULL)`)} AS made_at,
             coalesce(jsonb_agg(jsonb_build_object(
               'item', item, 'session', session, 'objectId', object_id, 'source', source, 'madeAt', ${milliseconds(sql`made_at`)}, 'storedAt', ${milliseconds(sql`updated_at`)},
               'spareSession', spare_session, 'spareObjectId', spare_object_id, 'spareMadeAt', ${milliseconds(sql`spare_made_at`)}) ORDER BY item), '[]') AS media
      FROM uploads WHERE assignment_id = a.id) u
  WHERE ${isAsked} ORDER BY a.id`;

export const loadMany = statement('assignments.loadMany', Row, loading(isAmong(sql`a.id`)));
export const loadOne = statement('assignments.loadOne', Row, loading(isTheOnly(sql`a.id`)));
