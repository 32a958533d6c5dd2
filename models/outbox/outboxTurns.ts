import { z } from 'zod';
import { publishLine } from '../../domain/workflowContract';
import { constant, param, sql, word } from '../database/fragment';
import { statement } from '../database/statement';
import {
  claimEnd,
  isInBacklog,
  kindOf,
  leftEmpty,
  leftEmptyBeside,
  leftEmptyWithNeighbour,
  neighbourMinutes,
  placesLeft,
} from './places';

/** Of an entry `o`: it can be dispatched now. */
const isDue = sql`o.dispatched_at IS NULL AND o.available_at <= clock_timestamp()
  AND (o.claimed_until IS NULL OR o.claimed_until <= clock_timestamp())`;

/** A workspace that has no backlog of posts has asked for one lately, and there was a place for it. */
const isNeighbour = sql`EXISTS (
  SELECT 1 FROM outbox p WHERE p.is_at_once AND p.created_at > now() - make_interval(mins => ${constant(neighbourMinutes)}) AND NOT EXISTS (
    SELECT 1 FROM sized s WHERE s.workspace_id = p.workspace_id AND s.is_backlog AND ${kindOf(sql`s.line`)} = ${word(publishLine)}))`;

/**
 * The number of places that a line `l` may fill now. A backlog steps back while a line of another workspace that is no
 * backlog has something of the same kind at work, or a post. It leaves some room when one had lately. Backlogs do neither
 * for each other while both wait.
 */
const placesToFill = sql`greatest(0, ${placesLeft(sql`l.workspace_id`, sql`l.line`)}
  - CASE WHEN NOT l.is_backlog THEN 0 WHEN EXISTS (
      SELECT 1 FROM few f WHERE f.workspace_id <> l.workspace_id AND f.kind IN (${word(publishLine)}, ${kindOf(sql`l.line`)}))
    THEN ${leftEmptyBeside} WHEN ${isNeighbour} THEN ${leftEmptyWithNeighbour} ELSE ${leftEmpty} END)`;

const limit = param('limit', 'integer');

/**
 * Claims up to `limit` entries in turn. The lines with entries are found one by one, by the index. Of each its
 * oldest ones are looked at: as many as it has places to fill, or more than are wanted, since another process may take some
 * of them in the meantime.
 */
export const claimDue = statement(
  'outbox.claimDue',
  z.strictObject({ id: z.int() }),
  sql`
  WITH RECURSIVE lines AS (
    (SELECT o.workspace_id, o.line FROM outbox o WHERE o.dispatched_at IS NULL ORDER BY o.workspace_id, o.line LIMIT 1)
    UNION ALL
    SELECT next.workspace_id, next.line FROM lines l CROSS JOIN LATERAL (
      SELECT o.workspace_id, o.line FROM outbox o
      WHERE o.dispatched_at IS NULL AND (o.workspace_id, o.line) > (l.workspace_id, l.line)
      ORDER BY o.workspace_id, o.line LIMIT 1) next),
  sized AS MATERIALIZED (SELECT l.*, ${isInBacklog} AS is_backlog FROM lines l),
  few AS MATERIALIZED (
    SELECT DISTINCT p.workspace_id, ${kindOf(sql`p.line`)} AS kind FROM outbox p
    WHERE p.line <> '' AND (p.dispatched_at IS NOT NULL OR p.claimed_until IS NOT NULL) AND NOT EXISTS (
      SELECT 1 FROM sized s WHERE s.workspace_id = p.workspace_id AND s.line = p.line AND s.is_backlog)),
  in_line AS MATERIALIZED (
    SELECT l.workspace_id, oldest.id, oldest.turn, random() AS lot FROM sized l
    CROSS JOIN LATERAL (
      SELECT CASE WHEN l.line = '' THEN 2 * ${limit} ELSE ${placesToFill} END AS count) free
    CROSS JOIN LATERAL (
      SELECT o.id, row_number() OVER (ORDER BY o.available_at, o.id) AS turn FROM outbox o
      WHERE o.workspace_id = l.workspace_id AND o.line = l.line AND ${isDue}
      ORDER BY o.available_at, o.id LIMIT free.count) oldest),
  in_turn AS MATERIALIZED (
    SELECT id, lot, row_number() OVER (PARTITION BY workspace_id ORDER BY turn, lot) AS turn FROM in_line),
  due AS MATERIALIZED (
    SELECT o.id, t.turn, t.lot FROM in_turn t JOIN outbox o ON o.id = t.id WHERE ${isDue}
    ORDER BY t.turn, t.lot LIMIT ${limit} FOR UPDATE OF o SKIP LOCKED),
  claimed AS (
    UPDATE outbox o SET claimed_until = ${claimEnd}
    FROM due WHERE o.id = due.id RETURNING o.id, due.turn, due.lot)
  SELECT id FROM claimed ORDER BY turn, lot`,
);
