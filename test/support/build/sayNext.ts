import { nextOf } from '../../../domain/assignment/nextStep';
import { loadAssignments } from '../../../models/assignments/store/loadAssignment';
import { param, sql } from '../../../models/database/fragment';
import { command } from '../../../models/database/statement';
import { limits } from '../limits';

const writeNext = command(
  'tests.writeNext',
  sql`WITH locked AS (SELECT id FROM assignments WHERE id = ANY(${param('ids', 'uuid[]')}) ORDER BY id FOR UPDATE)
      UPDATE assignments a SET next_work = g.work, next_at = g."from"
      FROM locked JOIN jsonb_to_recordset(${param('given', 'jsonb')}) AS g (id uuid, work text, "from" timestamptz) USING (id)
      WHERE a.id = locked.id`,
);

/** Writes the next work of assignments whose rows were overwritten by hand. */
export async function sayNext(...ids: readonly string[]): Promise<void> {
  const given = (await loadAssignments(ids, limits)).map(({ assignment, now, facts: { assignmentId: id } }) => {
    const { work, from } = nextOf(assignment, now);
    return { id, work, from: from === null ? null : new Date(from) };
  });
  await writeNext.run({ ids, given: JSON.stringify(given) });
}
