import { platformDataDays } from '../../domain/retention';
import type { ChannelMetadata } from '../../platforms/Platform';
import { constant, param, sql } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { isAmong } from '../database/fragments';
import { command } from '../database/statement';
import type { Transaction } from '../database/transaction';

/** The metadata of a channel of which nothing is kept. */
const noMetadata: ChannelMetadata = { subscribers: null, views: null, posts: null, handle: null };

/**
 * Of a connection: when its access is over, as `ConnectionEnd` has it; null: it lasts. The index `connections_access_over` has the
 * same expression.
 */
export const accessOverAt = sql`least(access_lost_at, access_ends_at, CASE WHEN refresh_token IS NULL THEN token_expires_at END)`;

const days = (count: number): Fragment => sql`make_interval(days => ${constant(count)})`;

const isLongRemoved = sql`removed_at <= now() - ${days(platformDataDays.removed)}`;
const isLongOver = sql`${accessOverAt} <= now() - ${days(platformDataDays.accessOver)}`;
const limit = param('limit', 'bigint');

/** Of connections: `platformDataEnd` has come, and the data are still there. Each half is read in the order of its index. */
const overdue = sql`SELECT id FROM (
    (SELECT id FROM connections WHERE data_erased_at IS NULL AND ${isLongRemoved} ORDER BY removed_at LIMIT ${limit})
    UNION
    (SELECT id FROM connections WHERE data_erased_at IS NULL AND ${isLongOver} ORDER BY ${accessOverAt} LIMIT ${limit})) due
  LIMIT ${limit}`;

/**
 * Erases the data of connections. A name that is the platform's id stands for an unknown name. The account is named as long as
 * there are tokens, which a removal revokes with regard to it. The numbers and the pictures of posts may be many: the clean-up removes
 * them after this, in batches (models/readings/README.md).
 */
const erasing = <Binds>(which: Fragment<Binds>) => sql`
  WITH held AS (SELECT id FROM connections WHERE ${which} ORDER BY id FOR UPDATE),
    counters AS (DELETE FROM channel_snapshots WHERE connection_id = ANY(ARRAY(SELECT id FROM held))),
    lists AS (DELETE FROM channel_lists WHERE connection_id = ANY(ARRAY(SELECT id FROM held))),
    pictured AS (DELETE FROM pictures WHERE id = ANY(ARRAY(SELECT id FROM held)))
  UPDATE connections c SET name = external_platform_id, thumbnail_url = NULL, metadata = ${param('metadata', 'jsonb')},
    platform_account = CASE WHEN access_token IS NOT NULL OR refresh_token IS NOT NULL THEN platform_account END,
    data_erased_at = clock_timestamp(), erase_posts_until = clock_timestamp(), updated_at = clock_timestamp()
  FROM held WHERE c.id = held.id`;

const eraseOverdue = command(
  'platformData.eraseOverdue',
  erasing(sql`id = ANY(ARRAY(${overdue})) AND data_erased_at IS NULL AND (${isLongRemoved} OR ${isLongOver})`),
);

const eraseNow = command('platformData.erase', erasing(isAmong(sql`id`)));

const metadata = JSON.stringify(noMetadata);

/** Erases the platform's data of up to `limit` connections whose `platformDataEnd` has come. @returns of how many */
export async function eraseOverdueData(limit: number): Promise<number> {
  return eraseOverdue.run({ limit, metadata });
}

/** Erases the platform's data of these connections at once. */
export async function erasePlatformData(ids: readonly string[], transaction: Transaction): Promise<void> {
  await eraseNow.run({ ids, metadata }, transaction);
}
