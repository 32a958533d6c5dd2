import { sql } from '../database/fragment';
import { command } from '../database/statement';

const settle = command(
  'connections.settleErased',
  sql`UPDATE connections SET erase_posts_until = NULL WHERE id = ANY(ARRAY(
        SELECT c.id FROM connections c WHERE c.erase_posts_until IS NOT NULL
          AND NOT EXISTS (
            SELECT FROM read_posts r WHERE r.connection_id = c.id AND r.published_at <= c.erase_posts_until OFFSET 0)
          AND NOT EXISTS (
            SELECT FROM pictures p WHERE p.connection_id = c.id AND p.read_at <= c.erase_posts_until OFFSET 0)
        ORDER BY c.id FOR UPDATE OF c))`,
);

/** Notes of connections whose data were erased (contract.md §4) that no numbers and no pictures of their posts are left. */
export async function settleErased(): Promise<void> {
  await settle.run({});
}
