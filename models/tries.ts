import type { AssignmentError } from '../domain/assignment';
import { unfamiliarTriesMax } from '../domain/stepLimits';
import { Assignment } from './Assignment';
import { countInTimeline } from './AssignmentEvent';
import { isUnknown } from './openAttempts';
import { phaseEnds } from './phaseClocks';
import { giveUpPlaces } from './places';
import { firstRow, rows } from './sql';

/** Tries that failed before the job was due do not count once it is (contract.md §2). */
const beganBeforeItsTime = 'tries_began_at < scheduled_at AND scheduled_at <= clock_timestamp()';

/** Why a try failed. */
export interface FailedTry extends AssignmentError {
  /** The words of a platform that refused, where nobody knows them; else null, or left out. */
  refusal?: string | null;
}

/**
 * The words of a refusal that nobody knows, once that was tried as often as such a refusal is; null while it may be tried
 * again.
 */
export function refusedForGood({ tries, lastFailure }: Pick<Assignment, 'tries' | 'lastFailure'>): string | null {
  const isEnough = tries > 0 && lastFailure !== null && lastFailure.refusedInARow >= unfamiliarTriesMax;
  return isEnough ? lastFailure.refusal : null;
}

export interface FailedTries {
  /** In a row. */
  tries: number;
  /** The last so many of them by refusals that nobody knows. */
  refusedInARow: number;
  /** Since the first of them. */
  elapsedMs: number;
  /** Until the job is due; 0 when it is. */
  dueInMs: number;
}

/**
 * Counts a failed try of a platform step, and notes it in the timeline. A step that makes progress begins the count anew
 * (`noteProgress`). The job gives its place up: the next try may be half an hour away.
 * @returns null once another generation has taken over
 */
export async function noteFailedTry(
  id: string,
  generation: number,
  { refusal = null, ...failure }: FailedTry,
): Promise<FailedTries | null> {
  const row = await firstRow<FailedTries>(
    Assignment,
    `WITH counted AS (
       UPDATE assignments
       SET tries = CASE WHEN ${beganBeforeItsTime} THEN 1 ELSE tries + 1 END,
           tries_began_at = CASE WHEN ${beganBeforeItsTime} THEN clock_timestamp()
                                 ELSE coalesce(tries_began_at, clock_timestamp()) END,
           last_failure = $failure::jsonb || jsonb_build_object(
             'refusal', $refusal::text,
             'refusedInARow', CASE
               WHEN $refusal::text IS NULL THEN 0
               WHEN tries > 0 AND (${beganBeforeItsTime}) IS NOT TRUE
                 THEN (last_failure->>'refusedInARow')::int + 1 ELSE 1 END),
           updated_at = clock_timestamp()
       WHERE id = $id AND generation = $generation
       RETURNING status, tries, tries_began_at, scheduled_at, last_failure),
     noted AS (${countInTimeline('counted')}),
     given_up AS (${giveUpPlaces('$id')})
     SELECT tries, (last_failure->>'refusedInARow')::int AS "refusedInARow",
            CASE WHEN tries = 1 THEN 0 ELSE extract(epoch FROM clock_timestamp() - tries_began_at) * 1000 END::float AS "elapsedMs",
            greatest(0, coalesce(ceil(extract(epoch FROM scheduled_at - clock_timestamp()) * 1000), 0))::float AS "dueInMs"
     FROM counted`,
    { id, generation, refusal, failure: JSON.stringify(failure) },
  );
  return row ?? null;
}

/**
 * The time within which tries may fail begins anew; how many have failed still counts.
 * @returns whether any have
 */
export async function restartTriesClock(id: string, generation: number): Promise<boolean> {
  const row = await firstRow(
    Assignment,
    `UPDATE assignments SET tries_began_at = clock_timestamp()
     WHERE id = $id AND generation = $generation AND tries > 0 RETURNING 1`,
    { id, generation },
  );
  return row !== undefined;
}

/** A step succeeded or moved on: its failed tries are forgotten. */
export async function noteProgress(id: string, generation: number): Promise<void> {
  await rows(
    Assignment,
    'UPDATE assignments SET tries = 0, tries_began_at = NULL WHERE id = $id AND generation = $generation AND tries > 0',
    { id, generation },
  );
}

/** The outcome of an earlier run's call is known: the phase in which it was asked for ends. */
export async function noteOutcomeKnown(id: string, generation: number): Promise<void> {
  await rows(Assignment, `UPDATE assignments SET ${phaseEnds} WHERE id = $id AND generation = $generation`, {
    id,
    generation,
  });
}

/** SQL, of an assignment `a`: the moment of the call that may have published its post; null while there is none. */
const publishedBy = `(SELECT max(coalesce(p.accepted_at, p.created_at)) FROM publish_attempts p
  WHERE p.assignment_id = a.id AND p.step = 'publish' AND ${isUnknown})`;

/**
 * The platform is still processing the post, which is progress: the failed tries are forgotten. It may take hours, so the
 * job gives its place back.
 * @returns for how long it has been in this phase, and since the call that publishes, in milliseconds; 0 once another
 *   generation has taken over
 */
export async function noteStillProcessing(id: string, generation: number): Promise<number> {
  const row = await firstRow<{ ms: number }>(
    Assignment,
    `WITH looked AS (
       UPDATE assignments a SET tries = 0, tries_began_at = NULL,
         processing_since = coalesce(processing_since, clock_timestamp())
       WHERE id = $id AND generation = $generation
       RETURNING (extract(epoch FROM clock_timestamp() - greatest(processing_since, ${publishedBy})) * 1000)::float AS ms),
     given_up AS (${giveUpPlaces('$id')})
     SELECT ms FROM looked`,
    { id, generation },
  );
  return row?.ms ?? 0;
}
