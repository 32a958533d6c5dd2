import { publishAssignmentWorkflow } from '../../domain/workflowContract';
import { Assignment } from '../assignments/Assignment';
import type { Transaction } from '../database/transaction';
import { rows } from '../database/sql';

/** A job that may have been published after the moment from which the database was restored. */
export interface RestoredJob {
  id: string;
  workspaceId: string;
  platform: string;
  type: string;
  status: string;
  scheduledAt: Date | null;
  createdAt: Date;
  /** It is looked for already. */
  isMarked: boolean;
}

/**
 * SQL, of an assignment `a`: it was open at `$knownUntil`, and its time has come since. Others have published nothing that the
 * database does not know of.
 */
const isUnsure = `a.status IN ('pending', 'uploading', 'uploaded', 'processing') AND a.created_at <= $knownUntil::timestamptz
  AND coalesce(a.scheduled_at <= clock_timestamp(), true)`;
/** SQL, of an assignment `a`: a publishing call without a known outcome stands for it. */
const isOpen = `EXISTS (SELECT 1 FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.step = 'publish' AND p.outcome IS DISTINCT FROM 'notHappened')`;

/** The jobs that a restored database cannot know about, the oldest first. @param knownUntil the moment of its last change */
export async function restoredJobs(knownUntil: Date): Promise<RestoredJob[]> {
  return rows<RestoredJob>(
    Assignment,
    `SELECT a.id, a.workspace_id AS "workspaceId", a.platform, a.type, a.status, a.scheduled_at AS "scheduledAt",
            a.created_at AS "createdAt", ${isOpen} AS "isMarked"
     FROM assignments a WHERE ${isUnsure} ORDER BY a.created_at, a.id`,
    { knownUntil },
  );
}

/**
 * Gives each of them an open outcome, and hands it to its next generation: it is looked for before anything else is done
 * (contract.md §2). Their statuses stay. One that is marked stays as it is.
 * @returns their ids. The relay dispatches what is written here
 */
export async function markRestored(knownUntil: Date, transaction: Transaction): Promise<string[]> {
  const marked = await rows<{ id: string }>(
    Assignment,
    `WITH unsure AS (
       SELECT a.id FROM assignments a WHERE ${isUnsure} AND NOT ${isOpen} ORDER BY a.id FOR UPDATE),
     job AS (
       UPDATE assignments a SET generation = generation + 1, next_work = 'settle', next_at = NULL, updated_at = clock_timestamp()
       FROM unsure WHERE a.id = unsure.id RETURNING a.id, a.generation, a.workspace_id, a.payload),
     attempts AS (
       INSERT INTO publish_attempts AS p (assignment_id, generation, step, payload, lease_until, restored_at)
       SELECT id, generation, 'publish', payload, clock_timestamp(), clock_timestamp() FROM job
       ON CONFLICT (assignment_id, (step = 'update')) WHERE outcome IS DISTINCT FROM 'notHappened' DO UPDATE
         SET step = 'publish', outcome = NULL, ended_at = NULL, lease_until = excluded.lease_until,
             restored_at = excluded.restored_at),
     orders AS (
       INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id)
       SELECT 'start', '${publishAssignmentWorkflow}', id, generation, workspace_id FROM job
       UNION ALL SELECT 'terminate', '${publishAssignmentWorkflow}', id, generation - 1, workspace_id FROM job)
     SELECT id FROM job ORDER BY id`,
    { knownUntil },
    transaction,
  );
  return marked.map(({ id }) => id);
}
