import type { TestDatabase } from '../servers/database';

/** Lets time pass for an assignment's objects on its platform: each is so much older, and absent for so much longer. */
export async function letPass(database: TestDatabase, assignmentId: string, ms: number): Promise<void> {
  const set = (...columns: string[]) =>
    columns.map((column) => `${column} = ${column} - make_interval(secs => $2::float8 / 1000)`).join(', ');
  for (const write of [
    `UPDATE uploads SET ${set('made_at', 'updated_at')} WHERE assignment_id = $1`,
    `UPDATE drafts SET ${set('made_at', 'updated_at')} WHERE assignment_id = $1`,
    `UPDATE assignments SET ${set('absent_since', 'preparation_failed_at')} WHERE id = $1`,
  ])
    await database.query(write, [assignmentId, ms]);
}
