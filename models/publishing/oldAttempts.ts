import { PublishAttempt } from '../assignments/PublishAttempt';
import { byIndex, rows } from '../database/sql';

/**
 * Removes up to `limit` publishing attempts that ended so many days ago. An attempt that has happened, or may have left a
 * draft, is kept while a retry or the clean-up of its job may ask for it.
 * @returns how many
 */
export async function removeOldAttempts(limit: number, days: number): Promise<number> {
  const isOver = `EXISTS (
    SELECT 1 FROM assignments WHERE id = p.assignment_id AND status IN ('published', 'cancelled') AND cleanup <> 'due' ${byIndex})`;
  const removed = await rows(
    PublishAttempt,
    `DELETE FROM publish_attempts WHERE id IN (
       SELECT p.id FROM publish_attempts p
       WHERE p.ended_at < now() - make_interval(days => $days::int)
         AND (p.outcome = 'notHappened' AND NOT p.is_lost OR p.outcome IS NOT NULL AND ${isOver})
       ORDER BY p.ended_at LIMIT $limit)
     RETURNING 1`,
    { limit, days },
  );
  return removed.length;
}
