import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { isAmong } from '../database/fragments';
import { command, statement } from '../database/statement';

/** A post as it was found due. What another reader has moved meanwhile stays as that one left it. */
interface Found {
  readonly assignmentId: string;
  /** The reading that was due. */
  readonly nextAt: Date;
}

/** A post with its next reading; null: there is none. */
export interface Moved {
  readonly post: Found;
  readonly to: Date | null;
}

/** The numbers of a post as its platform has just told them. */
export interface Noted extends Moved {
  readonly figures: Figures;
}

interface Figures {
  views: number;
  likes: number;
  comments: number;
  shares: number;
  reach: number | null;
  watchTimeSeconds: number | null;
}

const rows = sql`given AS (
  SELECT * FROM jsonb_to_recordset(${param('rows', 'jsonb')}) AS g (
    assignment_id uuid, due_at timestamptz, next_at timestamptz,
    views bigint, likes bigint, comments bigint, shares bigint, reach bigint, watch_time_seconds bigint)),
held AS (
  SELECT r.assignment_id FROM read_posts r JOIN given g ON g.assignment_id = r.assignment_id
  WHERE date_trunc('milliseconds', r.next_reading_at) = g.due_at
  ORDER BY r.assignment_id FOR UPDATE OF r)`;

/** A connection whose data were erased meanwhile gets no new ones. */
const note = command(
  'readings.note',
  sql`WITH channel AS (
        SELECT id FROM connections WHERE id = ${param('connectionId', 'uuid')} AND removed_at IS NULL AND data_erased_at IS NULL
        FOR KEY SHARE),
      ${rows},
      noted AS (
        UPDATE read_posts r SET next_reading_at = g.next_at, waits_for_quota = false, read_at = date_trunc('milliseconds', now()),
          views = g.views, likes = g.likes, comments = g.comments, shares = g.shares
        FROM held h JOIN given g ON g.assignment_id = h.assignment_id CROSS JOIN channel
        WHERE r.assignment_id = h.assignment_id AND r.connection_id = channel.id
        RETURNING r.assignment_id, r.read_at)
      INSERT INTO post_readings (assignment_id, at, views, likes, comments, shares, reach, watch_time_seconds)
      SELECT n.assignment_id, n.read_at, g.views, g.likes, g.comments, g.shares, g.reach, g.watch_time_seconds
      FROM noted n JOIN given g ON g.assignment_id = n.assignment_id`,
);

const move = command(
  'readings.move',
  sql`WITH ${rows}
      UPDATE read_posts r SET next_reading_at = g.next_at, waits_for_quota = ${param('waitsForQuota', 'boolean')}
      FROM held h JOIN given g ON g.assignment_id = h.assignment_id WHERE r.assignment_id = h.assignment_id`,
);

const end = statement(
  'readings.end',
  z.strictObject({ assignmentId: z.uuid() }),
  sql`WITH ended AS (
        UPDATE read_posts SET gone_at = clock_timestamp(), next_reading_at = NULL, waits_for_quota = false
        WHERE ${isAmong(sql`assignment_id`)} AND next_reading_at IS NOT NULL RETURNING assignment_id),
      pictured AS (DELETE FROM pictures p USING ended e WHERE p.id = e.assignment_id)
      SELECT assignment_id AS "assignmentId" FROM ended`,
);

/** Adds a reading to each of these posts of one connection. @returns to how many */
export async function noteReadings(connectionId: string, noted: readonly Noted[]): Promise<number> {
  if (noted.length === 0) return 0;
  const given = noted.map(({ figures: { watchTimeSeconds, ...figures }, ...moved }) => ({
    ...rowOf(moved),
    ...figures,
    watch_time_seconds: watchTimeSeconds,
  }));
  return note.run({ connectionId, rows: JSON.stringify(given) });
}

/** Moves posts on without a reading: it is missed, or put off. @returns how many */
export async function moveReadings(moved: readonly Moved[], waitsForQuota = false): Promise<number> {
  if (moved.length === 0) return 0;
  return move.run({ rows: JSON.stringify(moved.map(rowOf)), waitsForQuota });
}

/** The platform no longer has these posts: they are read no more, and have no picture. @returns how many */
export async function endReadings(posts: readonly Found[]): Promise<number> {
  if (posts.length === 0) return 0;
  return (await end.all({ ids: posts.map(({ assignmentId }) => assignmentId).toSorted() })).length;
}

function rowOf({ post: { assignmentId, nextAt }, to }: Moved) {
  return { assignment_id: assignmentId, due_at: nextAt, next_at: to };
}
