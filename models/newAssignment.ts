import type { ContentType } from '../domain/assignment';
import { publishCredits } from '../domain/credits';
import type { Payload } from '../domain/payload';
import type { PlatformSlug } from '../domain/platform';
import { OutboxEntry } from './OutboxEntry';
import { notedColumns, noteTransition } from './StatisticChange';
import type { HoldRequest } from './takeCredits';

/** A job that is to be written, and the hold of its credits. */
export interface NewAssignment {
  id: string;
  workspaceId: string;
  connectionId: string;
  platform: PlatformSlug;
  type: ContentType;
  payload: Payload;
  mediaUrl: string | null;
  mediaContentType: string | null;
  mediaSizeBytes: number | null;
  scheduledAt: Date | null;
  prepareAheadSeconds: number;
  callbackUrl: string | null;
  idempotencyKey: string | null;
  externalId: string | null;
  holdId: string;
  createdBy: string | null;
}

/** A job that was written. */
export interface Inserted {
  createdAt: Date;
  /** To be dispatched after the commit; null if nothing is to be, or the start waits for a place. */
  outboxId: number | null;
  /** Of the workspace, with the hold taken. */
  balance: number;
}

/** The hold that a new job has. */
export function holdOf({ id, type, holdId, createdBy }: NewAssignment): HoldRequest {
  return {
    holdId,
    assignmentId: id,
    userId: createdBy,
    operation: `publish.${type}`,
    credits: publishCredits[type],
  };
}

/** The values that `insertionFrom` binds, besides those of `takingOf` and `isStarted`. */
export function boundOf({ id: assignmentId, payload, ...job }: NewAssignment) {
  return { ...job, assignmentId, payload: JSON.stringify(payload) };
}

/**
 * The end of a WITH after the parts of `takingOf`: it writes a new job, `pending` in generation 1, its event and the order
 * to start its run where `$isStarted`, and gives an `Inserted`.
 * @param source of one row where the job is to be written, `held` or a join with it
 */
export function insertionFrom(source: string): string {
  return `created AS (
         INSERT INTO assignments (id, workspace_id, organization_id, connection_id, platform, type, status, payload, media_url,
           media_content_type, media_size_bytes, scheduled_at, prepare_ahead_seconds, callback_url, idempotency_key, external_id, hold_id, created_by)
         SELECT $assignmentId, $workspaceId, (SELECT organization_id FROM connections WHERE id = $connectionId), $connectionId, $platform, $type, 'pending', $payload, $mediaUrl,
           $mediaContentType, $mediaSizeBytes, $scheduledAt, $prepareAheadSeconds, $callbackUrl, $idempotencyKey, $externalId, $holdId, $createdBy
         FROM ${source}
         RETURNING id, generation, NULL AS from_status, created_at AS at, media_url, payload, ${notedColumns}),
       noted AS (${noteTransition('created')}),
       event AS (
         INSERT INTO assignment_events (assignment_id, generation, status, at) SELECT id, 1, 'pending', created_at FROM created),
       ordered AS (${OutboxEntry.orderStarts('created', '$isStarted')})
       SELECT created.created_at AS "createdAt", held.balance, (SELECT id FROM ordered WHERE "isClaimed") AS "outboxId"
       FROM created, held`;
}
