import type { Event } from '../../../domain/assignment/events';
import { hasEnded } from '../../../domain/assignment/snapshot';
import type { AssignmentSnapshot, Failure } from '../../../domain/assignment/snapshot';
import { nextStep, workOf } from '../../../domain/assignment/nextStep';
import { plainFailure } from '../../../domain/failures/failures';
import type { FailureCode } from '../../../domain/failures/failures';
import type { RemovalMode } from '../../../domain/platform';
import { record } from '../../../models/assignments/store/record';
import type { Post } from '../../../platforms/Publisher';
import { limits } from '../limits';

interface CleanUpEnd {
  outcome: 'done' | 'kept' | 'failed';
  /** The version as of which it is true; the present one if left out. */
  asOf?: number;
}

/**
 * The clean-up that an assignment owes has ended. An unended assignment repeats a failed clean-up with its media.
 * @returns false, with nothing recorded, where the assignment owes no clean-up any more, or has left more since
 */
export async function endCleanup(id: string, generation: number, { outcome, asOf }: CleanUpEnd): Promise<boolean> {
  const of = (assignment: AssignmentSnapshot): Event | null => {
    const failure = { ...plainFailure('PLATFORM_REJECTED'), transient: false };
    if (outcome === 'failed') return hasEnded(assignment) ? { is: 'failed', of: 'cleanUp', failure, generation } : null;
    return { is: 'cleaned', debt: 'cleanup', asOf: asOf ?? assignment.version, outcome, generation };
  };
  const recorded = await record(id, limits, of);
  return recorded?.change.isVoid === false;
}

interface Run {
  assignmentId: string;
  generation?: number;
}

/** A run takes up its next work. @returns the statuses that it comes to, and then its work or the reason of its wait */
export async function begin({
  assignmentId,
  generation = 1,
}: Run): Promise<{ moves: readonly string[]; next: string }> {
  const recorded = await record(assignmentId, limits, () => ({ is: 'began', generation }));
  if (!recorded) throw new Error(`there is no assignment ${assignmentId}`);
  const step = nextStep(recorded.assignment, recorded.now);
  return { moves: recorded.change.moves, next: step.do === 'wait' ? step.for : step.do };
}

/** The last byte of a run's media has arrived. */
export async function arrive({ assignmentId, generation = 1 }: Run): Promise<void> {
  await record(assignmentId, limits, () => ({ is: 'uploaded', generation }));
}

/** The next work of a run fails for good. */
export async function fail(
  { assignmentId, generation = 1 }: Run,
  { code, message }: { code: FailureCode; message: string },
  more: Partial<Failure> = {},
): Promise<void> {
  await record(assignmentId, limits, (assignment, now) => {
    const of = workOf(assignment, now);
    return of && { is: 'failed', of, failure: { code, message, transient: false, ...more }, generation };
  });
}

/** A try of the next work of a run has failed, and may be made once more. */
export async function failTry(
  { assignmentId, generation = 1 }: Run,
  { code, message }: { code: FailureCode; message: string },
  more: Partial<Failure> = {},
): Promise<AssignmentSnapshot> {
  const recorded = await record(assignmentId, limits, (assignment, now) => {
    const of = workOf(assignment, now);
    return of && { is: 'failed', of, failure: { code, message, transient: true, ...more }, generation };
  });
  if (!recorded) throw new Error(`there is no assignment ${assignmentId}`);
  return recorded.assignment;
}

/** A run reports another event. @returns whether the report changes anything */
export async function report({ assignmentId }: Pick<Run, 'assignmentId'>, event: Event): Promise<boolean> {
  return (await record(assignmentId, limits, () => event))?.change.isVoid === false;
}

/** The call that publishes has made this post. */
export async function goLive({ assignmentId }: Pick<Run, 'assignmentId'>, post: Post): Promise<void> {
  await record(assignmentId, limits, () => ({ is: 'answered', answer: 'live' }), { post });
}

/** The media of an assignment that is past its upload have arrived once more. */
export async function bringAnew({
  assignmentId,
  generation,
}: {
  assignmentId: string;
  generation: number;
}): Promise<void> {
  await record(assignmentId, limits, ({ media }) => (media.isDue ? { is: 'uploaded', generation } : null));
}

const ofPosts = { ...limits, removalModes: ['delete', 'private'] } as const;

/** The wish to take the post of a published assignment down. */
export async function wishTakeDown(id: string, mode: RemovalMode = 'delete'): Promise<void> {
  const asked = await record(id, ofPosts, () => ({ is: 'takeDownAsked', mode, by: 'apiKey' }));
  if (asked?.change.isVoid !== false) throw new Error(`the post of ${id} cannot be taken down`);
}

/** The end of a removal, as its run reports it. */
export async function endTakeDown(id: string, end: 'done' | 'failed'): Promise<void> {
  const failure = { code: 'PLATFORM_REJECTED', message: 'no', transient: false } as const;
  await record(id, ofPosts, ({ version: asOf, generation }) =>
    end === 'done'
      ? { is: 'cleaned', debt: 'removal', asOf, outcome: 'done', generation }
      : { is: 'failed', of: 'takeDown', failure, generation },
  );
}
