import { PublishFailure } from '../../domain/failures/PublishFailure';

/** The failure of a call. Anything but a `PublishFailure` fails the test. */
export async function failureOf(outcome: Promise<unknown>): Promise<PublishFailure> {
  const error: unknown = await outcome.then(
    (value) => new Error(`it succeeded with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof PublishFailure) return error;
  throw error;
}

/** The traits by which a caller decides. */
export const traitsOf = ({ code, transient, tokenRefused }: PublishFailure) => ({ code, transient, tokenRefused });
