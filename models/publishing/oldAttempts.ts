import { param, sql } from '../database/fragment';
import { asked } from '../database/fragments';
import { command } from '../database/statement';

const isOver = sql`EXISTS (
    SELECT 1 FROM assignments WHERE id = p.assignment_id AND status IN ('published', 'cancelled') AND cleanup <> 'due' ${asked})`;

const removeOld = command(
  'attempts.removeOld',
  sql`DELETE FROM publish_attempts WHERE id IN (
        SELECT p.id FROM publish_attempts p
        WHERE p.ended_at < now() - make_interval(days => ${param('days', 'integer')})
          AND (p.outcome = 'notHappened' AND NOT p.is_lost OR p.outcome IS NOT NULL AND ${isOver})
        ORDER BY p.ended_at LIMIT ${param('limit', 'bigint')})`,
);

/**
 * Removes up to `limit` publishing attempts that ended so many days ago. An attempt that has happened, or may have left a
 * draft, is kept while a retry or the clean-up of its assignment may ask for it.
 * @returns how many
 */
export async function removeOldAttempts(limit: number, days: number): Promise<number> {
  return removeOld.run({ limit, days });
}
