import { paced } from '../../domain/pace';
import type { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Logger } from '../../lib/logger';
import type { KnownAssignment } from '../../models/assignments/runSubjects';
import type { TryFence } from '../../models/assignments/PostExtra';
import type { ChannelAccess } from '../channelAccess';
import type { AskedExtra } from './askedExtras';
import type { FileDeps } from './withFile';

/** An addition that is made once is looked for so long after a lost answer (contract.md §2). */
export const lookedForMs = () => paced(600_000);

export interface ExtraTry {
  assignment: KnownAssignment;
  access: ChannelAccess;
  signal: AbortSignal;
  /** After a lost answer: how long the platform may still act. */
  settleMs: number;
  /** The failed try after which the extra is given up. */
  triesMax: number;
  /** The end of the caller's own time, on the clock of `performance.now()`. */
  notAfterMs?: number;
}

/** The outcome of one try. */
export type ExtraOutcome =
  | { kind: 'added' }
  | { kind: 'givenUp'; failure: PublishFailure }
  /** May be tried again. */
  | { kind: 'failed'; failure: PublishFailure; tries: number }
  /** An earlier try may still be on its way, or may have made what the platform does not show yet. */
  | { kind: 'busy'; waitMs: number }
  | { kind: 'movedOn' };

export interface ExtraDeps extends FileDeps {
  logger: Logger;
}

export interface BegunExtra extends AskedExtra {
  tries: number;
  /** The age of an earlier call whose outcome is open; null: there is none. */
  calledMsAgo: number | null;
  /** The id of the extra as it was known before this try, for another value too. */
  externalId: string | null;
  /** This try has asked the platform to add the extra. */
  isCalled: boolean;
  fence: TryFence;
  notAfterMs: number;
}

export function isMadeOnce({ extra }: Pick<AskedExtra, 'extra'>): boolean {
  return extra.kind === 'addition' && extra.isMadeOnce;
}
