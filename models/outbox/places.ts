import { publishAssignmentWorkflow, publishLine, publishMediaLine } from '../../domain/workflowContract';
import { constant, param, sql, word } from '../database/fragment';
import type { Fragment } from '../database/fragment';
import { traceparent } from './traced';

/** The limits of a workspace's orders at work at one time, over all processes; further orders wait in the outbox. */
export interface Places {
  /** Immediate publications with media, and as many without media. */
  runs: number;
  /** Webhooks to one receiver. */
  webhooks: number;
}

/** The places of a process without settings of its own. */
export const defaultPlaces: Places = { runs: 4, webhooks: 8 };

/** PostgreSQL channels that wake a relay before its next turn: for entries left to the relay, or a place in demand. */
export const outboxChannel = 'outbox';
export const placesChannel = 'outbox_places';
/** The time after which another process can take an entry that a process has taken. */
export const claimSeconds = 5;
/** An assignment due within so many seconds counts as immediate: a time just ahead is no way around the places. */
const soonSeconds = 10;

const backlogFactor = 8;
/** The time after a post of its neighbour for which a backlog leaves room for the neighbour's next post. */
export const neighbourMinutes = 10;

/** The settings, as `Places`; read after the statements are made. */
const runs = param('runs', 'integer');
const webhooks = param('webhooks', 'integer');

/** The end of a claim that begins now: until then the relay leaves the entry to its claimer. */
export const claimEnd = sql`clock_timestamp() + make_interval(secs => ${constant(claimSeconds)})`;

/**
 * Of an assignment `a`: the line in which its start waits for a place. Empty for an assignment that needs no place,
 * since it goes on with begun work, or was promised for a later time. Assignments with media have a line of their own,
 * so that a post without media waits for no slow source of its workspace.
 */
const startLine = sql`CASE
  WHEN a.status <> 'pending' OR a.scheduled_at > clock_timestamp() + make_interval(secs => ${constant(soonSeconds)}) THEN ''
  WHEN a.media_url IS NOT NULL OR jsonb_exists(a.payload, 'mediaUrls') THEN ${word(publishMediaLine)} ELSE ${word(publishLine)} END`;

/**
 * The number of free places in a line, 0 or less for none. Two processes that look at the same moment may both take the
 * last place; until that is made up for, no more places are free.
 * @param workspaceId the workspace's id, with the name of its table
 * @param line the line's name
 */
export function placesLeft<Line>(workspaceId: Fragment, line: Fragment<Line>) {
  return sql`(
    SELECT ${ofKind(line, runs, webhooks)} - count(*)
    FROM outbox p WHERE p.workspace_id = ${workspaceId} AND p.line = ${line} AND p.line <> ''
      AND (p.dispatched_at IS NOT NULL OR p.claimed_until > clock_timestamp()))`;
}

/** The number for the kind of a line. */
function ofKind<Line, Runs, Webhooks>(line: Fragment<Line>, ofRuns: Fragment<Runs>, ofWebhooks: Fragment<Webhooks>) {
  return sql`CASE WHEN ${line} IN (${word(publishLine)}, ${word(publishMediaLine)}) THEN ${ofRuns} ELSE ${ofWebhooks} END`;
}

/** An equal part of some places, rounded up. */
function partOf<Binds>(places: Fragment<Binds>, parts: number) {
  return sql`ceil(${places} / ${constant(parts)}.0)::integer`;
}

/** A backlog fills all post places, and half of the webhook places: few webhooks then do not wait for one another. */
const webhooksOfBacklog = partOf(webhooks, 2);

/** Of a line `l`: its waiting entries exceed eight times the places of a backlog. A few posts with webhooks do not. */
export const isInBacklog = sql`EXISTS (
    SELECT 1 FROM outbox w WHERE w.workspace_id = l.workspace_id AND w.line = l.line AND w.dispatched_at IS NULL
    OFFSET ${constant(backlogFactor)} * ${ofKind(sql`l.line`, runs, webhooksOfBacklog)})`;

/** Of a backlog `l`: the number of places that it leaves empty. */
export const leftEmpty = ofKind(sql`l.line`, constant(0), sql`${webhooks} - ${webhooksOfBacklog}`);
/** Of a backlog `l` with a neighbour: it fills half of the post places, too, so that room is left for the next post. */
export const leftEmptyWithNeighbour = ofKind(
  sql`l.line`,
  sql`${runs} - ${partOf(runs, 2)}`,
  sql`${webhooks} - ${webhooksOfBacklog}`,
);
/** Of a backlog `l` that steps back: it fills a quarter of the places of a backlog. */
export const leftEmptyBeside = ofKind(
  sql`l.line`,
  sql`${runs} - ${partOf(runs, 4)}`,
  sql`${webhooks} - ${partOf(webhooks, 8)}`,
);

/** The kind of a line, which its name begins with. */
export const kindOf = (line: Fragment): Fragment => sql`split_part(${line}, ' ', 1)`;

/**
 * The time until which a new entry is left to its writer. Null for an entry that waits, since no place of its line is
 * free or other entries wait for a place: the relay dispatches it. Binds `OutboxEntry.places`.
 * @param workspaceId the workspace's id, with the name of its table
 * @param line the line's name
 */
export function claimWithPlace<Line>(workspaceId: Fragment, line: Fragment<Line>) {
  return sql`CASE WHEN ${line} = '' OR NOT EXISTS (${waiting(workspaceId, line)}) AND ${placesLeft(workspaceId, line)} > 0
    THEN ${claimEnd} END`;
}

/**
 * Orders that start runs of assignments: each entry's `id`, and whether it `isClaimed`. Binds `OutboxEntry.places`.
 * @param source a table with the columns of assignments
 * @param where the condition for each assignment `a`
 */
export function startsOrdered<Source, Where>(source: Fragment<Source>, where: Fragment<Where>) {
  return sql`INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, claimed_until, is_at_once, traceparent)
      SELECT 'start', ${word(publishAssignmentWorkflow)}, a.id, a.generation, a.workspace_id, place.line, claim.until,
             place.line <> '' AND claim.until IS NOT NULL, ${traceparent}
      FROM ${source} a CROSS JOIN LATERAL (SELECT ${startLine} AS line) place
        CROSS JOIN LATERAL (SELECT ${claimWithPlace(sql`a.workspace_id`, sql`place.line`)} AS until) claim
      WHERE ${where} RETURNING id, claimed_until IS NOT NULL AS "isClaimed"`;
}

/**
 * Locks entries in the order of their ids, in which all statements lock several entries (models/README.md).
 * @param condition for each entry `e`
 */
export function entriesLocked<Binds>(condition: Fragment<Binds>) {
  return sql`SELECT e.id, e.subject_id, e.workspace_id, e.line FROM outbox e WHERE ${condition} ORDER BY e.id FOR UPDATE`;
}

/** Gives up the places of an assignment or delivery, or its wait in a line, and wakes relays if other entries wait. */
export function placesGivenUp<Binds>(subjectId: Fragment<Binds>) {
  return placesGivenUpOf(sql`(${entriesLocked(sql`e.subject_id = ${subjectId} AND e.line <> ''`)})`, sql`true`);
}

/** As `placesGivenUp`, for entries that the statement has `locked`. @param where the condition for an entry `taken` */
export function placesGivenUpOf<Locked, Where>(locked: Fragment<Locked>, where: Fragment<Where>) {
  return sql`UPDATE outbox o SET line = '' FROM ${locked} taken WHERE o.id = taken.id AND ${where}
    RETURNING (SELECT pg_notify(${word(placesChannel)}, '') WHERE EXISTS (${waiting(sql`taken.workspace_id`, sql`taken.line`)}))`;
}

function waiting<Line>(workspaceId: Fragment, line: Fragment<Line>) {
  return sql`SELECT 1 FROM outbox w WHERE w.workspace_id = ${workspaceId} AND w.line = ${line} AND w.dispatched_at IS NULL
      AND w.claimed_until IS NULL AND w.available_at <= clock_timestamp()`;
}
