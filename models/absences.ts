import type { Absence } from '../domain/absence';
import type { PublishJob } from '../domain/workflowContract';
import { Assignment } from './Assignment';
import { giveUpPlaces } from './places';
import { firstRow, rows } from './sql';

type Fence = Pick<PublishJob, 'assignmentId' | 'generation'>;

/**
 * Notes that a look has not found what the job has made on its platform. It may be absent for minutes, so the job gives its
 * place up.
 * @param madeAt when that came to be; null: nobody knows
 * @returns null once another generation has taken over
 */
export async function noteAbsent({ assignmentId, generation }: Fence, madeAt: Date | null): Promise<Absence | null> {
  const row = await firstRow<Absence>(
    Assignment,
    `WITH absent AS (
       UPDATE assignments SET absent_since = coalesce(absent_since, clock_timestamp())
       WHERE id = $assignmentId AND generation = $generation
       RETURNING (extract(epoch FROM clock_timestamp() - absent_since) * 1000)::float AS "absentMs",
                 (extract(epoch FROM clock_timestamp() - $madeAt::timestamptz) * 1000)::float AS "ageMs"),
     given_up AS (${giveUpPlaces('$assignmentId')})
     SELECT * FROM absent`,
    { assignmentId, generation, madeAt },
  );
  return row ?? null;
}

/** A look has found it. */
export async function noteSeen({ assignmentId, generation }: Fence): Promise<void> {
  await rows(
    Assignment,
    `UPDATE assignments SET absent_since = NULL
     WHERE id = $assignmentId AND generation = $generation AND absent_since IS NOT NULL`,
    { assignmentId, generation },
  );
}
