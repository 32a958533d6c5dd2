import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

/** Waits as an activity retry: visible to operators as pending, and no event in the history. */
export function askAgain(type: string, message: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message,
    nextRetryDelay: Math.max(1, Math.ceil(delayMs)),
    category: ApplicationFailureCategory.BENIGN,
  });
}
