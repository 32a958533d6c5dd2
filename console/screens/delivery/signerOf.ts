import { previousSecretHours } from '../../../domain/webhook';

/** Which secrets signed an attempt: `unknown` where the secret may have been rotated since. */
export type Signer = 'present' | 'presentAndPrevious' | 'previous' | 'unknown';

const overlapMs = previousSecretHours * 3_600_000;

/**
 * Which secrets signed an attempt, by what the credentials tell of the last rotation (contract.md §5). They tell of it for
 * 24 hours. So if they tell of none, the present secret alone has signed the attempts of the last 24 hours.
 */
export function signerOf(at: string, previousSecretExpiresAt: string | null, nowMs: number): Signer {
  const atMs = Date.parse(at);
  if (previousSecretExpiresAt === null) return atMs >= nowMs - overlapMs ? 'present' : 'unknown';
  return atMs >= Date.parse(previousSecretExpiresAt) - overlapMs ? 'presentAndPrevious' : 'previous';
}
