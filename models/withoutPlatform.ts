import type { AssignmentStatus } from '../domain/assignment';
import type { PublishJob } from '../domain/workflowContract';
import { Assignment } from './Assignment';
import { isOutcomeOpen, mayHaveHappened } from './openAttempts';
import { giveUpPlaces } from './places';
import { firstRow } from './sql';

/** A job whose platform is not offered. */
export interface StrandedJob {
  status: AssignmentStatus;
  /** Its post is public, or may be. */
  mayBePublic: boolean;
  /** Nothing but its platform keeps it from its next status. */
  isDue: boolean;
  /** Until its scheduled time, in milliseconds; 0 or less from then on, and where it has none. */
  dueInMs: number;
  /** Until it is given up, in milliseconds. */
  leftMs: number;
}

/**
 * What becomes of a job while its platform is not offered (contract.md §11). It gives its place back: it may wait for days.
 * @param patienceMs for a job that has published nothing, from its time on: when it was scheduled for, else accepted or retried
 * @param processingMs for one whose post may be public, from its last step towards that
 * @returns undefined where the generation is another one
 */
export async function strandedJob(
  { assignmentId: id, generation }: PublishJob,
  { patienceMs, processingMs }: { patienceMs: number; processingMs: number },
): Promise<StrandedJob | undefined> {
  return firstRow<StrandedJob>(
    Assignment,
    `WITH given_up AS (${giveUpPlaces('$id')})
     SELECT status, "mayBePublic", "dueInMs",
            NOT "mayBePublic" AND (status = 'pending' AND coalesce(next_at <= now, true)
                                   OR status = 'uploaded' AND NOT is_media_due AND "dueInMs" <= 0) AS "isDue",
            (extract(epoch FROM CASE WHEN "mayBePublic" THEN may_be_public_since ELSE its_time END - now) * 1000
              + CASE WHEN "mayBePublic" THEN $processingMs::float ELSE $patienceMs::float END)::float AS "leftMs"
     FROM (
       SELECT clock_timestamp() AS now, a.status, a.is_media_due, a.next_at,
              a.status = 'processing' OR ${isOutcomeOpen} AS "mayBePublic",
              coalesce(extract(epoch FROM a.scheduled_at - clock_timestamp()) * 1000, 0)::float AS "dueInMs",
              CASE WHEN e.begun > 1 THEN e.pending_at ELSE coalesce(a.scheduled_at, a.created_at) END AS its_time,
              coalesce(greatest(e.processing_at, open.at), a.created_at) AS may_be_public_since
       FROM assignments a
       CROSS JOIN LATERAL (
         SELECT count(*) FILTER (WHERE status = 'pending') AS begun,
                max(at) FILTER (WHERE status = 'pending') AS pending_at,
                max(at) FILTER (WHERE status = 'processing') AS processing_at
         FROM assignment_events WHERE assignment_id = a.id) e
       CROSS JOIN LATERAL (
         SELECT max(p.created_at) AS at FROM publish_attempts p
         WHERE p.assignment_id = a.id AND p.step = 'publish' AND ${mayHaveHappened}) open
       WHERE a.id = $id AND a.generation = $generation) job`,
    { id, generation, patienceMs, processingMs },
  );
}
