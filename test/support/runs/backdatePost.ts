import type { TestDatabase } from '../servers/database';

/**
 * Lets a published post be eleven minutes old. A platform that then does not find the post has lost it: a call without an answer
 * has deleted it.
 * @returns a row where the assignment is published
 */
export async function backdatePost(database: Pick<TestDatabase, 'query'>, assignmentId: string): Promise<object[]> {
  return database.query(
    `UPDATE assignments SET published_at = now() - interval '11 minutes' WHERE id = $1 AND status = 'published' RETURNING id`,
    [assignmentId],
  );
}
