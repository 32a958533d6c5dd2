import { buildAssignment } from './assignment';
import { moveOn } from './moveOn';
import type { TestDatabase } from '../servers/database';

const hourMs = 3_600_000;

interface Options {
  /** The platform's id of the post. */
  postId: string;
  /** `ageHours` ago; an hour and a half if left out. */
  ageHours?: number;
  /** When its numbers are due, in hours from now; a minute ago if left out. */
  dueInHours?: number;
}

/** A post that was published by its own moves, some time ago. */
export async function buildReadPost(
  database: TestDatabase,
  parent: Parameters<typeof buildAssignment>[0],
  { postId, ageHours = 1.5, dueInHours = -1 / 60 }: Options,
): Promise<string> {
  const { assignmentId } = await buildAssignment(parent);
  for (const to of ['uploading', 'uploaded', 'processing'] as const) await moveOn(assignmentId, { to });
  await moveOn(assignmentId, {
    to: 'published',
    post: { platformPostId: postId, platformUrl: 'https://post.example/1' },
  });
  const publishedAt = new Date(Date.now() - ageHours * hourMs);
  const dueAt = new Date(Date.now() + dueInHours * hourMs);
  await database.query(
    `WITH old AS (UPDATE read_posts SET published_at = $2, next_reading_at = $3 WHERE assignment_id = $1)
     UPDATE assignments SET published_at = $2 WHERE id = $1`,
    [assignmentId, publishedAt, dueAt],
  );
  return assignmentId;
}
