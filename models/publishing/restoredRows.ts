import { z } from 'zod';
import { publishAssignmentWorkflow } from '../../domain/workflowContract';
import { param, sql, word } from '../database/fragment';
import { statement } from '../database/statement';
import { traceparent } from '../outbox/traced';
import type { Transaction } from '../database/transaction';

/** An assignment that may have been published after the moment from which the database was restored. */
const RestoredAssignment = z.strictObject({
  id: z.uuid(),
  workspaceId: z.uuid(),
  platform: z.string(),
  type: z.string(),
  status: z.string(),
  scheduledAt: z.date().nullable(),
  createdAt: z.date(),
  /** The service looks for its post already. */
  isMarked: z.boolean(),
});
export type RestoredAssignment = z.infer<typeof RestoredAssignment>;

/**
 * Of an assignment `a`: it was open at `knownUntil`, and its time has come since. Other assignments have published
 * nothing that the database does not know.
 */
const isUnsure = sql`a.status IN ('pending', 'uploading', 'uploaded', 'processing')
  AND a.created_at <= ${param('knownUntil', 'timestamptz')} AND coalesce(a.scheduled_at <= clock_timestamp(), true)`;
/** Of an assignment `a`: a publishing call without a known outcome stands for it. */
const isOpen = sql`EXISTS (SELECT 1 FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.step = 'publish' AND p.outcome IS DISTINCT FROM 'notHappened')`;

const readRestored = statement(
  'publishing.readRestored',
  RestoredAssignment,
  sql`SELECT a.id, a.workspace_id AS "workspaceId", a.platform, a.type, a.status, a.scheduled_at AS "scheduledAt",
             a.created_at AS "createdAt", ${isOpen} AS "isMarked"
      FROM assignments a WHERE ${isUnsure} ORDER BY a.created_at, a.id`,
);

const workflow = word(publishAssignmentWorkflow);
const mark = statement(
  'publishing.markRestored',
  z.strictObject({ id: z.uuid() }),
  sql`WITH unsure AS (
        SELECT a.id FROM assignments a WHERE ${isUnsure} AND NOT ${isOpen} ORDER BY a.id FOR UPDATE),
      assignment AS (
        UPDATE assignments a SET generation = generation + 1, next_work = 'settle', next_at = NULL, updated_at = clock_timestamp()
        FROM unsure WHERE a.id = unsure.id RETURNING a.id, a.generation, a.workspace_id, a.payload),
      attempts AS (
        INSERT INTO publish_attempts AS p (assignment_id, generation, step, payload, lease_until, restored_at)
        SELECT id, generation, 'publish', payload, clock_timestamp(), clock_timestamp() FROM assignment
        ON CONFLICT (assignment_id, (step IN ('update', 'remove'))) WHERE outcome IS DISTINCT FROM 'notHappened' DO UPDATE
          SET step = 'publish', outcome = NULL, ended_at = NULL, lease_until = excluded.lease_until,
              restored_at = excluded.restored_at),
      orders AS (
        INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, traceparent)
        SELECT 'start', ${workflow}, id, generation, workspace_id, ${traceparent} FROM assignment
        UNION ALL SELECT 'terminate', ${workflow}, id, generation - 1, workspace_id, ${traceparent} FROM assignment)
      SELECT id FROM assignment ORDER BY id`,
);

/** The assignments that a restored database cannot know about, the oldest first. @param knownUntil its last change */
export async function restoredAssignments(knownUntil: Date): Promise<RestoredAssignment[]> {
  return readRestored.all({ knownUntil });
}

/**
 * Gives each restored assignment an open outcome and its next generation: the post is looked for before anything else
 * is done (contract.md §2). The statuses stay. An assignment that is marked already stays as it is.
 * @returns the ids of the newly marked assignments. The relay dispatches the orders written here
 */
export async function markRestored(knownUntil: Date, transaction: Transaction): Promise<string[]> {
  const marked = await mark.all({ knownUntil }, transaction);
  return marked.map(({ id }) => id);
}
