import { endedStatuses } from '../domain/assignment';
import type { Change } from '../domain/assignment/change';
import type { AssignmentError, AssignmentStatus } from '../domain/assignment';
import type { AssignmentRun } from '../domain/workflowContract';
import type { Logger } from './logger';
import type { Metrics } from './metrics';

interface Observers {
  logger: Logger;
  metrics: Pick<Metrics, 'assignmentsEnded'>;
}

/** Writes down for operators each status that an assignment has come to. */
export function noteMoves(
  observers: Observers,
  run: AssignmentRun,
  { moves, assignment: { error } }: Pick<Change, 'moves' | 'assignment'>,
): void {
  for (const to of moves) noteMoved(observers, run, { to, ...(to === 'failed' && error && { error }) });
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
