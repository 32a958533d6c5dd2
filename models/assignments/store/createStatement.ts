import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { AssignmentStatus, ContentType } from '../../../domain/assignment';
import { aheadOf, followsCallerMs } from '../../../domain/assignment/spread';
import { publishCredits } from '../../../domain/credits';
import { derivedKeyMinutes, idempotencyKeyHours } from '../../../domain/limits';
import type { Payload } from '../../../domain/payload/payload';
import type { PlatformSlug } from '../../../domain/platform';
import type { CallbackEvent } from '../../../domain/webhook';
import { keyHashOf } from '../IdempotencyKey';
import { OutboxEntry } from '../../outbox/OutboxEntry';
import { constant, param, sql } from '../../database/fragment';
import type { Fragment } from '../../database/fragment';
import { ofTenant } from '../../database/fragments';
import { statement } from '../../database/statement';
import { startsOrdered } from '../../outbox/places';
import { pictureBegun } from '../../pictures/KeptPicture';
import { columnsNoted, transitionNoted } from '../../statistics/StatisticChange';
import { isBehind, takingForMember, takingForWorkspace } from '../../billing/takeCredits';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';
import type { Transaction } from '../../database/transaction';

/** An assignment that is to be created, and the hold of its credits. */
export interface NewAssignment {
  id: string;
  connectionId: string;
  /** The platform of the connection, by which the payload was judged. */
  platform: PlatformSlug;
  type: ContentType;
  payload: Payload;
  mediaUrl: string | null;
  mediaContentType: string | null;
  mediaSizeBytes: number | null;
  scheduledAt: Date | null;
  prepareAheadSeconds: number;
  callbackUrl: string | null;
  callbackEvents: readonly CallbackEvent[];
  /** Null: all. */
  callbackStatuses: readonly AssignmentStatus[] | null;
  idempotencyKey: string | null;
  externalId: string | null;
  holdId: string;
  createdBy: string | null;
  /** The grant of an assistant whose own limit counts the credits; null or absent: there is none. */
  grantId?: string | null;
}

/** The facts that come with a new assignment, beside its own row. */
export interface Beside {
  /** The hash of the request, for its key; null for a request without a key. */
  requestHash: string | null;
  /** The key of a request whose caller gave none; its life is short. */
  derivedKey?: string | null;
  /** The upload sessions whose files the assignment refers to. */
  uploads: readonly string[];
  /** The post has a picture before it is live. */
  hasPicture: boolean;
  /** The channel had a valid token when it was read: then the start of the run is ordered. */
  hasToken: boolean;
}

/** When the media may be transferred: at the earliest moment or spread, by the time of the new row (`aheadMsOf`). */
function beginningOf({ id, scheduledAt, prepareAheadSeconds }: NewAssignment) {
  const { earliestMs, spreadMs } = aheadOf(id, prepareAheadSeconds);
  const before = (ms: number) => scheduledAt && new Date(scheduledAt.getTime() - ms);
  return { earliestAt: before(earliestMs), spreadAt: before(spreadMs) };
}

const connectionId = param('connectionId', 'uuid');
const platform = param('platform', 'text');
const hasToken = param('hasToken', 'boolean');
const uploads = param('uploads', 'uuid[]');
const workspaceId = param('workspaceId', 'uuid');
const scopeId = param('scopeId', 'uuid');
const keyHash = param('keyHash', 'text', 'orNull');

/** A row where the key is free, the channel is as it was read, and all files are there. Channel and files are locked. */
const ready = sql`channel AS (
         SELECT c.organization_id FROM connections c
         WHERE c.id = ${connectionId} AND ${ofTenant('c')} AND c.platform = ${platform} AND c.removed_at IS NULL
           AND c.is_active AND (c.token_status = 'valid') = ${hasToken}
           AND NOT EXISTS (SELECT 1 FROM idempotency_keys k WHERE k.scope_id = ${scopeId} AND k.key_hash = ${keyHash})
         FOR SHARE),
       files AS (
         SELECT s.id FROM upload_sessions s
         WHERE s.id = ANY(${uploads}) AND s.workspace_id = ${workspaceId} AND s.status = 'complete'
           AND EXISTS (SELECT 1 FROM channel)
         ORDER BY s.id FOR SHARE),
       ready AS (
         SELECT organization_id FROM channel WHERE (SELECT count(*) FROM files) = cardinality(${uploads}))`;

const earliestAt = param('earliestAt', 'timestamptz', 'orNull');
const spreadAt = param('spreadAt', 'timestamptz', 'orNull');

/** The time from which the media may be transferred. */
const nextAt = sql`CASE WHEN now() > ${earliestAt} - make_interval(secs => ${constant(followsCallerMs / 1000)})
             THEN ${earliestAt} ELSE ${spreadAt} END`;

const created = sql`created AS (
         INSERT INTO assignments (id, workspace_id, organization_id, connection_id, platform, type, status, payload,
           media_url, media_content_type, media_size_bytes, scheduled_at, prepare_ahead_seconds, callback_url,
           callback_events, callback_statuses, idempotency_key, external_id, hold_id, created_by, next_work, next_at)
         SELECT ${param('assignmentId', 'uuid', 'orNull')}, ${workspaceId}, organization_id, ${connectionId}, ${platform},
           ${param('type', 'text')}, 'pending', ${param('payload', 'jsonb')}, ${param('mediaUrl', 'text', 'orNull')},
           ${param('mediaContentType', 'text', 'orNull')}, ${param('mediaSizeBytes', 'bigint', 'orNull')},
           ${param('scheduledAt', 'timestamptz', 'orNull')}, ${param('prepareAheadSeconds', 'integer')},
           ${param('callbackUrl', 'text', 'orNull')}, ${param('callbackEvents', 'text[]')},
           ${param('callbackStatuses', 'text[]', 'orNull')}, ${param('idempotencyKey', 'text', 'orNull')},
           ${param('externalId', 'text', 'orNull')}, ${param('holdId', 'uuid')}, ${param('createdBy', 'uuid', 'orNull')},
           'upload', ${nextAt}
         FROM ready, held
         RETURNING id, generation, NULL AS from_status, created_at AS at, media_url, payload, ${columnsNoted}),
       noted AS (${transitionNoted(sql`created`)}),
       event AS (
         INSERT INTO assignment_events (assignment_id, generation, status, at) SELECT id, 1, 'pending', created_at FROM created),
       used AS (
         INSERT INTO upload_uses (assignment_id, upload_session_id) SELECT created.id, files.id FROM created, files),
       ordered AS (${startsOrdered(sql`created`, hasToken)}),
       ${pictureBegun(sql`created`, param('hasPicture', 'boolean'))},
       keyed AS (
         INSERT INTO idempotency_keys (scope_id, workspace_id, key_hash, request_hash, minutes, assignment_id)
         SELECT ${scopeId}, ${workspaceId}, ${keyHash}, ${param('requestHash', 'text', 'orNull')}, ${param('keyMinutes', 'integer')}, id
         FROM created WHERE ${keyHash} IS NOT NULL)`;

const Created = z.strictObject({
  createdAt: z.date(),
  /** The entry to dispatch after the commit; null if there is none, or the start waits for a place. */
  outboxId: z.int().nullable(),
  /** The balance of the workspace, with the hold taken. */
  balance: z.int(),
});
export type Created = z.infer<typeof Created>;

/**
 * Each part reads from the part before it. So rows are locked in the order of models/README.md, and after a part that
 * finds nothing, no part writes. The account comes as late as possible: all creations of a workspace wait for the
 * account. The key comes last: a twin may have used the key meanwhile, and then the violation undoes all.
 */
const creating = <Binds>(account: Fragment<Binds>) => sql`WITH ${ready}, ${account}, ${created}
       SELECT created.created_at AS "createdAt", held.balance, (SELECT id FROM ordered WHERE "isClaimed") AS "outboxId"
       FROM created, held`;

const createForWorkspace = statement(
  'assignments.createForWorkspace',
  Created,
  creating(takingForWorkspace(isBehind(sql`ready`))),
);
const createForMember = statement(
  'assignments.createForMember',
  Created,
  creating(takingForMember(isBehind(sql`ready`))),
);

/** Runs the statement that creates an assignment. @returns undefined where a part has found nothing */
export async function runCreate(
  tenant: Tenant,
  assignment: NewAssignment,
  { derivedKey = null, ...beside }: Beside,
  transaction?: Transaction,
): Promise<Created | undefined> {
  const { id, payload, ...columns } = assignment;
  const { idempotencyKey, createdBy: userId, grantId = null } = assignment;
  const key = idempotencyKey ?? derivedKey;
  const binds = {
    ...columns,
    ...tenantValues(tenant),
    ...beginningOf(assignment),
    ...OutboxEntry.places,
    ...beside,
    assignmentId: id,
    grantId,
    entryId: uuidv7(),
    operation: `publish.${assignment.type}`,
    credits: publishCredits[assignment.type],
    payload: JSON.stringify(payload),
    scopeId: tenant.idempotencyScope,
    keyHash: key === null ? null : keyHashOf(key),
    keyMinutes: idempotencyKey === null ? derivedKeyMinutes : 60 * idempotencyKeyHours,
  };
  return userId === null
    ? createForWorkspace.first(binds, transaction)
    : createForMember.first({ ...binds, userId }, transaction);
}
