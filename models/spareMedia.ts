import type { FieldErrors } from '../domain/payload';
import type { PublishJob } from '../domain/workflowContract';
import type { SourceIdentity } from '../lib/media/sourceIdentity';
import { Assignment } from './Assignment';
import { owesAtEnd } from './cleanupOwed';
import { phaseEnds } from './phaseClocks';
import { firstRow, rows } from './sql';
import { Upload } from './Upload';

type Fence = Pick<PublishJob, 'assignmentId' | 'generation'>;

/** Of an assignment: a newer version of its media may take the place of what is prepared. */
export const takesSpares = `(status = 'uploaded' AND NOT is_media_due AND scheduled_at > clock_timestamp())`;

/** A session, or an object, that the job has beside the one of its post. */
export interface Spare {
  /** Encrypted. */
  session: string | null;
  objectId: string | null;
  source: SourceIdentity;
}

/**
 * Notes a newer version of a medium beside the one that is prepared; nobody sees either. It is noted even if the job has moved
 * on, which then owes its removal.
 * @returns `noted` for a job that waits for it, `movedOn` for one that does not, `unknown` where nothing leads to it
 */
export async function noteSpare(
  { assignmentId, generation, item }: Fence & { item: number },
  { session, objectId, source }: Spare,
): Promise<'noted' | 'movedOn' | 'unknown'> {
  const row = await firstRow<{ isLive: boolean }>(
    Upload,
    `WITH job AS (
       SELECT id, generation = $generation AND ${takesSpares} AS is_live FROM assignments WHERE id = $assignmentId FOR NO KEY UPDATE),
     noted AS (
       UPDATE uploads u SET spare_session = $session::text, spare_object_id = $objectId::text, spare_source = $source::jsonb,
         spare_made_at = clock_timestamp()
       FROM job WHERE u.assignment_id = job.id AND u.item = $item
         AND (coalesce(u.spare_session, u.spare_object_id) IS NULL OR u.spare_session = $session) RETURNING u.assignment_id),
     owed AS (
       UPDATE assignments a SET cleanup = 'due', updated_at = clock_timestamp() FROM noted
       WHERE a.id = noted.assignment_id AND (a.status = 'published' OR ${owesAtEnd}))
     SELECT is_live AS "isLive" FROM job JOIN noted ON noted.assignment_id = job.id`,
    { assignmentId, generation, item, session, objectId, source: JSON.stringify(source) },
  );
  if (!row) return 'unknown';
  return row.isLive ? 'noted' : 'movedOn';
}

/** The medium that was beside the one of the post is removed. */
export async function forgetSpare({
  assignmentId,
  item,
}: Pick<Fence, 'assignmentId'> & { item: number }): Promise<void> {
  await rows(
    Upload,
    `UPDATE uploads SET spare_session = NULL, spare_object_id = NULL WHERE assignment_id = $assignmentId AND item = $item`,
    { assignmentId, item },
  );
}

/**
 * The newer version of every medium takes the place of what is prepared, while the scheduled time lies ahead. The older one
 * stays noted until it is removed, a draft included. The post is to be staged anew.
 * @returns false if the job has moved on, or a medium has no newer version that is whole
 */
export async function takeSpares({ assignmentId, generation }: Fence): Promise<boolean> {
  const row = await firstRow(
    Assignment,
    `WITH job AS (
       SELECT id FROM assignments WHERE id = $assignmentId AND generation = $generation AND ${takesSpares}
         AND NOT EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = assignments.id AND u.spare_object_id IS NULL) FOR UPDATE),
     media AS (
       UPDATE uploads u SET session = spare_session, object_id = spare_object_id, source = spare_source, made_at = spare_made_at,
         spare_session = session, spare_object_id = object_id, spare_source = source, spare_made_at = made_at,
         updated_at = clock_timestamp()
       FROM job WHERE u.assignment_id = job.id),
     draft AS (
       UPDATE drafts d SET draft_id = NULL, payload = NULL, updated_at = clock_timestamp(),
         replaced = CASE WHEN d.draft_id IS NULL THEN d.replaced ELSE array_append(d.replaced, d.draft_id) END
       FROM job WHERE d.assignment_id = job.id)
     UPDATE assignments a SET is_prepared_anew = true, media_warnings = NULL, prepared_at = NULL, ${phaseEnds},
       updated_at = clock_timestamp()
     FROM job WHERE a.id = job.id RETURNING a.id`,
    { assignmentId, generation },
  );
  return row !== undefined;
}

/**
 * Tells callers why the post does not have what its sources serve now.
 * @param warnings by field; null: it has
 * @param isFinal the sources are not asked once more
 */
export async function noteMediaWarnings(
  { assignmentId, generation }: Fence,
  warnings: FieldErrors | null,
  { isFinal }: { isFinal: boolean },
): Promise<void> {
  await rows(
    Assignment,
    `UPDATE assignments SET media_warnings = $warnings::jsonb, is_prepared_anew = is_prepared_anew OR $isFinal::boolean,
       updated_at = clock_timestamp()
     WHERE id = $assignmentId AND generation = $generation AND status = 'uploaded'`,
    { assignmentId, generation, warnings: warnings && JSON.stringify(warnings), isFinal },
  );
}

/** Milliseconds until the scheduled time of a job that takes a newer version of its media; null once it takes none. */
export async function spareTimeOf({ assignmentId, generation }: Fence): Promise<number | null> {
  const row = await firstRow<{ ms: number }>(
    Assignment,
    `SELECT (extract(epoch FROM scheduled_at - clock_timestamp()) * 1000)::float AS ms FROM assignments
     WHERE id = $assignmentId AND generation = $generation AND ${takesSpares}`,
    { assignmentId, generation },
  );
  return row?.ms ?? null;
}
