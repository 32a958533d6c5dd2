import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';

/** A try that has failed: Temporal makes the next try after this time. */
export function tryAgain(type: string, message: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nextRetryDelay: Math.max(1, Math.ceil(delayMs)) });
}

/** Waits as an activity retry: visible to operators as pending, and no event in the history. */
export function askAgain(type: string, message: string, delayMs: number): ApplicationFailure {
  return ApplicationFailure.create({
    type,
    message,
    nextRetryDelay: Math.max(1, Math.ceil(delayMs)),
    category: ApplicationFailureCategory.BENIGN,
  });
}
