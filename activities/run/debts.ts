import { debtsOf } from '../../domain/assignment/nextStep';
import type { AssignmentSnapshot, Time, Work } from '../../domain/assignment/snapshot';
import type { PublishFailure } from '../../domain/failures/PublishFailure';
import type { AssignmentRun } from '../../domain/workflowContract';
import { tryAgain } from '../askAgain';
import type { ActivityDeps } from '../deps';
import { recordEvent } from './report';

const hourMs = 3_600_000;

/**
 * Records that a try of a debt of an ended assignment has failed.
 * @returns the assignment whose debt was given up; null where the failure says nothing any more
 * @throws ApplicationFailure that makes Temporal try again, until nothing helps
 */
export async function failedDebt(
  deps: ActivityDeps,
  run: AssignmentRun,
  of: Extract<Work, 'cleanUp' | 'takeDown'>,
  failure: PublishFailure,
): Promise<AssignmentSnapshot | null> {
  // A platform that is not offered is not so again within seconds.
  const retryAfterMs = deps.platforms.has(run.platform) ? (failure.retryAfterMs ?? 0) : hourMs;
  const { code, message, transient, isUnfamiliar } = failure;
  const failed = { code, message, transient, isUnfamiliar, retryAfterMs };
  const recorded = await recordEvent(deps, run, { is: 'failed', generation: run.generation, of, failure: failed });
  if (!recorded || recorded.change.isVoid) return null;
  const { assignment, now } = recorded;
  if (debtsOf(assignment).includes(of)) throw tryAgain(code, message, waitOf(assignment, now));
  return assignment;
}

/** At least a second: another debt of the assignment may come first, and then this debt counts nothing. */
export function waitOf({ tries, busy }: AssignmentSnapshot, now: Time): number {
  return Math.max(1000, (tries?.nextAt ?? busy?.nextAt ?? now) - now);
}
