import { endedStatuses } from '../domain/assignment';
import type { Change } from '../domain/assignment/change';
import type { Time } from '../domain/assignment/snapshot';
import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import type { AssignmentRun } from '../domain/workflowContract';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

interface Observers {
  logger: Logger;
  metrics: Pick<Metrics, 'assignmentsEnded' | 'publishDelaySeconds'>;
}

/** The moments of a publication, by the database's clock. */
export interface Publication {
  /** When the post was last asked for: by its request, or by a retry. */
  askedAt: Time;
  liveAt: Time;
}

/**
 * Writes down for operators each status that an assignment has come to, and how long after its time a post is live.
 * @param publication null where the post was live before it was asked for again: then nobody has waited for it
 */
export function noteMoves(
  observers: Observers,
  run: AssignmentRun,
  { moves, assignment: { error, dueAt } }: Pick<Change, 'moves' | 'assignment'>,
  publication: Publication | null = null,
): void {
  for (const to of moves) noteMoved(observers, run, { to, ...(to === 'failed' && error && { error }) });
  if (moves.includes('published')) noteDelay(observers, run, dueAt, publication);
}

/** A post is due when it was asked for, or at its time if that is later. */
function noteDelay(
  { metrics }: Observers,
  { platform }: AssignmentRun,
  dueAt: Time | null,
  publication: Publication | null,
): void {
  const { askedAt, liveAt } = publication ?? { askedAt: Infinity, liveAt: -Infinity };
  const isScheduled = dueAt !== null && dueAt > askedAt;
  const delayMs = Math.max(0, liveAt - (isScheduled ? dueAt : askedAt));
  metrics.publishDelaySeconds.observe({ platform, scheduled: isScheduled ? 'yes' : 'no' }, delayMs / 1000);
}

/** Writes down for operators that an assignment has changed its status: one line of the log, and a count if it has ended. */
function noteMoved(
  { logger, metrics }: Observers,
  { assignmentId, generation, platform }: AssignmentRun,
  moved: { to: AssignmentStatus; error?: AssignmentError },
): void {
  const code = moved.error?.code ?? '';
  logger.info({ assignmentId, generation, status: moved.to, ...(code && { code }) }, 'assignment moved');
  if (endedStatuses.includes(moved.to)) metrics.assignmentsEnded.inc({ platform, status: moved.to, code });
}
