import type { FieldErrors } from '../../domain/payload/payload';
import type { PublishJob } from '../../domain/workflowContract';
import { Assignment } from '../assignments/Assignment';
import { rows } from '../database/sql';
import { Upload } from '../assignments/Upload';

type Fence = Pick<PublishJob, 'assignmentId' | 'generation'>;

/** Of an assignment: a newer version of its media may take the place of what is prepared. */
export const takesSpares = `(status = 'uploaded' AND NOT is_media_due AND scheduled_at > clock_timestamp())`;

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

/** Tells callers why the post does not have what its sources serve now, by field. */
export async function noteMediaWarnings(
  { assignmentId, generation }: Fence,
  warnings: FieldErrors | null,
): Promise<void> {
  await rows(
    Assignment,
    `UPDATE assignments SET media_warnings = $warnings::jsonb, updated_at = clock_timestamp()
     WHERE id = $assignmentId AND generation = $generation AND status = 'uploaded'`,
    { assignmentId, generation, warnings: warnings && JSON.stringify(warnings) },
  );
}
