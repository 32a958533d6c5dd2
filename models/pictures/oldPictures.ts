import { pictureDays } from '../../domain/pictures/picture';
import { constant, param, sql } from '../database/fragment';
import { settleErased } from '../connections/settleErased';
import { command } from '../database/statement';

const limit = param('limit', 'bigint');

const dropOver = command(
  'pictures.dropOver',
  sql`UPDATE pictures SET bytes = NULL, version = NULL, read_at = NULL WHERE id = ANY(ARRAY(
        SELECT id FROM pictures WHERE read_at <= now() - make_interval(days => ${constant(pictureDays)})
        ORDER BY read_at LIMIT ${limit}))`,
);

const removeErased = command(
  'pictures.removeErased',
  sql`DELETE FROM pictures WHERE id = ANY(ARRAY(
        SELECT p.id
        FROM (SELECT id, erase_posts_until FROM connections WHERE erase_posts_until IS NOT NULL ORDER BY id OFFSET 0) c
        CROSS JOIN LATERAL (
          SELECT id FROM pictures
          WHERE connection_id = c.id AND read_at <= c.erase_posts_until OFFSET 0) p
        LIMIT ${limit}))`,
);

/** Drops up to `limit` pictures that were read 30 days ago, and could not be read again since. @returns how many */
export async function dropOldPictures(limit: number): Promise<number> {
  return dropOver.run({ limit });
}

/** Removes up to `limit` pictures of connections whose data were erased (contract.md §4). @returns how many */
export async function removeErasedPictures(limit: number): Promise<number> {
  const removed = await removeErased.run({ limit });
  if (removed < limit) await settleErased();
  return removed;
}
