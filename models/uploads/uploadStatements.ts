import { z } from 'zod';
import type { AssignmentError } from '../../domain/assignment';
import {
  uploadAfterUseHours,
  uploadOpenHours,
  uploadSessionsMax,
  uploadSessionStatuses,
  uploadUnusedHours,
} from '../../domain/uploadSession';
import { isBeingUpdated } from '../assignments/openAttempts';
import { constant, param, sql } from '../database/fragment';
import { ofTenant } from '../database/fragments';
import { command, statement } from '../database/statement';

/** The present state of a session. */
export const UploadState = z.strictObject({
  id: z.uuid(),
  workspaceId: z.uuid(),
  fileName: z.string(),
  mediaContentType: z.string(),
  mediaSizeBytes: z.int(),
  status: z.enum(uploadSessionStatuses),
  isBegun: z.boolean(),
  /** The service downloads the file by itself: nobody else may send bytes. Until the source tells it, the size is 0. */
  isImporting: z.boolean(),
  error: z.custom<AssignmentError>().nullable(),
  createdAt: z.date(),
  /** When the session ends, or its file is removed; null: an assignment that has not ended refers to the file. */
  expiresAt: z.date().nullable(),
});

const id = param('id', 'uuid');
const workspaceId = param('workspaceId', 'uuid');
const mediaSizeBytes = param('mediaSizeBytes', 'bigint');
const mediaContentType = param('mediaContentType', 'text');

const linkHash = param('linkHash', 'text', 'orNull');
const sourceUrl = param('sourceUrl', 'text', 'orNull');
/** A download ends with its session. */
export const noImport = sql`source_url = NULL, next_try_at = NULL`;

/** Of an assignment `a`: its files are read no more, but for a retry or an update. An update reads under its lease. */
const hasEnded = sql`(a.status IN ('published', 'failed', 'cancelled') AND NOT ${isBeingUpdated})`;

/** The columns of a session `s`: a session that takes no more bytes is expired, also before a clean-up has come by. */
export const stateColumns = sql`s.id, s.workspace_id AS "workspaceId", s.file_name AS "fileName", s.media_content_type AS "mediaContentType",
  s.media_size_bytes AS "mediaSizeBytes", s.is_begun AS "isBegun", s.source_url IS NOT NULL AS "isImporting", s.error, s.created_at AS "createdAt",
  CASE WHEN s.status = 'open' AND s.expires_at <= clock_timestamp() THEN 'expired' ELSE s.status END AS status`;

const unusedUntil = sql`s.completed_at + make_interval(hours => ${constant(uploadUnusedHours)})`;

/**
 * Of a session `s`: when it is due to end (contract.md §3). Answers and clean-up go by this time alone. An update of a
 * published post may name a file long after its assignment has ended; that takes no time from an unused file.
 */
export const endsAt = sql`CASE s.status WHEN 'complete' THEN (
  SELECT CASE WHEN count(*) = 0 THEN ${unusedUntil}
              WHEN bool_and(${hasEnded}) THEN greatest(max(last.at) + make_interval(hours => ${constant(uploadAfterUseHours)}),
                                                       CASE WHEN bool_or(u.is_late) THEN ${unusedUntil} END) END
  FROM upload_uses u JOIN assignments a ON a.id = u.assignment_id CROSS JOIN LATERAL (
    SELECT max(e.at) AS at FROM assignment_events e WHERE e.assignment_id = a.id) last
  WHERE u.upload_session_id = s.id) ELSE s.expires_at END`;

/** Makes transactions that open sessions of a workspace take turns, until their ends. */
export const holdWorkspace = command(
  'uploads.holdWorkspace',
  sql`SELECT FROM workspaces WHERE id = ${workspaceId} FOR NO KEY UPDATE`,
);

export const openSession = statement(
  'uploads.open',
  UploadState,
  sql`INSERT INTO upload_sessions AS s
        (id, workspace_id, organization_id, file_name, media_content_type, media_size_bytes, link_hash,
         link_grant_id, source_url, next_try_at, expires_at)
      SELECT ${id}, ${workspaceId}, ${param('organizationId', 'uuid', 'orNull')}, ${param('fileName', 'text')},
             ${mediaContentType}, ${mediaSizeBytes}, ${linkHash},
             ${param('linkGrantId', 'uuid', 'orNull')}, ${sourceUrl},
             CASE WHEN ${sourceUrl} IS NOT NULL THEN clock_timestamp() END,
             clock_timestamp() + make_interval(hours => ${constant(uploadOpenHours)})
      FROM (SELECT coalesce(sum(media_size_bytes), 0) AS bytes, count(*) AS count
            FROM upload_sessions WHERE workspace_id = ${workspaceId} AND removed_at IS NULL) kept
      WHERE ${mediaSizeBytes} + kept.bytes <= ${param('quotaBytes', 'bigint')} AND kept.count < ${constant(uploadSessionsMax)}
      RETURNING ${stateColumns}, s.expires_at AS "expiresAt"`,
);

const state = sql`SELECT ${stateColumns}, ${endsAt} AS "expiresAt" FROM upload_sessions s WHERE s.id = ${id}`;
export const readSession = statement('uploads.read', UploadState, state);
export const sessionOfTenant = statement('uploads.ofTenant', UploadState, sql`${state} AND ${ofTenant('s')}`);

/** The size and the type of a file become known, unless the quota has no room for it, or its bytes are arriving. */
export const declareFile = statement(
  'uploads.declare',
  UploadState,
  sql`UPDATE upload_sessions s SET media_size_bytes = ${mediaSizeBytes}, media_content_type = ${mediaContentType}
      WHERE s.id = ${id} AND s.status = 'open' AND s.expires_at > clock_timestamp()
        AND (s.source_url IS NOT NULL OR NOT s.is_begun)
        AND ${mediaSizeBytes} + (
          SELECT coalesce(sum(o.media_size_bytes), 0) FROM upload_sessions o
          WHERE o.workspace_id = ${workspaceId} AND o.removed_at IS NULL AND o.id <> ${id}) <= ${param('quotaBytes', 'bigint')}
      RETURNING ${stateColumns}, s.expires_at AS "expiresAt"`,
);

export const beginSession = command(
  'uploads.begin',
  sql`UPDATE upload_sessions SET is_begun = true
      WHERE id = ${id} AND status = 'open' AND expires_at > clock_timestamp()`,
);

export const completeSession = command(
  'uploads.complete',
  sql`UPDATE upload_sessions SET status = 'complete', completed_at = coalesce(completed_at, clock_timestamp()), ${noImport},
        media_content_type = ${mediaContentType}, duration_seconds = ${param('durationSeconds', 'float8', 'orNull')}
      WHERE id = ${id} AND (status = 'complete' OR status = 'open' AND expires_at > clock_timestamp())`,
);

export const refuseSession = command(
  'uploads.refuse',
  sql`UPDATE upload_sessions SET status = 'expired', ${noImport}, error = ${param('error', 'jsonb')}
      WHERE id = ${id} AND status = 'open'`,
);

export const holdSession = command('uploads.hold', sql`SELECT FROM upload_sessions WHERE id = ${id} FOR UPDATE`);

export const endSession = command(
  'uploads.end',
  sql`UPDATE upload_sessions s SET status = 'expired', ${noImport}, removed_at = CASE WHEN NOT is_begun THEN clock_timestamp() END
      WHERE id = ${id} AND NOT EXISTS (
        SELECT 1 FROM upload_uses u JOIN assignments a ON a.id = u.assignment_id
        WHERE u.upload_session_id = s.id AND NOT ${hasEnded})`,
);

export const noteRemoved = command(
  'uploads.noteRemoved',
  sql`UPDATE upload_sessions SET removed_at = clock_timestamp() WHERE id = ${id} AND status = 'expired' AND removed_at IS NULL`,
);
