import { PublishFailure } from '../../domain/PublishFailure';

/** What a call fails with. Anything but a `PublishFailure` fails the test. */
export async function failureOf(outcome: Promise<unknown>): Promise<PublishFailure> {
  const error: unknown = await outcome.then(
    (value) => new Error(`it succeeded with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof PublishFailure) return error;
  throw error;
}

/** What the caller decides by. */
export const traitsOf = ({ code, transient, tokenRefused }: PublishFailure) => ({ code, transient, tokenRefused });
