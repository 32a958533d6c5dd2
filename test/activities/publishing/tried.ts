import { ApplicationFailure } from '@temporalio/common';
import type { RunStep } from '../../../domain/assignment/runStep';

/** The result of one try of a step. */
export interface Tried {
  /** The type of the failure with which Temporal tries again or the assignment has ended; else the next step. */
  type: string;
  message: string;
  /** Temporal makes no further try. */
  nonRetryable: boolean;
  nextRetryDelay: unknown;
  category: unknown;
}

/** The end of a try, whichever way it ends. @throws any other error */
export async function triedBy(going: Promise<RunStep>): Promise<Tried> {
  return going.then(ofStep, (error: unknown) => {
    if (!(error instanceof ApplicationFailure)) throw error;
    const { type, message, nextRetryDelay, category } = error;
    return { type: type ?? '', message, nonRetryable: error.nonRetryable ?? false, nextRetryDelay, category };
  });
}

function ofStep(step: RunStep): Tried {
  const { code: type, message } = errorIn(step);
  return { type, message, nonRetryable: true, nextRetryDelay: undefined, category: undefined };
}

/** A wait for another preparation is a failure, too; the row has it. */
function errorIn(step: RunStep): { code: string; message: string } {
  if (step.do === 'wait') return { code: step.for, message: '' };
  if (step.do !== 'end') return { code: step.do, message: '' };
  return 'error' in step && step.error ? step.error : { code: step.as, message: '' };
}
