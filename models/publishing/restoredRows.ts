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

/** The newest run of an assignment that Temporal was given since the moment from which the database was restored. */
export interface LaterRun {
  /** Of the assignment. */
  id: string;
  generation: number;
  mayBePublished: boolean;
}

const knownUntil = param('knownUntil', 'timestamptz');

/** The runs `l` that Temporal was given since. */
const later = sql`jsonb_to_recordset(${param('later', 'jsonb')}) AS l (id uuid, generation integer, "mayBePublished" boolean)`;
/** Assignments `a` as they were, with the run `l` of a generation that their rows have not come to. */
const restored = sql`assignments a LEFT JOIN ${later} ON l.id = a.id AND l.generation > a.generation`;

/**
 * Of `restored`: another assignment has published nothing that the database does not know. Either it was open at
 * `knownUntil`, and its time has come since. Or a run began since which may have published it: it was put forward, or it had
 * failed and was retried.
 */
const isUnsure = sql`a.created_at <= ${knownUntil} AND (
  (a.status IN ('pending', 'uploading', 'uploaded', 'processing') AND coalesce(a.scheduled_at <= clock_timestamp(), true))
  OR (a.status NOT IN ('published', 'cancelled') AND coalesce(l."mayBePublished", false)))`;
/** Of an assignment `a`: its outcome is open for calls that the database cannot know, or by a call of later. */
const isMarked = sql`EXISTS (SELECT 1 FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.step = 'publish' AND p.outcome IS DISTINCT FROM 'notHappened'
    AND (p.outcome IS NOT NULL OR p.restored_at IS NOT NULL OR p.created_at > ${knownUntil}))`;

const readRestored = statement(
  'publishing.readRestored',
  RestoredAssignment,
  sql`SELECT a.id, a.workspace_id AS "workspaceId", a.platform, a.type, a.status, a.scheduled_at AS "scheduledAt",
             a.created_at AS "createdAt", ${isMarked} AS "isMarked"
      FROM ${restored} WHERE ${isUnsure} ORDER BY a.created_at, a.id`,
);

const workflow = word(publishAssignmentWorkflow);
/** Of `restored`: Temporal may have a run that another one must not meet. A row that was written since has its next generation already. */
const hasRunOfBefore = sql`a.created_at <= ${knownUntil}
  AND (l.id IS NOT NULL OR (a.updated_at <= ${knownUntil} AND a.next_work IS NOT NULL))`;
const mark = statement(
  'publishing.markRestored',
  z.strictObject({ id: z.uuid() }),
  sql`WITH seen AS (
        SELECT a.id, a.generation, l.generation AS later, ${isUnsure} AND NOT ${isMarked} AS "isToMark", a.status = 'failed' AS "hasFailed"
        FROM ${restored} WHERE (${isUnsure} AND NOT ${isMarked}) OR (${hasRunOfBefore}) ORDER BY a.id FOR UPDATE OF a),
      assignment AS (
        UPDATE assignments a SET generation = greatest(seen.generation, seen.later) + 1, updated_at = clock_timestamp(),
          next_work = CASE WHEN seen."isToMark" AND NOT seen."hasFailed" THEN 'settle' ELSE next_work END,
          next_at = CASE WHEN seen."isToMark" AND NOT seen."hasFailed" THEN NULL ELSE next_at END,
          errors = CASE WHEN seen."isToMark" AND seen."hasFailed" THEN ${param('errors', 'jsonb')} ELSE errors END
        FROM seen WHERE a.id = seen.id
        RETURNING a.id, a.status, a.generation, a.workspace_id, a.payload, a.next_work, seen."isToMark",
          seen.generation AS earlier, seen.later),
      attempts AS (
        INSERT INTO publish_attempts AS p (assignment_id, generation, step, payload, lease_until, restored_at)
        SELECT id, generation, 'publish', payload, clock_timestamp(), clock_timestamp() FROM assignment WHERE "isToMark"
        ON CONFLICT (assignment_id, (step IN ('update', 'remove'))) WHERE outcome IS DISTINCT FROM 'notHappened' DO UPDATE
          SET step = 'publish', outcome = NULL, ended_at = NULL, lease_until = excluded.lease_until,
              restored_at = excluded.restored_at),
      runs AS (
        SELECT 'start' AS kind, id, generation, workspace_id FROM assignment WHERE next_work IS NOT NULL
        UNION ALL SELECT 'cancel', id, generation, workspace_id FROM assignment WHERE next_work IS NOT NULL AND status = 'cancelled'
        UNION ALL SELECT 'terminate', id, earlier, workspace_id FROM assignment
        UNION ALL SELECT 'terminate', id, later, workspace_id FROM assignment WHERE later IS NOT NULL),
      orders AS (
        INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, traceparent)
        SELECT kind, ${workflow}, id, generation, workspace_id, ${traceparent} FROM runs)
      SELECT id FROM assignment WHERE "isToMark" ORDER BY id`,
);

/** What the caller of an assignment reads that had failed, was retried since, and may be live. */
const openOutcome = {
  code: 'OUTCOME_UNKNOWN',
  message:
    'The database was restored, and does not know whether the post was published since. Look at the channel; retry asks again.',
};

/**
 * The assignments that a restored database cannot know about, the oldest first.
 * @param knownUntil its last change
 * @param runs those that Temporal was given since
 */
export async function restoredAssignments(knownUntil: Date, runs: readonly LaterRun[]): Promise<RestoredAssignment[]> {
  return readRestored.all({ knownUntil, later: JSON.stringify(runs) });
}

/**
 * Gives each restored assignment an open outcome: the post is looked for before anything else is done (contract.md §2). The
 * statuses stay. An assignment that had failed has nothing to do: its caller resolves or retries it. Every assignment with
 * work gets a generation that Temporal does not know, so that no run of before meets it. An assignment that is marked
 * already stays as it is.
 * @param runs those that Temporal was given since `knownUntil`
 * @returns the ids of the newly marked assignments. The relay dispatches the orders written here
 */
export async function markRestored(
  knownUntil: Date,
  runs: readonly LaterRun[],
  transaction: Transaction,
): Promise<string[]> {
  const binds = { knownUntil, later: JSON.stringify(runs), errors: JSON.stringify([openOutcome]) };
  const marked = await mark.all(binds, transaction);
  return marked.map(({ id }) => id);
}
