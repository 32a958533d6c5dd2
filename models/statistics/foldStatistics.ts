import { param, sql } from '../database/fragment';
import { command } from '../database/statement';
import { bucketOf, movedSums } from './StatisticChange';

const fold = command(
  'statistics.fold',
  sql`WITH taken AS (
        DELETE FROM statistic_changes WHERE id IN (
          SELECT id FROM statistic_changes ORDER BY id LIMIT ${param('limit', 'bigint')} FOR UPDATE SKIP LOCKED) RETURNING *),
      owned AS (SELECT taken.* FROM taken JOIN workspaces w ON w.id = taken.workspace_id),
      sums AS (
        INSERT INTO daily_statistics AS d (workspace_id, scope_id, platform, day, measure, amount)
        SELECT workspace_id, scope_id, platform, day, measure, sum(amount) FROM (${movedSums(sql`owned`)}) moved
        GROUP BY 1, 2, 3, 4, 5 HAVING sum(amount) <> 0 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (workspace_id, scope_id, platform, day, measure) DO UPDATE SET amount = d.amount + excluded.amount),
      times AS (
        INSERT INTO publish_times AS t (workspace_id, organization_id, span, begins_on, bucket, posts, total_ms)
        SELECT workspace_id, organization_id, span, date_trunc(span, day::timestamp)::date, ${bucketOf(sql`took_ms`)}, count(*), sum(took_ms)
        FROM owned CROSS JOIN (VALUES ('day'), ('month')) AS spans (span) WHERE took_ms IS NOT NULL
        GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (workspace_id, organization_id, span, begins_on, bucket)
        DO UPDATE SET posts = t.posts + excluded.posts, total_ms = t.total_ms + excluded.total_ms)
      SELECT FROM taken`,
);

/**
 * Adds up to `limit` changes to the sums, and removes them, in one statement: a reader of both sees each change once.
 * Several workers may do so at the same time. Changes of a removed workspace are only removed.
 * @returns the number of changes taken
 */
export async function foldStatistics(limit: number): Promise<number> {
  return fold.run({ limit });
}
