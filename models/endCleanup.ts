import { Assignment } from './Assignment';
import { phaseEnds } from './phaseClocks';
import { firstRow } from './sql';

/** An outcome of a clean-up, and the moment as of which it is true: null, whenever. */
interface CleanupEnd {
  outcome: 'done' | 'kept' | 'failed';
  asOf?: string | null;
}

/**
 * The clean-up that a job owes has been done, has found the post public and kept it, or has failed for good. A removed
 * post is forgotten, so that a retry uploads anew. A kept post is remembered, so that a retry finds it. The tries begin anew.
 * @returns false, with nothing recorded, where the job owes none any more, or has left more since
 */
export async function endCleanup(
  id: string,
  generation: number,
  { outcome, asOf = null }: CleanupEnd,
): Promise<boolean> {
  const row = await firstRow(
    Assignment,
    `WITH ended AS (
       UPDATE assignments SET cleanup = CASE WHEN $outcome = 'failed' THEN 'failed' ELSE 'done' END, ${phaseEnds}
       WHERE id = $id AND generation = $generation AND cleanup = 'due'
         AND ($asOf::text IS NULL OR updated_at = $asOf::text::timestamptz) RETURNING id),
     items AS (DELETE FROM uploads u USING ended WHERE u.assignment_id = ended.id AND $outcome = 'done'),
     draft AS (DELETE FROM drafts d USING ended WHERE d.assignment_id = ended.id AND $outcome = 'done'),
     replaced AS (UPDATE drafts d SET replaced = '{}' FROM ended WHERE d.assignment_id = ended.id AND $outcome = 'kept'),
     spares AS (
       UPDATE uploads u SET spare_session = NULL, spare_object_id = NULL FROM ended WHERE u.assignment_id = ended.id AND $outcome = 'kept')
     SELECT id FROM ended`,
    { id, generation, outcome, asOf },
  );
  return row !== undefined;
}
