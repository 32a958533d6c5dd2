import { publishLine, publishMediaLine } from '../../domain/workflowContract';

/** The limits of a workspace's orders at work at one time, over all processes; others wait in the outbox. */
export interface Places {
  /** Immediate publications with media, and as many without. */
  runs: number;
  /** Webhooks to one receiver. */
  webhooks: number;
}

/** Those of a process without settings of its own. */
export const defaultPlaces: Places = { runs: 4, webhooks: 8 };

/** PostgreSQL channels that wake a relay before its next turn: entries were left to it, or a place for which others wait. */
export const outboxChannel = 'outbox';
export const placesChannel = 'outbox_places';
/** An entry that a process has taken can be taken by another one after this time. */
export const claimSeconds = 5;
/** A job whose time comes within so many seconds is an immediate one: a time just ahead is no way around the places. */
const soonSeconds = 10;

const backlogFactor = 8;
/** For so long after a post of its neighbour a backlog leaves room for the next one. */
export const neighbourMinutes = 10;

/** The places that a backlog fills: half of those for webhooks are for few, whose webhooks then do not wait for one another. */
const ofBacklog = ({ runs, webhooks }: Places): Places => ({ runs, webhooks: Math.ceil(webhooks / 2) });
/** With a neighbour it fills half of those for posts, so that fewer are at work when the next post of that one comes. */
const withNeighbour = ({ runs, webhooks }: Places): Places => ofBacklog({ runs: Math.ceil(runs / 2), webhooks });
/** A backlog that steps back fills a quarter. */
const steppingBack = ({ runs, webhooks }: Places): Places => ({
  runs: Math.ceil(runs / 4),
  webhooks: Math.ceil(webhooks / 8),
});

/**
 * SQL, of an assignment `a`: the line in which its start waits for a place. Empty: it needs none, since it goes on with
 * work that it has begun, or was promised for a later time. Assignments with media have a line of their own, so that a
 * post without media waits for no slow source of its workspace.
 */
export const lineOfStart = `CASE
  WHEN a.status <> 'pending' OR a.scheduled_at > clock_timestamp() + interval '${soonSeconds} seconds' THEN ''
  WHEN a.media_url IS NOT NULL OR jsonb_exists(a.payload, 'mediaUrls') THEN '${publishMediaLine}' ELSE '${publishLine}' END`;

/**
 * SQL: how many places are free in a line, 0 or less if none is. Two processes that look at the same moment may both take
 * the last one; until that is made up for, no more are free.
 * @param workspaceId SQL of the workspace's id, with the name of its table
 * @param line SQL of the line's name
 */
export function freePlaces(places: Places, workspaceId: string, line: string): string {
  return `(
    SELECT ${byLine(line, places)} - count(*)
    FROM outbox p WHERE p.workspace_id = ${workspaceId} AND p.line = ${line} AND p.line <> ''
      AND (p.dispatched_at IS NOT NULL OR p.claimed_until > clock_timestamp()))`;
}

/** SQL, of a line `l`: more of it wait than fill the places of a backlog eight times. A few posts with their webhooks are none. */
export function isBacklog(places: Places): string {
  const { runs, webhooks } = ofBacklog(places);
  return `EXISTS (
    SELECT 1 FROM outbox w WHERE w.workspace_id = l.workspace_id AND w.line = l.line AND w.dispatched_at IS NULL
    OFFSET ${byLine('l.line', { runs: backlogFactor * runs, webhooks: backlogFactor * webhooks })})`;
}

/** SQL, of a backlog `l`: the places that it leaves empty. */
export const leftEmpty = (places: Places): string => leaving(places, ofBacklog(places));
/** SQL, of a backlog `l`: the places that it leaves empty when it has a neighbour. */
export const leftEmptyWithNeighbour = (places: Places): string => leaving(places, withNeighbour(places));
/** SQL, of a backlog `l`: the places that it leaves empty when it steps back. */
export const leftEmptyBeside = (places: Places): string => leaving(places, steppingBack(places));

function leaving(places: Places, filled: Places): string {
  return byLine('l.line', { runs: places.runs - filled.runs, webhooks: places.webhooks - filled.webhooks });
}

/** SQL: the kind of a line, which its name begins with. */
export const kindOf = (line: string): string => `split_part(${line}, ' ', 1)`;

/** SQL: the number for the kind of a line. */
function byLine(line: string, { runs, webhooks }: Places): string {
  return `CASE WHEN ${line} IN ('${publishLine}', '${publishMediaLine}') THEN ${runs} ELSE ${webhooks} END`;
}

/**
 * SQL: until when an entry that is written now is left to its writer. Null for one that has to wait: no place of its line
 * is free, or others wait for one. The relay dispatches it.
 */
export function claimIfPlace(places: Places, workspaceId: string, line: string): string {
  return `CASE WHEN ${line} = '' OR NOT EXISTS (${waitingIn(workspaceId, line)}) AND ${freePlaces(places, workspaceId, line)} > 0
    THEN clock_timestamp() + make_interval(secs => ${claimSeconds}) END`;
}

/**
 * SQL: locks entries in the order of their ids, the one in which all lock several (models/README.md).
 * @param condition SQL of the condition for each entry `e`
 */
export function lockEntries(condition: string): string {
  return `SELECT e.id, e.subject_id, e.workspace_id, e.line FROM outbox e WHERE ${condition} ORDER BY e.id FOR UPDATE`;
}

/** SQL, of an entry `e`: the start of the run that an order ends, while it is in a line. */
export const runInLine = `e.subject_id = $subjectId AND e.generation = $generation AND e.line <> '' AND $kind <> 'start'`;
/** SQL, of an entry `e`. */
export const isOneToDispatch = 'e.id = ANY($ids::bigint[]) AND e.dispatched_at IS NULL';

/** SQL: gives up the places of a job or delivery, or takes it out of its line, and wakes relays if others wait. */
export function giveUpPlaces(subjectId: string): string {
  return giveUpPlacesOf(`(${lockEntries(`e.subject_id = ${subjectId} AND e.line <> ''`)})`, 'true');
}

/**
 * The same for entries that the statement has locked.
 * @param locked SQL of what has their columns
 * @param where SQL of the condition for each of them, `taken`
 */
export function giveUpPlacesOf(locked: string, where: string): string {
  return `UPDATE outbox o SET line = '' FROM ${locked} taken WHERE o.id = taken.id AND ${where}
    RETURNING (SELECT pg_notify('${placesChannel}', '') WHERE EXISTS (${waitingIn('taken.workspace_id', 'taken.line')}))`;
}

function waitingIn(workspaceId: string, line: string): string {
  return `SELECT 1 FROM outbox w WHERE w.workspace_id = ${workspaceId} AND w.line = ${line} AND w.dispatched_at IS NULL
      AND w.claimed_until IS NULL AND w.available_at <= clock_timestamp()`;
}
