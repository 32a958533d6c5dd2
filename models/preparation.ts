import type { AssignmentError } from '../domain/assignment';
import { paced } from '../domain/pace';
import { publishAssignmentWorkflow } from '../domain/workflowContract';
import type { PublishJob } from '../domain/workflowContract';
import { failpoint } from '../lib/failpoint';
import { Assignment } from './Assignment';
import type { Connection } from './Connection';
import { inTransaction } from './database';
import type { Transaction } from './database';
import { phaseEnds } from './phaseClocks';
import { lastLookAt } from './spread';
import { firstRow, rows } from './sql';

/** A preparation that failed is tried again after 5 minutes, doubling to an hour (contract.md §2). */
const firstWaitMs = () => paced(5 * 60_000);
const longestWaitMs = () => paced(60 * 60_000);

type Fence = Pick<PublishJob, 'assignmentId' | 'generation'>;

/**
 * No failure of the preparation is final before the scheduled time (contract.md §2): the job keeps its status and its
 * error beside it, waits, and tries again, at that time at the latest. Its tries begin anew.
 * @param limitMs the time until the platform may be asked again, if it has named one
 * @returns for how long it waits, in milliseconds; null if the failure is final, because the time has come
 */
export async function postponePreparation(
  { assignmentId, generation }: Fence,
  { code, message }: AssignmentError,
  limitMs = 0,
): Promise<number | null> {
  const row = await firstRow<{ waitMs: number }>(
    Assignment,
    `WITH waiting AS (
       UPDATE assignments a
       SET preparation_error = $error::jsonb, preparation_failed_at = clock_timestamp(),
           preparations_failed = least(preparations_failed + 1, 20),
           prepare_again_at = least(scheduled_at, clock_timestamp()
             + make_interval(secs => greatest($limitMs::float8,
                 least($longestWaitMs, $firstWaitMs * power(2, preparations_failed))) / 1000.0)),
           ${phaseEnds}, updated_at = clock_timestamp()
       WHERE id = $assignmentId AND generation = $generation AND status IN ('pending', 'uploading', 'uploaded')
         AND scheduled_at > clock_timestamp()
       RETURNING id, prepare_again_at),
     counts AS (
       UPDATE uploads u SET confirmed_bytes = 0, source_changes = 0 FROM waiting WHERE u.assignment_id = waiting.id)
     SELECT ceil(extract(epoch FROM prepare_again_at - clock_timestamp()) * 1000)::float AS "waitMs" FROM waiting`,
    {
      assignmentId,
      generation,
      limitMs,
      error: JSON.stringify({ code, message }),
      firstWaitMs: firstWaitMs(),
      longestWaitMs: longestWaitMs(),
    },
  );
  return row ? Math.max(1, row.waitMs) : null;
}

/** Tells whether the last minute before the scheduled time has begun. */
export async function isLastLook({ assignmentId }: Pick<Fence, 'assignmentId'>): Promise<boolean> {
  const row = await firstRow(
    Assignment,
    `SELECT 1 FROM assignments a WHERE a.id = $assignmentId AND ${lastLookAt()} <= clock_timestamp()`,
    { assignmentId },
  );
  return row !== undefined;
}

/** All is in place for going live at the scheduled time. */
export async function notePrepared({ assignmentId, generation }: Fence): Promise<void> {
  await rows(
    Assignment,
    `UPDATE assignments SET prepared_at = clock_timestamp(), preparation_error = NULL, preparations_failed = 0,
       ${phaseEnds}
     WHERE id = $assignmentId AND generation = $generation AND status = 'uploaded'`,
    { assignmentId, generation },
  );
}

/**
 * Marks prepared media as useless: the next generation removes them and transfers the media anew, in time for the
 * scheduled moment. The status stays, and no webhook is sent (ARCHITECTURE.md §11).
 * @param loss why the platform has them no more, which is reported to callers; null: they are there, and useless
 * @returns the outbox entry to dispatch; null if the job has moved on, or a call has published the post or may have. At its
 *   time a post goes live with what is there
 */
export async function prepareAnew(
  { assignmentId, generation }: Fence,
  loss: AssignmentError | null,
): Promise<number | null> {
  const { sequelize } = Assignment;
  if (!sequelize) throw new Error('Assignment is not bound to a database');
  return inTransaction(sequelize, async (transaction) => {
    // A statement of its own: the next one then sees a call that was begun while this one waited.
    await rows(
      Assignment,
      'SELECT 1 FROM assignments WHERE id = $assignmentId FOR UPDATE',
      { assignmentId },
      transaction,
    );
    const outboxId = await beginAnew({ assignmentId, generation }, loss, transaction);
    if (outboxId !== null) failpoint('anew.written');
    return outboxId;
  });
}

/** The transaction holds the row. */
async function beginAnew(
  { assignmentId, generation }: Fence,
  loss: AssignmentError | null,
  transaction: Transaction,
): Promise<number | null> {
  const row = await firstRow<{ id: number }>(
    Assignment,
    `WITH job AS (
       UPDATE assignments
       SET generation = generation + 1, is_media_due = true, is_prepared_anew = is_prepared_anew OR $loss::jsonb IS NULL,
           is_replaced = is_replaced OR status IN ('processing'), media_warnings = NULL,
           preparation_error = coalesce($loss::jsonb, preparation_error),
           preparation_failed_at = CASE WHEN $loss::jsonb IS NULL THEN preparation_failed_at ELSE clock_timestamp() END,
           cleanup = 'due', prepared_at = NULL, ${phaseEnds},
           updated_at = clock_timestamp()
       WHERE id = $assignmentId AND generation = $generation AND status IN ('uploaded', 'processing')
         AND ($loss::jsonb IS NOT NULL OR scheduled_at > clock_timestamp())
         AND NOT EXISTS (SELECT 1 FROM publish_attempts p WHERE p.assignment_id = assignments.id AND p.step = 'publish'
                           AND p.outcome IS DISTINCT FROM 'notHappened')
       RETURNING id, generation, workspace_id)
     INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id)
     SELECT 'start', '${publishAssignmentWorkflow}', id, generation, workspace_id FROM job RETURNING id`,
    { assignmentId, generation, loss: loss && JSON.stringify(loss) },
    transaction,
  );
  return row?.id ?? null;
}

/** The media of a job that was uploaded before are with the platform again. */
export async function noteMediaAnew({ assignmentId, generation }: Fence, transaction?: Transaction): Promise<void> {
  await rows(
    Assignment,
    `UPDATE assignments SET is_media_due = false, ${phaseEnds}, updated_at = clock_timestamp()
     WHERE id = $assignmentId AND generation = $generation AND status IN ('uploaded', 'processing') AND is_media_due`,
    { assignmentId, generation },
    transaction,
  );
}

/**
 * A connection that a query with a tenant has found has changed: its jobs that wait because their preparation failed are tried again at once, each in its
 * next generation. The relay dispatches what is written here.
 */
export async function resumePreparations({ id: connectionId }: Connection, transaction?: Transaction): Promise<void> {
  await rows(
    Assignment,
    `WITH job AS (
       UPDATE assignments a
       SET generation = generation + 1, prepare_again_at = NULL, preparations_failed = 0, updated_at = clock_timestamp()
       FROM (SELECT id FROM assignments
             WHERE connection_id = $connectionId AND prepare_again_at > clock_timestamp()
               AND status IN ('pending', 'uploading', 'uploaded') ORDER BY id FOR UPDATE) waiting
       WHERE a.id = waiting.id RETURNING a.id, a.generation, a.workspace_id),
     orders AS (
       INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id)
       SELECT 'start', '${publishAssignmentWorkflow}', id, generation, workspace_id FROM job
       UNION ALL SELECT 'terminate', '${publishAssignmentWorkflow}', id, generation - 1, workspace_id FROM job RETURNING 1)
     SELECT count(*) FROM orders`,
    { connectionId },
    transaction,
  );
}
