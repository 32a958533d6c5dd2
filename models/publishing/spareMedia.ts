import type { FieldErrors } from '../../domain/payload/payload';
import type { AssignmentRun } from '../../domain/workflowContract';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

type Fence = Pick<AssignmentRun, 'assignmentId' | 'generation'>;

/** Of an assignment: a newer version of its media may take the place of the prepared media. */
export const takesSpares = sql`(status = 'uploaded' AND NOT is_media_due AND scheduled_at > clock_timestamp())`;

const assignmentId = param('assignmentId', 'uuid');

const removeSpare = command(
  'media.forgetSpare',
  sql`UPDATE uploads SET spare_session = NULL, spare_object_id = NULL
      WHERE assignment_id = ${assignmentId} AND item = ${param('item', 'smallint')}`,
);

const storeWarnings = command(
  'media.noteWarnings',
  sql`UPDATE assignments SET media_warnings = ${param('warnings', 'jsonb', 'orNull')}, updated_at = clock_timestamp()
      WHERE id = ${assignmentId} AND generation = ${param('generation', 'integer')} AND status = 'uploaded'`,
);

/** Forgets a removed spare medium. */
export async function forgetSpare(spare: Pick<Fence, 'assignmentId'> & { item: number }): Promise<void> {
  await removeSpare.run(spare);
}

/** Tells callers by field why the post lacks the present media of its sources. */
export async function noteMediaWarnings(
  { assignmentId, generation }: Fence,
  warnings: FieldErrors | null,
): Promise<void> {
  await storeWarnings.run({ assignmentId, generation, warnings: warnings && JSON.stringify(warnings) });
}
