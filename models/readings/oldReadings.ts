import { platformDataDays } from '../../domain/retention';
import { constant, param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { settleErased } from '../connections/settleErased';
import { command } from '../database/statement';

/** Few enough that the readings of the posts, up to 81 each, are removed in time. */
const postsMax = 200;

/** Removes posts with their readings, which the database removes with them. */
const removing = <Binds>(which: Fragment<Binds>) =>
  sql`DELETE FROM read_posts WHERE assignment_id = ANY(ARRAY(${which} LIMIT ${param('limit', 'bigint')}))`;

const removeGone = command(
  'readings.removeGone',
  removing(sql`SELECT assignment_id FROM read_posts
    WHERE gone_at <= now() - make_interval(days => ${constant(platformDataDays.accessOver)}) ORDER BY gone_at`),
);

const removeOver = command(
  'readings.removeOver',
  removing(sql`SELECT assignment_id FROM read_posts
    WHERE next_reading_at IS NULL AND coalesce(read_at, published_at) <= now() - make_interval(days => ${param('days', 'integer')})
    ORDER BY coalesce(read_at, published_at)`),
);

const removeErased = command(
  'readings.removeErased',
  removing(sql`SELECT r.assignment_id
    FROM (SELECT id, erase_posts_until FROM connections WHERE erase_posts_until IS NOT NULL ORDER BY id OFFSET 0) c
    CROSS JOIN LATERAL (
      SELECT assignment_id FROM read_posts WHERE connection_id = c.id AND published_at <= c.erase_posts_until OFFSET 0) r`),
);

/** Removes up to `limit` posts that are gone for 30 days, with their numbers. @returns how many */
export async function removeReadingsOfGone(limit: number): Promise<number> {
  return inParts(limit, async (part) => removeGone.run({ limit: part }));
}

/** Removes up to `limit` posts whose last reading is over `days` old: there are no readings of theirs any more. @returns how many */
export async function removeReadPosts(limit: number, days: number): Promise<number> {
  return inParts(limit, async (part) => removeOver.run({ limit: part, days }));
}

/** Removes up to `limit` posts of connections whose data were erased (contract.md §4), with their numbers. @returns how many */
export async function removeErasedReadings(limit: number): Promise<number> {
  const removed = await inParts(limit, async (part) => removeErased.run({ limit: part }));
  if (removed < limit) await settleErased();
  return removed;
}

async function inParts(limit: number, remove: (limit: number) => Promise<number>): Promise<number> {
  for (let total = 0; ;) {
    const part = Math.min(postsMax, limit - total);
    const removed = await remove(part);
    total += removed;
    if (removed < part || total >= limit) return total;
  }
}
