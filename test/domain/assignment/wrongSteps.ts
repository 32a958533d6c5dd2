import { after } from '../../../domain/assignment/after';
import { nextStep } from '../../../domain/assignment/nextStep';
import { runStep } from '../../../domain/assignment/runStep';
import { hasEnded } from '../../../domain/assignment/snapshot';
import type { AssignmentSnapshot } from '../../../domain/assignment/snapshot';

const generation = 1;
export const run = { assignmentId: 'one', platform: 'youtube', generation, isWithoutMedia: true } as const;

/** The fault in the step of a run that has just begun: it asks the row again at once, or waits for nothing. */
export function wrongOf(snapshot: AssignmentSnapshot): string | null {
  const { assignment } = after(snapshot, { is: 'began', generation }, 0);
  if (assignment.generation !== generation) return null;
  const taken = runStep(run, { assignment, now: 0 });
  const isAtReturn = taken.do === 'publish' && taken.isCancellable && taken.startsInMs === undefined;
  if (isAtReturn) return 'it spins';
  // The debts of an ended assignment are tried by steps that wait by themselves.
  if (hasEnded(assignment)) return null;
  const step = nextStep(assignment, 0);
  const isWait = taken.do === 'wait' || ('startsInMs' in taken && taken.startsInMs !== undefined);
  if (step.do !== 'wait') return isWait ? 'it waits for nothing' : null;
  return isWait ? null : `it does not wait for ${step.for}`;
}
