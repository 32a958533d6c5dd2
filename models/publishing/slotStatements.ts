import { z } from 'zod';
import { contentTypes } from '../../domain/assignment';
import type { Payload } from '../../domain/payload/payload';
import { takesMedia } from '../assignments/Upload';
import { platformColumn } from '../database/columns';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import { placesGivenUp } from '../outbox/places';
import { takesSpares } from './spareMedia';

const workspaceId = param('workspaceId', 'uuid');
/** The end of a lease that begins now. */
const leaseEnd = sql`clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')})`;
/** The condition that the try still has the slot. */
const isHeld = sql`workspace_id = ${workspaceId} AND slot = ${param('slot', 'integer')} AND holder = ${param('holder', 'uuid')}`;

/** The facts about an assignment that its transfer needs. */
const TransferSubject = z.strictObject({
  workspaceId: z.uuid(),
  connectionId: z.uuid(),
  platform: platformColumn,
  type: z.enum(contentTypes),
  payload: z.custom<Payload>(),
  mediaUrl: z.string().nullable(),
  cleanup: z.enum(['none', 'due', 'done', 'failed']),
  /** Tries have failed. */
  hasTries: z.boolean(),
  /** The last look has not found the assignment's object. */
  isAbsent: z.boolean(),
  /** An earlier try has begun. */
  hasUploads: z.boolean(),
  /** The post is due later, so that the transfer can wait a moment. */
  isAhead: z.boolean(),
});
export type TransferSubject = z.infer<typeof TransferSubject>;

const Claim = TransferSubject.extend({
  /** The slot that the statement found free. */
  wanted: z.int().nullable(),
  slot: z.int().nullable(),
  holder: z.uuid().nullable(),
});

/**
 * Claims a slot in one statement, so that a transfer costs no more round trips than to read its assignment. Where two
 * claims meet, a free slot is judged again on the newest version of its row.
 */
export const claimSlot = statement(
  'transfers.claim',
  Claim,
  sql`WITH assignment AS (
        SELECT * FROM assignments WHERE id = ${param('assignmentId', 'uuid')} AND generation = ${param('generation', 'integer')}
          AND (${takesMedia} OR ${param('isBeside', 'boolean')} AND ${takesSpares})),
      free AS (
        SELECT n FROM assignment CROSS JOIN generate_series(1, ${param('slotsMax', 'integer')}) n
        LEFT JOIN transfer_slots s ON s.workspace_id = assignment.workspace_id AND s.slot = n
        WHERE s.slot IS NULL OR s.lease_until <= clock_timestamp() OR s.assignment_id = assignment.id
        ORDER BY (s.assignment_id = assignment.id) IS TRUE DESC, random() LIMIT 1),
      claimed AS (
        INSERT INTO transfer_slots AS s (workspace_id, slot, assignment_id, holder, lease_until)
        SELECT workspace_id, n, id, gen_random_uuid(), ${leaseEnd} FROM assignment, free
        ON CONFLICT (workspace_id, slot) DO UPDATE
          SET assignment_id = excluded.assignment_id, holder = excluded.holder, lease_until = excluded.lease_until
          WHERE s.lease_until <= clock_timestamp() OR s.assignment_id = excluded.assignment_id
        RETURNING slot, holder)
      SELECT assignment.workspace_id AS "workspaceId", assignment.connection_id AS "connectionId", assignment.platform, assignment.type, assignment.payload,
             assignment.media_url AS "mediaUrl", assignment.cleanup,
             assignment.tries IS NOT NULL AS "hasTries", assignment.absent_since IS NOT NULL AS "isAbsent",
             EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = assignment.id) AS "hasUploads",
             coalesce(assignment.scheduled_at > clock_timestamp(), false) AS "isAhead", free.n AS wanted, claimed.slot, claimed.holder
      FROM assignment LEFT JOIN free ON true LEFT JOIN claimed ON true`,
);

export const renewSlot = command(
  'transfers.renew',
  sql`WITH renewed AS (
        UPDATE transfer_slots SET lease_until = ${leaseEnd} WHERE ${isHeld} RETURNING assignment_id),
      given_up AS (${placesGivenUp(sql`(SELECT assignment_id FROM renewed)`)})
      SELECT FROM renewed`,
);

export const countUploading = statement(
  'transfers.countUploading',
  z.strictObject({ count: z.int() }),
  sql`SELECT count(*)::int AS count FROM assignments WHERE workspace_id = ${workspaceId} AND status = 'uploading'`,
);

export const releaseSlot = command('transfers.release', sql`DELETE FROM transfer_slots WHERE ${isHeld}`);
