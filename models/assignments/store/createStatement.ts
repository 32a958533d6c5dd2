import type { ContentType } from '../../../domain/assignment';
import { aheadOf, followsCallerMs } from '../../../domain/assignment/spread';
import { publishCredits } from '../../../domain/credits';
import type { Payload } from '../../../domain/payload/payload';
import type { PlatformSlug } from '../../../domain/platform';
import { keyHashOf } from '../IdempotencyKey';
import { OutboxEntry } from '../../outbox/OutboxEntry';
import type { Bindable } from '../../database/sql';
import { notedColumns, noteTransition } from '../../statistics/StatisticChange';
import { takingOf } from '../../billing/takeCredits';
import type { HoldRequest } from '../../billing/takeCredits';
import { belongsTo, tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';

/** An assignment that is to be created, and the hold of its credits. */
export interface NewAssignment {
  id: string;
  connectionId: string;
  /** That of its connection, by which its payload was judged. */
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

/** What comes with it, beside its own row. */
export interface Beside {
  /** Of the request, for its key; null for a request without one. */
  requestHash: string | null;
  /** The upload sessions whose files it refers to. */
  uploads: readonly string[];
  /** Its channel had a valid token when that was read: then the start of its run is ordered. */
  hasToken: boolean;
}

/**
 * The statement that creates an assignment. Each part reads from the part before it, so that rows are locked in the order of
 * models/README.md, and a part that finds nothing leaves nothing to do to those after it. The account comes as late as it
 * can: all that a workspace creates waits for it. The key comes last: a twin may have used it meanwhile, and then the violation
 * undoes all.
 */
export function createStatement(
  tenant: Tenant,
  assignment: NewAssignment,
  beside: Beside,
): { sql: string; bound: Record<string, Bindable> } {
  const { parts: account, bound } = takingOf(tenant, holdOf(assignment), 'ready');
  const { id: assignmentId, payload, ...columns } = assignment;
  const { idempotencyKey: key } = assignment;
  return {
    sql: `WITH ${ready}, ${account}, ${created()} SELECT created.created_at AS "createdAt", held.balance,
       (SELECT id FROM ordered WHERE "isClaimed") AS "outboxId" FROM created, held`,
    bound: {
      ...bound,
      ...columns,
      ...tenantValues(tenant),
      ...beginningOf(assignment),
      assignmentId,
      payload: JSON.stringify(payload),
      scopeId: tenant.idempotencyScope,
      keyHash: key === null ? null : keyHashOf(key),
      ...beside,
    },
  };
}

/** When its media may be brought: at the earliest moment or spread, by the time at which the row is made (`aheadMsOf`). */
function beginningOf({ id, scheduledAt, prepareAheadSeconds }: NewAssignment) {
  const { earliestMs, spreadMs } = aheadOf(id, prepareAheadSeconds);
  const before = (ms: number) => scheduledAt && new Date(scheduledAt.getTime() - ms);
  return { earliestAt: before(earliestMs), spreadAt: before(spreadMs) };
}

function holdOf({ id, type, holdId, createdBy }: NewAssignment): HoldRequest {
  return {
    holdId,
    assignmentId: id,
    userId: createdBy,
    operation: `publish.${type}`,
    credits: publishCredits[type],
  };
}

/** A row where the key is free, the channel is as it was read, and all files are there. Channel and files are locked. */
const ready = `channel AS (
         SELECT c.organization_id FROM connections c
         WHERE c.id = $connectionId AND ${belongsTo('c')} AND c.platform = $platform AND c.removed_at IS NULL
           AND c.is_active AND (c.token_status = 'valid') = $hasToken
           AND NOT EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.scope_id = $scopeId AND k.key_hash = $keyHash)
         FOR SHARE),
       files AS (
         SELECT s.id FROM upload_sessions s
         WHERE s.id = ANY($uploads::uuid[]) AND s.workspace_id = $workspaceId AND s.status = 'complete'
           AND EXISTS (SELECT 1 FROM channel)
         ORDER BY s.id FOR SHARE),
       ready AS (
         SELECT organization_id FROM channel WHERE (SELECT count(*) FROM files) = cardinality($uploads::uuid[]))`;

/** A function: its places are those of the database that was opened. */
const created = (): string => `created AS (
         INSERT INTO assignments (id, workspace_id, organization_id, connection_id, platform, type, status, payload, media_url,
           media_content_type, media_size_bytes, scheduled_at, prepare_ahead_seconds, callback_url, idempotency_key, external_id, hold_id, created_by, next_work, next_at)
         SELECT $assignmentId, $workspaceId, organization_id, $connectionId, $platform, $type, 'pending', $payload, $mediaUrl,
           $mediaContentType, $mediaSizeBytes, $scheduledAt, $prepareAheadSeconds, $callbackUrl, $idempotencyKey, $externalId, $holdId, $createdBy,
           'upload', CASE WHEN now() > $earliestAt::timestamptz - make_interval(secs => ${followsCallerMs / 1000}) THEN $earliestAt ELSE $spreadAt::timestamptz END
         FROM ready, held
         RETURNING id, generation, NULL AS from_status, created_at AS at, media_url, payload, ${notedColumns}),
       noted AS (${noteTransition('created')}),
       event AS (
         INSERT INTO assignment_events (assignment_id, generation, status, at) SELECT id, 1, 'pending', created_at FROM created),
       used AS (
         INSERT INTO upload_uses (assignment_id, upload_session_id) SELECT created.id, files.id FROM created, files),
       ordered AS (${OutboxEntry.orderStarts('created', '$hasToken')}),
       keyed AS (
         INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, assignment_id)
         SELECT $scopeId, $workspaceId, $keyHash, $requestHash, id FROM created WHERE $keyHash::text IS NOT NULL)`;
