import { PublishAttempt } from './PublishAttempt';
import { rows } from './sql';

/**
 * Removes up to `limit` publishing attempts that ended so many days ago. An attempt that has happened, or may have left a
 * draft, is kept while a retry or the clean-up of its job may ask for it.
 * @returns how many
 */
export async function removeOldAttempts(limit: number, days: number): Promise<number> {
  const isOver = "a.status IN ('published', 'cancelled') AND a.cleanup <> 'due'";
  const removed = await rows(
    PublishAttempt,
    `DELETE FROM publish_attempts WHERE id IN (
       SELECT p.id FROM publish_attempts p JOIN assignments a ON a.id = p.assignment_id
       WHERE p.ended_at < now() - make_interval(days => $days::int)
         AND (p.outcome = 'notHappened' AND NOT p.is_lost OR p.outcome IS NOT NULL AND ${isOver}) LIMIT $limit)
     RETURNING 1`,
    { limit, days },
  );
  return removed.length;
}
