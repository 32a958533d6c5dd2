import { previousSecretHours } from '../../../domain/webhook';

/** The secrets that signed an attempt: `unknown` where the secret may have been rotated since. */
export type Signer = 'present' | 'presentAndPrevious' | 'previous' | 'unknown';

const overlapMs = previousSecretHours * 3_600_000;

/**
 * The secrets that signed an attempt, by the last rotation in the credentials (contract.md §5). The credentials show it
 * for 24 hours. So if they show no rotation, the present secret alone has signed the attempts of the last 24 hours.
 */
export function signerOf(at: string, previousSecretExpiresAt: string | null, nowMs: number): Signer {
  const atMs = Date.parse(at);
  if (previousSecretExpiresAt === null) return atMs >= nowMs - overlapMs ? 'present' : 'unknown';
  return atMs >= Date.parse(previousSecretExpiresAt) - overlapMs ? 'presentAndPrevious' : 'previous';
}
