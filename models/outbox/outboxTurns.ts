import { publishLine } from '../../domain/workflowContract';
import {
  claimSeconds,
  freePlaces,
  isBacklog,
  kindOf,
  leftEmpty,
  leftEmptyBeside,
  leftEmptyWithNeighbour,
  neighbourMinutes,
} from './places';
import type { Places } from './places';

/** SQL, of an entry `o`: it can be dispatched now. */
const isDue = `o.dispatched_at IS NULL AND o.available_at <= clock_timestamp()
  AND (o.claimed_until IS NULL OR o.claimed_until <= clock_timestamp())`;

/** SQL: a workspace that has no backlog of posts has asked for one lately, and there was a place for it. */
const isNeighbour = `EXISTS (
  SELECT 1 FROM outbox p WHERE p.is_at_once AND p.created_at > now() - interval '${neighbourMinutes} minutes' AND NOT EXISTS (
    SELECT 1 FROM sized s WHERE s.workspace_id = p.workspace_id AND s.is_backlog AND ${kindOf('s.line')} = '${publishLine}'))`;

/**
 * SQL: the number of places that a line `l` may fill now. A backlog steps back while a line of another workspace that is no
 * backlog has something of the same kind at work, or a post. It leaves some room when one had lately. Backlogs do neither
 * for each other while both wait.
 */
const placesToFill = (places: Places): string => `greatest(0, ${freePlaces(places, 'l.workspace_id', 'l.line')}
  - CASE WHEN NOT l.is_backlog THEN 0 WHEN EXISTS (
      SELECT 1 FROM few f WHERE f.workspace_id <> l.workspace_id AND f.kind IN ('${publishLine}', ${kindOf('l.line')}))
    THEN ${leftEmptyBeside(places)} WHEN ${isNeighbour} THEN ${leftEmptyWithNeighbour(places)} ELSE ${leftEmpty(places)} END)`;

/**
 * SQL that claims up to `$limit` entries in turn. The lines with entries are found one by one, by the index. Of each its
 * oldest ones are looked at: as many as it has places to fill, or more than are wanted, since another process may take some
 * of them in the meantime.
 */
export const claimDueSql = (places: Places): string => `
  WITH RECURSIVE lines AS (
    (SELECT o.workspace_id, o.line FROM outbox o WHERE o.dispatched_at IS NULL ORDER BY o.workspace_id, o.line LIMIT 1)
    UNION ALL
    SELECT next.workspace_id, next.line FROM lines l CROSS JOIN LATERAL (
      SELECT o.workspace_id, o.line FROM outbox o
      WHERE o.dispatched_at IS NULL AND (o.workspace_id, o.line) > (l.workspace_id, l.line)
      ORDER BY o.workspace_id, o.line LIMIT 1) next),
  sized AS MATERIALIZED (SELECT l.*, ${isBacklog(places)} AS is_backlog FROM lines l),
  few AS MATERIALIZED (
    SELECT DISTINCT p.workspace_id, ${kindOf('p.line')} AS kind FROM outbox p
    WHERE p.line <> '' AND (p.dispatched_at IS NOT NULL OR p.claimed_until IS NOT NULL) AND NOT EXISTS (
      SELECT 1 FROM sized s WHERE s.workspace_id = p.workspace_id AND s.line = p.line AND s.is_backlog)),
  in_line AS MATERIALIZED (
    SELECT l.workspace_id, oldest.id, oldest.turn, random() AS lot FROM sized l
    CROSS JOIN LATERAL (
      SELECT CASE WHEN l.line = '' THEN 2 * $limit::int ELSE ${placesToFill(places)} END AS count) free
    CROSS JOIN LATERAL (
      SELECT o.id, row_number() OVER (ORDER BY o.available_at, o.id) AS turn FROM outbox o
      WHERE o.workspace_id = l.workspace_id AND o.line = l.line AND ${isDue}
      ORDER BY o.available_at, o.id LIMIT free.count) oldest),
  in_turn AS MATERIALIZED (
    SELECT id, lot, row_number() OVER (PARTITION BY workspace_id ORDER BY turn, lot) AS turn FROM in_line),
  due AS MATERIALIZED (
    SELECT o.id, t.turn, t.lot FROM in_turn t JOIN outbox o ON o.id = t.id WHERE ${isDue}
    ORDER BY t.turn, t.lot LIMIT $limit FOR UPDATE OF o SKIP LOCKED),
  claimed AS (
    UPDATE outbox o SET claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds})
    FROM due WHERE o.id = due.id RETURNING o.id, due.turn, due.lot)
  SELECT id FROM claimed ORDER BY turn, lot`;
