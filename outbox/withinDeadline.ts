import {
  ServiceError,
  isGrpcCancelledError,
  isGrpcDeadlineError,
  isGrpcServiceError,
  isRetryableError,
} from '@temporalio/client';
import type { Client } from '@temporalio/client';

/** The outcome of a call is unknown. */
class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

/**
 * Gives a call to Temporal so long, and then throws: its outcome is unknown. `withDeadline` alone lets a start hang for
 * 18 s while the server is down, because the client's retry wait ignores it; the race ends that.
 */
export async function withinDeadline<T>(client: Client, deadlineMs: number, call: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const error = new NoAnswerError(`Temporal did not answer within ${deadlineMs} ms`);
    timer = setTimeout(() => reject(error), deadlineMs);
  });
  try {
    return await Promise.race([client.withDeadline(Date.now() + deadlineMs, call), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** True if a call failed because Temporal is down or has too much to do; it may have been carried out nevertheless. */
export function isStrain(error: unknown): boolean {
  if (error instanceof NoAnswerError || isGrpcDeadlineError(error) || isGrpcCancelledError(error)) return true;
  const cause = error instanceof ServiceError ? error.cause : error;
  return isGrpcServiceError(cause) && isRetryableError(cause);
}
