import { Context } from '@temporalio/activity';
import { withTimeLimit } from '../../lib/timeLimit';
import { isSame } from '../../lib/media/sourceIdentity';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import type { ActivityDeps } from '../deps';
import type { MediaOrigin } from './MediaOrigin';

/** Longest wait for the head of a source's answer. */
const lookMs = 5000;

/**
 * Tells whether an origin serves other media than before, as far as its validators tell (contract.md §2). A source that
 * does not answer has not changed: the media that were transferred go live.
 */
export async function hasChanged(
  { logger }: Pick<ActivityDeps, 'logger'>,
  origin: MediaOrigin,
  known: SourceIdentity,
): Promise<boolean> {
  const { cancellationSignal } = Context.current();
  try {
    return !isSame(await withTimeLimit(cancellationSignal, lookMs, async (signal) => origin.look(signal)), known);
  } catch (error) {
    cancellationSignal.throwIfAborted();
    logger.info({ err: error }, 'a source cannot be looked at once more; the media that were transferred count');
    return false;
  }
}
